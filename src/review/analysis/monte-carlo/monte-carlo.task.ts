import { tradeTask } from '../tasks/trade-task.js';
import { MONTE_CARLO_REASONS } from './bases.js';
import { MONTE_CARLO_DEFINITIONS } from './monte-carlo-definitions.js';
import { simulatePaths } from './simulate-paths.js';

export const monteCarloTask = tradeTask({
  name: 'monte-carlo',
  version: 3,
  definitions: MONTE_CARLO_DEFINITIONS,
  reasons: MONTE_CARLO_REASONS,
  compute: simulatePaths,
});
