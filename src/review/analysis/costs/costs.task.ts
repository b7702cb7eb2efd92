import { tradeTask } from '../tasks/trade-task.js';
import { COST_DEFINITIONS } from './cost-definitions.js';
import { COST_REASONS, costAnalysis } from './costs.js';

export const costsTask = tradeTask({
  name: 'costs',
  version: 1,
  definitions: COST_DEFINITIONS,
  reasons: COST_REASONS,
  columns: ['spreadPaid', 'slippagePaid'],
  compute: costAnalysis,
});
