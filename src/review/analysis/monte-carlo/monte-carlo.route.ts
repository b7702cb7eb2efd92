import { tradeRoute } from '../service/trade-route.js';
import { MonteCarloAnswer, MonteCarloQuery } from './monte-carlo.dto.js';
import { monteCarloTask } from './monte-carlo.task.js';
import { simulationSettings } from './simulation-settings.js';

export const monteCarloRoute = tradeRoute(monteCarloTask, {
  query: MonteCarloQuery,
  answer: MonteCarloAnswer,
  // With the basis risk, the paths are drawn from the trades with R. Their number is known only after the trades are
  // read.
  settings: async (query, { session, tradeCount }) =>
    simulationSettings(session, query, query.basis === 'risk' ? null : await tradeCount()),
});
