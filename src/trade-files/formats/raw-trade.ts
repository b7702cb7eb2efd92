import type { Feed } from '../../market/feeds.js';

/** Numbers of a trade that are printed in columns of their own. */
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

/** A closed trade as its file prints it: nothing is converted yet, since columns are understood as a whole. */
export interface RawTrade extends Readonly<Partial<Record<NumberField, string>>> {
  /** The line of a csv, from 1; the index of a trade in JSON, from 0. */
  readonly row: number;
  readonly clientId?: string;
  readonly symbol?: string;
  readonly feed?: Feed;
  readonly side: string;
  readonly entryTime: string;
  readonly exitTime: string;
  /** Signed amounts that make a gross `profit` a net one: commission and swap are below zero when paid. */
  readonly charges?: readonly string[];
  readonly note?: string;
  readonly tags?: readonly string[];
}

/** What a reader of a format reports. */
export interface TradeSink {
  trade(raw: RawTrade): void;
  /** A row that is no closed trade. */
  skip(row: number, reason: string): void;
  /** A row that should be a trade and is none. */
  problem(row: number, field: string, message: string): void;
}

/** How the numbers of a format are to be understood. */
export interface FormatTraits {
  readonly source: ImportSource;
  /** Numbers and times are written as this service or JSON writes them; otherwise by the conventions of a column. */
  readonly plain?: boolean;
  /** A row says all about its trade, the clientId included: other rows play no part in how it is understood. */
  readonly selfContained?: boolean;
  /**
   * What `profit` is: after all costs, or before the `charges`. From a net profit all three costs follow.
   * A format without it gives costs, or none.
   */
  readonly profit?: 'net' | 'gross';
  /** Decimals of `profit`, where the tool rounds to so many; otherwise those that its column shows. */
  readonly profitDecimals?: number;
  /** Quantities are contracts or lots: what one is worth follows from the profits. */
  readonly contracts?: boolean;
  /** Zone of times without an offset; otherwise the option `timezone` is needed. */
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
  /** Without it the source is detected. */
  readonly source?: ImportSource;
  /** IANA name of the zone of times that carry no offset. */
  readonly timezone?: string;
  /** Order of day, month and year in dates that do not begin with the year. */
  readonly dateOrder?: DateOrder;
  /** Symbol of the rows that name none. */
  readonly symbol?: string;
  /** The strategy to take, of a file with the trades of several. */
  readonly strategyName?: string;
}
