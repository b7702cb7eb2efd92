import type { TradeCounts } from '../../trades/trade-figures.js';
import { exactSum, mean, whole } from '../../shared/decimal/exact-sum.js';
import type { IdealRAnalyticsDto } from './ideal-r.dto.js';
import type { IdealRSettings, Observed } from './observations.js';

/**
 * Returns the figures if no trade is measured. The trades are counted, and every eligible trade counts as incomplete.
 */
export const unmeasured = (
  { total, eligible }: TradeCounts,
  { horizonMs, thresholdR }: Pick<IdealRSettings, 'horizonMs' | 'thresholdR'>,
) => ({
  horizonMs,
  thresholdR,
  totalTrades: total,
  eligibleTrades: eligible,
  measuredTrades: 0,
  incompleteTrades: eligible,
  invalidRiskTrades: total - eligible,
  losingMeasuredTrades: 0,
  averageIdealR: 0,
  maxIdealR: 0,
  couldHaveProfitBreakEvenCount: 0,
  couldHaveProfitBreakEvenRate: 0,
  observations: [],
});

/**
 * Returns the figures of the measured trades. A trade is measured if its observation is complete. The average is
 * computed from the rounded values of idealR.
 */
export function measured(
  counts: TradeCounts,
  settings: IdealRSettings,
  { observations, losing }: Observed,
): IdealRAnalyticsDto {
  const isMeasured = observations.map(({ status }) => status === 'complete');
  const idealR = Float64Array.from(
    observations.filter((_, trade) => isMeasured[trade]),
    (o) => o.idealR,
  );
  const losingMeasured = losing.filter((isLosing, trade) => isLosing === 1 && isMeasured[trade]).length;
  const couldHave = observations.filter((observation) => observation.couldHaveProfitBreakEven).length;
  return {
    ...unmeasured(counts, settings),
    measuredTrades: idealR.length,
    incompleteTrades: observations.length - idealR.length,
    losingMeasuredTrades: losingMeasured,
    averageIdealR: mean(exactSum(idealR), idealR.length) ?? 0,
    maxIdealR: idealR.reduce((max, value) => Math.max(max, value), 0),
    couldHaveProfitBreakEvenCount: couldHave,
    couldHaveProfitBreakEvenRate: mean(whole(couldHave), losingMeasured) ?? 0,
    observations,
  };
}
