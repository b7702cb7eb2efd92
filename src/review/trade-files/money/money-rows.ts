import type { Side } from '../../../shared/market/sides.js';

/** What a printed profit is: after all costs, before the costs, or one of the two. */
export type ProfitKind = 'net' | 'gross' | 'unknown';
export type ProfitMeaning = 'net' | 'gross';
/** What a positive number in the columns of costs means. */
export type CostSign = 'paid' | 'credit';
/**
 * `carry` is a swap, a rollover or a funding, which may also be received. The others are commissions, fees, taxes and
 * charges, whose sum decides the sign of all costs.
 */
export type CostKind = 'fee' | 'carry';

/** A closed trade as printed. Numbers are plain digits such as `-12.50`, whose last digit is kept. */
export interface MoneyRow {
  /** Line of a csv, from 1, or index of a trade in JSON, from 0. */
  readonly row: number;
  readonly symbol: string;
  readonly side: Side;
  /** Above 0. */
  readonly qty: string;
  readonly entryPrice: string;
  readonly exitPrice: string;
  /** Null if the cell is empty. */
  readonly profit: string | null;
  /** Costs in the order of `costColumns`. Null or left out if the cell is empty. */
  readonly costs?: readonly (string | null)[];
  /** Gross profit that stands beside a net profit. Gross − net are then the costs of the row, instead of `costs`. */
  readonly gross?: string | null;
  /** Point value that the row prints. */
  readonly pointValue?: string | null;
}

export interface ProfitColumn {
  /** Name as printed, for answers and messages. */
  readonly name: string;
  readonly kind: ProfitKind;
  /** True for names that do not say whether they mean money, R or pips: a point value other than 1 is asked. */
  readonly hasNoUnit?: boolean;
}

export interface CostColumn {
  readonly name: string;
  readonly kind: CostKind;
}

/** Answers of a request to an earlier question. */
export interface MoneyAnswers {
  readonly profit?: ProfitMeaning | 'ignore';
  readonly costs?: CostSign;
  /** Point value of all symbols, or by symbol. */
  readonly pointValue?: string | ReadonlyMap<string, string>;
}

/** The money of a file, and what is known about it. */
export interface MoneyFile {
  readonly rows: readonly MoneyRow[];
  /** Default: `lines`. */
  readonly rowsAre?: 'lines' | 'rows' | 'trades';
  /** Null if the file has no column of profits. */
  readonly profit: ProfitColumn | null;
  readonly costColumns?: readonly CostColumn[];
  /** The sign of costs of a known tool: `credit` for MetaTrader, where a negative number is paid. */
  readonly costSign?: CostSign;
  /** True if the file has costs in another currency than the profit's, which are not in `costColumns`. */
  readonly hasForeignCosts?: boolean;
  /** Undefined or NONE if it is not known. The currency of the profit in the header goes before it. */
  readonly accountCurrency?: string | undefined;
  /** Currencies that the header names. */
  readonly priceCurrency?: string | undefined;
  readonly profitCurrency?: string | undefined;
  /** Multipliers of known assets by symbol. Only `printed` money uses them. */
  readonly multipliers?: ReadonlyMap<string, string>;
  readonly answers?: MoneyAnswers;
}

export const MONEY_MODELS = [
  'one',
  'point-value',
  'conversion',
  'percent',
  'per-unit',
  'per-trade',
  'rounded',
  'costs-by-row',
  'printed',
] as const;
export type MoneyModel = (typeof MONEY_MODELS)[number];
