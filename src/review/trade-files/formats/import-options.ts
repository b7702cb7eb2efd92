import type { DateOrder } from '../../../shared/market/wall-time.js';
import type { CostSign, ProfitMeaning } from '../money/money-rows.js';
import type { ImportSource } from './formats.js';

/** `initial`: the stops of the file were never moved, so they are the initial stops. */
export const STATED_STOPS = ['unknown', 'initial'] as const;
export type StatedStops = (typeof STATED_STOPS)[number];

export const PROFIT_ANSWERS = ['net', 'gross', 'ignore'] as const satisfies readonly (
  ProfitMeaning | 'ignore'
)[];
export type ProfitAnswer = (typeof PROFIT_ANSWERS)[number];

export const COST_SIGNS = ['paid', 'credit'] as const satisfies readonly CostSign[];

export interface ImportOptions {
  /** Tool that wrote the file; detected if left out. */
  readonly source?: ImportSource;
  /** Time zone (IANA name) of times that have no offset. */
  readonly timezone?: string;
  /** Order of day, month and year in dates that do not begin with the year. */
  readonly dateOrder?: DateOrder;
  /** Symbol of rows that name no symbol. */
  readonly symbol?: string;
  /** Strategy to read from a file with the trades of several strategies. */
  readonly strategyName?: string;
  /**
   * States that the stops of the file were never moved, for tools that print stops as they were at the exit; `unknown`
   * if left out.
   */
  readonly stops?: StatedStops;
  /** Meaning of the column of profits, or that it is not read. */
  readonly profit?: ProfitAnswer;
  /** Meaning of a positive number in the columns of costs. */
  readonly costs?: CostSign;
  /** Point value of all symbols, or of each: `50` or `ES:50,NQ:20`. */
  readonly pointValue?: string;
  /** Currency of the account, if it is known before the file is read. */
  readonly accountCurrency?: string | undefined;
  /** Multipliers of the assets by symbol, as plain digits. */
  readonly multipliers?: ReadonlyMap<string, string>;
}
