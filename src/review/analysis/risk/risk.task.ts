import { tradeTask } from '../tasks/trade-task.js';
import { riskAnalysis } from './risk-analysis.js';
import { RISK_DEFINITIONS } from './risk-definitions.js';

export const riskTask = tradeTask({
  name: 'risk',
  version: 4,
  definitions: RISK_DEFINITIONS,
  compute: riskAnalysis,
});
