import type { TradeColumns } from '../shared/figures/calculator/trade-columns.js';

/** A row is a stored trade, or the first version of a trade that was changed or removed. */
export const CHANGE = { none: 0, costs: 1, edited: 2, gone: 3 } as const;

/** Whether a trade was made in time that the present run, or an earlier run, had already shown. */
export const LOOK = { none: 0, run: 1, earlierRun: 2 } as const;

/**
 * The answers of a session: its stored trades, and the first versions of the trades that were changed or removed. A
 * trade whose costs or content were changed has two rows with the same id.
 */
export interface AnswerColumns extends TradeColumns {
  /** One of `CHANGE`. */
  readonly change: Float64Array;
  /** One of `LOOK`. */
  readonly look: Float64Array;
  /** 1 for a long trade, −1 for a short trade. */
  readonly direction: Float64Array;
  /** When a stored trade was stored, or when the trade of a first version was changed or removed, epoch milliseconds. */
  readonly at: Float64Array;
}
