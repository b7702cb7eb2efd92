import type { RiskAnswer } from '../../../src/analysis/risk/risk.dto.js';

/** Beyond this z of the runs test, results depend on each other, at the 5 % level. */
const Z_95 = 1.96;

/** Returns the method for random paths: by blocks of consecutive trades if the results depend on each other. */
export const pathMethod = ({ perTrade: { runsZ } }: Pick<RiskAnswer, 'perTrade'>): 'block' | 'bootstrap' =>
  runsZ !== null && Math.abs(runsZ) > Z_95 ? 'block' : 'bootstrap';
