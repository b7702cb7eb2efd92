import {
  type ExactDecimal,
  decimalOf,
  minus,
  plus,
  rounded,
  times,
  toDouble,
} from '../../../shared/decimal/exact-decimal.js';
import { ZERO, exactSum, ratio, whole } from '../../../shared/decimal/exact-sum.js';
import type { CostedTrades } from '../costs/costs.js';
import { perTrade } from '../risk/per-trade.js';

export interface TradeEvidenceSettings {
  readonly initialBalance: number;
  /** Factor by which the costs are multiplied. The question is whether the result is above 0 at these costs. */
  readonly costFactor: number;
  /** Share of the trades that are left out, starting with the best trade. */
  readonly bestShare: number;
}

/** Figures of the trades that the questions of the evidence use. */
export interface TradeEvidence {
  readonly tradeCount: number;
  readonly plNetPct: number;
  readonly costs: number;
  /** plGross − costFactor · costs. */
  readonly plNetAtCosts: number;
  /** plNet without the best trades. */
  readonly plNetWithoutBest: number;
  readonly skewness: number | null;
  readonly probabilisticSharpe: number | null;
}

/** Returns the figures of the trades that the questions of the evidence use. */
export function tradeEvidence(
  trades: CostedTrades,
  { initialBalance, costFactor, bestShare }: TradeEvidenceSettings,
): TradeEvidence {
  const { count } = trades;
  const plNet = trades.plNet.subarray(0, count);
  const sumOf = (column: Float64Array) => exactSum(column.subarray(0, count));
  const costs = [trades.feesPaid, trades.spreadPaid, trades.slippagePaid].map(sumOf).reduce(plus, ZERO);
  const { skewness, probabilisticSharpe } = perTrade(trades, 0);
  const ascending = plNet.toSorted();
  const best = roundedUp(times(decimalOf(bestShare), whole(count)));
  return {
    tradeCount: count,
    plNetPct: ratio(times(exactSum(plNet), whole(100)), decimalOf(initialBalance))!,
    costs: rounded(costs),
    plNetAtCosts: rounded(minus(sumOf(trades.plGross), times(decimalOf(costFactor), costs))),
    plNetWithoutBest: rounded(exactSum(ascending.subarray(0, count - best))),
    skewness,
    probabilisticSharpe,
  };
}

/** Returns an exact value, rounded up to a whole number. Because the value is exact, 0.07 · 100 is 7. */
function roundedUp(value: ExactDecimal): number {
  const below = Math.floor(toDouble(value));
  return minus(value, whole(below)).mantissa > 0 ? below + 1 : below;
}
