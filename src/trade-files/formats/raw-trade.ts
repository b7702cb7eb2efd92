import type { Feed } from '../../market/feeds.js';

/** Numbers of a trade that have columns of their own. */
export const NUMBER_FIELDS = [
  'qty',
  'entryPrice',
  'exitPrice',
  'stopLoss',
  'takeProfit',
  'feesPaid',
  'spreadPaid',
  'slippagePaid',
  'profit',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** A closed trade as its file prints it. Nothing is converted yet, because columns must be interpreted as a whole. */
export interface RawTrade extends Readonly<Partial<Record<NumberField, string>>> {
  /** The line of a csv, from 1; the index of a trade in JSON, from 0. */
  readonly row: number;
  readonly clientId?: string;
  readonly symbol?: string;
  readonly feed?: Feed;
  readonly side: string;
  readonly entryTime: string;
  readonly exitTime: string;
  /** Signed amounts that turn a gross `profit` into a net one: commission and swap are negative if paid. */
  readonly charges?: readonly string[];
  readonly note?: string;
  readonly tags?: readonly string[];
}

/** Receives the results of a format reader. */
export interface TradeSink {
  trade(raw: RawTrade): void;
  /** Reports a row that is not a closed trade. */
  skip(row: number, reason: string): void;
  /** Reports a row that should be a trade but is not. */
  problem(row: number, field: string, message: string): void;
}

/** How to interpret the numbers of a format. */
export interface FormatTraits {
  readonly source: ImportSource;
  /** Whether numbers and times are written as by this service or JSON; otherwise columns have conventions. */
  readonly plain?: boolean;
  /** Whether a row contains everything about its trade, including the clientId, so that no other row affects it. */
  readonly selfContained?: boolean;
  /**
   * Whether `profit` is after all costs or before the `charges`. A net profit determines all three costs. A format
   * without it gives costs, or none.
   */
  readonly profit?: 'net' | 'gross';
  /**
   * Number of decimals of `profit`, if the tool rounds to a fixed number; otherwise the decimals that its column
   * shows.
   */
  readonly profitDecimals?: number;
  /** Whether quantities are contracts or lots, whose value follows from the profits. */
  readonly contracts?: boolean;
  /** Time zone of times without an offset; otherwise the option `timezone` is needed. */
  readonly timezone?: string;
}

export const IMPORT_SOURCES = [
  'csv',
  'freqtrade',
  'tradingview',
  'backtesting.py',
  'metatrader5',
  'lean',
] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export interface ImportOptions {
  /** If left out, the source is detected. */
  readonly source?: ImportSource;
  /** Time zone (IANA name) of times without an offset. */
  readonly timezone?: string;
  /** Order of day, month and year in dates that do not begin with the year. */
  readonly dateOrder?: DateOrder;
  /** Symbol of the rows that name none. */
  readonly symbol?: string;
  /** Strategy to read, for a file with trades of several strategies. */
  readonly strategyName?: string;
}
