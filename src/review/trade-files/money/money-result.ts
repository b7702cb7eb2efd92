import type { CostSign, MoneyModel, ProfitMeaning } from './money-rows.js';

/** The money of a row as it is stored, as decimal texts. `plNet` is pointValue · move · quantity − feesPaid. */
export interface StoredMoney {
  readonly pointValue: string;
  readonly feesPaid: string;
  readonly plNet: string;
  /** True if `feesPaid` are the costs that the row lists. */
  readonly isAsListed: boolean;
}

/** The proof for one symbol. Amounts are decimal texts. */
export interface SymbolMoney {
  readonly symbol: string;
  /** Name of the column of profits; null if profits were not read. */
  readonly column: string | null;
  readonly meaning: ProfitMeaning | 'none';
  readonly model: MoneyModel | null;
  /** Null if the rows of the symbol have different point values. */
  readonly pointValue: string | null;
  readonly rows: number;
  /** Rows whose stored profit equals the printed profit. */
  readonly agree: number;
  /** Sum of the printed profits; null if profits were not read. */
  readonly fileTotal: string | null;
  /** Stored sum of what the column means, over the rows with a profit. */
  readonly total: string;
  /** Stored net of all rows. */
  readonly net: string;
}

/** An answer that the sender may choose. */
export interface MoneyChoice {
  readonly meaning: ProfitMeaning;
  /** What a positive cost means, if that is asked; otherwise null. */
  readonly costs: CostSign | null;
  /** Null if it goes by row, or differs among symbols. */
  readonly pointValue: string | null;
  readonly model: MoneyModel;
  readonly total: string;
  readonly net: string;
}

export interface MoneyDetail {
  /** Null for the file as a whole. */
  readonly row: number | null;
  readonly message: string;
}

export interface TakenMoney {
  readonly answer: 'taken';
  readonly meaning: ProfitMeaning | 'none';
  /** Null for `none`. */
  readonly model: MoneyModel | null;
  /** In the order of the rows. */
  readonly rows: readonly StoredMoney[];
  /** In the order in which the symbols first occur. */
  readonly money: readonly SymbolMoney[];
}

export type MoneyResult =
  | TakenMoney
  | {
      readonly answer: 'asked';
      readonly choices: readonly MoneyChoice[];
      /** The money of the first choice. */
      readonly likeliest: TakenMoney;
      readonly details: readonly MoneyDetail[];
    }
  | {
      readonly answer: 'refused';
      /** The money of the prices alone. */
      readonly likeliest: TakenMoney;
      readonly details: readonly MoneyDetail[];
    };
