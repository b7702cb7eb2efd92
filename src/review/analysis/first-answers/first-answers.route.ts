import { tradeRoute } from '../service/trade-route.js';
import { FirstAnswersAnswer, FirstAnswersQuery } from './first-answers.dto.js';
import { firstAnswersTask } from './first-answers.task.js';

export const firstAnswersRoute = tradeRoute(firstAnswersTask, {
  query: FirstAnswersQuery,
  answer: FirstAnswersAnswer,
  // The ETag depends on the settings. A draw changes no trades, and therefore not the revision of the session.
  settings: ({ breakEvenThreshold }, { session: { initialBalance, earlierRuns, draws } }) => ({
    initialBalance,
    breakEvenThreshold,
    earlierRuns,
    draws,
  }),
});
