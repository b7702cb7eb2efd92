import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { momentsOf } from '../../../shared/figures/probability/moments.js';
import { outcomeSums } from '../../../shared/figures/calculator/outcome-sums.js';
import { classifyOutcomes } from '../../../shared/figures/calculator/outcomes.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { distributionOf } from './distribution.js';
import { kelly } from './kelly.js';
import { meanSignificance } from './mean-significance.js';
import { runsZ } from './runs-test.js';
import { sharpeSignificance } from './sharpe-significance.js';
import { systemQualityNumber } from './system-quality.js';

/**
 * Figures of the results of single trades: of plNet or, for the system quality number, of R. Undefined figures are
 * null.
 */
export type PerTrade = ReturnType<typeof perTrade>;

/**
 * Returns the figures of the results of single trades.
 * @param breakEvenThreshold affects only `kelly` and `runsZ`
 */
export function perTrade(
  trades: Pick<AnalysedTrades, 'count' | 'plNet' | 'rMultiple'>,
  breakEvenThreshold: number,
) {
  const plNet = trades.plNet.subarray(0, trades.count);
  const { outcomes, counts } = classifyOutcomes(plNet, trades.count, breakEvenThreshold);
  const net = momentsOf(plNet);
  const rMultiples = momentsOf(trades.rMultiple.subarray(0, trades.count));
  return {
    tradeCount: net.count,
    rMultipleCount: rMultiples.count,
    ...rounded(distributionOf(plNet, net)),
    sqn: roundedDouble(systemQualityNumber(rMultiples)),
    kelly: kelly(counts, outcomeSums(outcomes, plNet)),
    ...rounded(meanSignificance(net)),
    runsZ: roundedDouble(runsZ(outcomes)),
    ...rounded(sharpeSignificance(net)),
  };
}

const rounded = <Name extends string>(
  figures: Readonly<Record<Name, number | null>>,
): Record<Name, number | null> => {
  const entries = Object.entries<number | null>(figures);
  return Object.fromEntries(entries.map(([name, value]) => [name, roundedDouble(value)])) as Record<
    Name,
    number | null
  >;
};
