import type { TradeColumns } from '../../shared/figures/calculator/trade-columns.js';

/** Closed trades in trade order, as parallel columns. */
export interface AnalysedTrades extends TradeColumns {
  /** 1 for a long trade, −1 for a short trade. */
  readonly direction: Float64Array;
  /**
   * qty · pointValue: the money, in account currency, that the trade earns when the price rises by 1. It is the quantity
   * of an equal trade whose point value is 1.
   */
  readonly quantity: Float64Array;
  readonly entryPrice: Float64Array;
  readonly exitPrice: Float64Array;
  /** Initial stop. NaN if the trade has no stop on its losing side and therefore no initial risk. */
  readonly stopLoss: Float64Array;
  /** Index of the trade's asset in the list of the session's assets. */
  readonly asset: Float64Array;
}

/** The trades of a session with their tags, as pairs. */
export interface TaggedTrades {
  /** Tag names in order. If a session has very many tags, the tags with the fewest trades are left out. */
  readonly names: readonly string[];
  /** Number of tags that were left out. */
  readonly others: number;
  /**
   * Pairs of trades and tags: trade `trades[i]` has the tag `names[tags[i]]`, or no tag if `tags[i]` is `names.length`.
   * `trades` ascends.
   */
  readonly trades: Uint32Array;
  readonly tags: Uint32Array;
}
