import type { ComponentType } from 'preact';
import type { AnalysisData, SheetData } from '../sheet-data.js';
import type { PanelId } from '../panels/panel-ids.js';

/** An analysis on the sheet. It declares its part of the sheet's data in `AnalysisData`. */
export interface Analysis {
  /** The requests of the page for the fields that the analysis adds to the sheet's data. */
  readonly requests?: { readonly [Field in keyof AnalysisData]?: PartRequest<AnalysisData[Field]> };
  readonly panel?: SheetPanel;
}

/** A panel of the sheet. */
export interface SheetPanel {
  readonly id: PanelId;
  /** The title in the index of the panels. */
  readonly title: string;
  /** Returns why the panel has nothing to show, and the next step; null if it has something to show or is loading. */
  readonly nothing?: (data: SheetData) => string | null;
  /** Returns true if the panel is about something that the session does not have, so that not even a line is shown. */
  readonly isLeftOut?: (data: SheetData) => boolean;
  /**
   * Loads the panel. The page does so after its first view. Missing if the page and the report each bring a panel of
   * their own.
   */
  readonly load?: () => Promise<{ readonly default: AnalysisPanel }>;
}

/** A request for one field of the sheet's data. */
export interface PartRequest<Value> {
  /** The position in the queue of requests: the page sends requests with lower numbers first. */
  readonly turn: number;
  /** The name of the part in the sentence with the parts that have not arrived yet. */
  readonly words: string;
  /** The path of the API, below the analyses of the session. */
  readonly path: string;
  /** Returns the parameters besides the filters and the threshold; null if the request has to wait for other parts. */
  readonly query?: (data: SheetData) => PartQuery | null;
  /** True if the values depend on the break-even threshold. */
  readonly hasThreshold?: true;
  /** True if the filters of the page do not apply. */
  readonly isOfAllTrades?: true;
  /** True if the panel is far below the first view, so that the request waits for the main figures. */
  readonly isLate?: true;
  /** Reads the value; missing if the value is the response to one request. */
  readonly read?: (ask: Ask, query: PartQuery) => Promise<Value>;
  /** Returns true if the value is requested again later; missing if its state tells this. */
  isPending?(value: Value): boolean;
}

export type PartQuery = Readonly<Record<string, string | number>>;

/** Sends the request with the given parameters. */
export type Ask = <Answer>(query: PartQuery) => Promise<Answer>;

export type AnalysisPanel = ComponentType<PanelProps>;

export interface PanelProps {
  readonly data: SheetData;
  /** Called with a month whose trades the user wants to see. */
  readonly onMonth?: (month: string) => void;
  /** Called with the days of a rolling window that the user chose. */
  readonly onWindow?: (days: number) => void;
  /** Called with the risk of random paths that the user chose, percent. */
  readonly onRisk?: (riskPct: number) => void;
  /** Called when the user limits the sheet to the trades of a group. */
  readonly onGroup?: (by: GroupedBy, key: string) => void;
}

/** The groups to which the sheet can be limited. */
export type GroupedBy = 'side' | 'symbol' | 'tag' | 'weekday' | 'hour' | 'month';
