import { tradeRoute } from '../service/trade-route.js';
import { RiskAnswer, RiskQuery } from './risk.dto.js';
import { riskTask } from './risk.task.js';

export const riskRoute = tradeRoute(riskTask, {
  query: RiskQuery,
  answer: RiskAnswer,
  settings: ({ riskFreeRate, rolling, breakEvenThreshold }, { session }) => ({
    initialBalance: session.initialBalance,
    timezone: session.accountTimezone,
    riskFreeRate,
    rolling,
    breakEvenThreshold,
  }),
});
