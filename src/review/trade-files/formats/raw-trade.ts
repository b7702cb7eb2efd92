import type { Side } from '../../../shared/market/sides.js';
import type { CostColumn, CostSign, ProfitColumn } from '../money/money-rows.js';
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
  /** Cells of the columns that may be the profit, in the order of the header. Null for an empty cell. */
  readonly profits?: readonly (string | null)[];
  /** Cells of the columns of costs, in the order of `MoneyTraits.costColumns`. */
  readonly costs?: readonly (string | null)[];
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
  /** Returns how messages name a row, such as `line 7`. */
  nameOf(row: number): string;
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

/** The columns of money of a file. */
export interface MoneyTraits {
  /** The column of profits and its place in `RawTrade.profits`. Null if the file has none. */
  readonly profit: (ProfitColumn & { readonly place: number }) | null;
  /** Place of a gross profit that stands beside a net profit. */
  readonly grossPlace?: number | undefined;
  readonly costColumns: readonly (CostColumn & { readonly currency?: string | undefined })[];
  /** The sign of the costs of a known tool. */
  readonly costSign?: CostSign | undefined;
  /** Currencies of fees that a column of the file names. */
  readonly feeCurrencies?: readonly string[];
  /** Names of columns of costs that are rates or percentages, which are not read. */
  readonly rates?: readonly string[];
  /** Currencies that the header names. */
  readonly priceCurrency?: string | undefined;
  readonly profitCurrency?: string | undefined;
}

/** The rules by which versions before 1.12 read the money of a format, from the cells `profit`, `feesPaid` and `charges`. */
export interface EarlierTraits {
  /** `gross` if `profit` is before the `charges`. Undefined if no profit was read. */
  readonly profit?: 'net' | 'gross' | undefined;
  /** True if quantities were multiplied by a point value, which was derived from the profits. */
  readonly contracts?: boolean;
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
  /** Present if the printed profits and costs of the whole file determine the money of its trades. */
  readonly money?: MoneyTraits;
  /**
   * Name of the column of `profit` if it is a net profit with 8 decimals, for quantities in units of the base currency.
   * It then determines the costs of its row.
   */
  readonly netProfitColumn?: string;
  /** The rules by which versions before 1.12 read the profits and costs. */
  readonly earlier?: EarlierTraits;
  /** Returns the side that a cell names. Default: `sideOf`. */
  readonly sideIn?: (cell: string) => Side | undefined;
  /** Time zone of times that have no offset. If left out, the option `timezone` is required. */
  readonly timezone?: string;
}
