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
