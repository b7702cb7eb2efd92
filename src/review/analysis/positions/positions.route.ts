import { tradeRoute } from '../service/trade-route.js';
import { PositionsAnswer, PositionsQuery } from './positions.dto.js';
import { positionsTask } from './positions.task.js';

export const positionsRoute = tradeRoute(positionsTask, {
  query: PositionsQuery,
  answer: PositionsAnswer,
  settings: ({ breakEvenThreshold }, { session: { initialBalance } }) => ({
    initialBalance,
    breakEvenThreshold,
  }),
});
