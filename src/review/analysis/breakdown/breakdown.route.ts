import { tradeRoute } from '../service/trade-route.js';
import { BreakdownAnswer, BreakdownQuery } from './breakdown.dto.js';
import { breakdownTask } from './breakdown.task.js';

export const breakdownRoute = tradeRoute(breakdownTask, {
  query: BreakdownQuery,
  example: { by: 'side' },
  answer: BreakdownAnswer,
  settings: async ({ breakEvenThreshold, by }, { session, markets }) => ({
    initialBalance: session.initialBalance,
    timezone: session.accountTimezone,
    breakEvenThreshold,
    by,
    symbols: (await markets()).map(({ symbol }) => symbol),
  }),
});
