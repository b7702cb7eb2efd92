import type { ExactDecimal } from '../../decimal/exact-decimal.js';

/**
 * The points of an equity curve, in strictly ascending order of time. Times are in epoch ms, the equity is in account
 * currency.
 */
export interface EquityCurve {
  readonly time: Float64Array;
  readonly equity: Float64Array;
}

/** The fall that is the greatest share of its peak, as exact numbers. If the equity never falls, `fall` is 0. */
export interface DeepestFall {
  readonly fall: ExactDecimal;
  /** Equity before the fall, above 0. */
  readonly peak: ExactDecimal;
}

/** The result of computing the equity. The points themselves are written into a curve. */
export interface WalkedEquity {
  /** Number of points of the curve. */
  readonly points: number;
  readonly maxDrawdown: number;
  readonly deepest: DeepestFall;
}
