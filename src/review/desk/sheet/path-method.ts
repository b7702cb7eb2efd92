import type { MonteCarloAnswer } from '../../analysis/monte-carlo/monte-carlo.dto.js';
import type { RiskAnswer } from '../../analysis/risk/risk.dto.js';

/** If the absolute z of the runs test exceeds this value, the results depend on each other, at the 5 % level. */
const Z_95 = 1.96;

/**
 * Returns the method for drawing random paths: `block` if the results of the trades depend on each other, otherwise
 * `bootstrap`.
 */
export const pathMethod = ({ perTrade: { runsZ } }: Pick<RiskAnswer, 'perTrade'>): 'block' | 'bootstrap' =>
  runsZ !== null && Math.abs(runsZ) > Z_95 ? 'block' : 'bootstrap';

/** Parameters of random paths. */
export interface FittingPaths {
  readonly basis: MonteCarloAnswer['basis'];
  readonly riskPct?: number;
}

/**
 * Returns the basis that fits the sizes of the trades; money if there are too few trades to decide. If the trades
 * risked a steady share of the account, the paths risk the same share.
 */
export const pathSettings = ({
  suggested: { basis, riskPct },
}: Pick<MonteCarloAnswer, 'suggested'>): FittingPaths => ({
  basis: basis ?? 'money',
  ...(basis === 'risk' && riskPct !== null && { riskPct }),
});
