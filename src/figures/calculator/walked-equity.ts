import type { ExactDecimal } from '../../decimal/exact-decimal.js';

/** Points in strictly ascending time: epoch ms, and the equity in account currency. */
export interface EquityCurve {
  readonly time: Float64Array;
  readonly equity: Float64Array;
}

/** The fall with the greatest share of its peak, exactly. Without a fall, the fall is 0. */
export interface DeepestFall {
  readonly fall: ExactDecimal;
  /** Above 0. */
  readonly peak: ExactDecimal;
}

/** The result of a walk over the trades. The walk writes its points into a curve. */
export interface WalkedEquity {
  /** How many points the curve has. */
  readonly points: number;
  readonly maxDrawdown: number;
  readonly deepest: DeepestFall;
}
