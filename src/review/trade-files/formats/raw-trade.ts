import type { Feed } from '../../../shared/market/feeds.js';
import type { RunFacts } from './run-facts.js';

/** Numbers of a trade, each with its own column. */
export const NUMBER_FIELDS = [
  'qty',
  'entryPrice',
  'exitPrice',
  'stopLoss',
  'takeProfit',
  'pointValue',
  'feesPaid',
  'spreadPaid',
  'slippagePaid',
  'profit',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** A closed trade as printed in its file. Nothing is converted yet, because a column must be interpreted as a whole. */
export interface RawTrade extends Readonly<Partial<Record<NumberField, string>>> {
  /** Line of a csv, from 1, or index of a trade in JSON, from 0. */
  readonly row: number;
  readonly clientId?: string;
  readonly symbol?: string;
  readonly feed?: Feed;
  readonly side: string;
  readonly entryTime: string;
  readonly exitTime: string;
  /** Label of the position that the trade closed, or closed a part of. */
  readonly positionId?: string;
  /** Signed amounts that turn a gross `profit` into a net profit. Commission and swap are negative if paid. */
  readonly charges?: readonly string[];
  readonly note?: string;
  /** The note that version 1.2 made from the row, if it was a different note. */
  readonly previousNote?: string;
  readonly tags?: readonly string[];
  /**
   * A stop that may have been moved after the entry. The stop is read only if the sender states that it was not moved.
   */
  readonly printedStop?: string;
}

/** Receives the results of a reader. */
export interface TradeSink {
  trade(raw: RawTrade): void;
  /** Reports a row that is not a closed trade. */
  skip(row: number, reason: string): void;
  /** Reports a problem of a row that should be a trade. */
  problem(row: number, field: string, message: string): void;
  /** Adds facts about the run of the trades. A fact that is given again is ignored. */
  facts(facts: RunFacts): void;
}

/** Receives the runs of a file. Only a result of freqtrade may have several. */
export interface RunSinks {
  /**
   * Name of the strategy whose trades are read. If undefined, `areAllWanted` decides whether the first strategy or all
   * strategies are read.
   */
  readonly strategyName: string | undefined;
  readonly areAllWanted: boolean;
  /** Begins a run and returns its sink. A file without strategies has one run. */
  begin(strategy?: string): TradeSink;
}

/** Rules for interpreting the numbers of a format. */
export interface FormatTraits {
  /**
   * True if numbers and times are written in the form of JSON or of this service. In other formats each column may have
   * a form of its own.
   */
  readonly plain?: boolean;
  /** True if a row contains all facts of its trade, including the clientId, so that other rows do not matter. */
  readonly selfContained?: boolean;
  /**
   * `net` if `profit` is after all costs; `gross` if it is before the `charges`. A net profit determines all three costs.
   * A format without `profit` names the costs in its rows, or has no costs.
   */
  readonly profit?: 'net' | 'gross';
  /**
   * Number of decimals of `profit` if the tool rounds to a fixed number. Otherwise the profits of the file determine
   * the number of decimals.
   */
  readonly profitDecimals?: number;
  /** True if quantities are contracts or lots, whose value is derived from the profits. */
  readonly contracts?: boolean;
  /** Time zone of times that have no offset. If left out, the option `timezone` is required. */
  readonly timezone?: string;
}
