import { TOO_MANY_MINUTES } from '../minutes/candle-states.js';
import { candleRoute } from '../service/candle-route.js';
import { EquityAnswer, EquityQuery } from './equity.dto.js';
import { equityTask } from './equity.task.js';
import { unmarkedEquity } from './unmarked-equity.js';

export const equityRoute = candleRoute(equityTask, {
  query: EquityQuery,
  answer: EquityAnswer,
  settings: ({ interval, riskFreeRate }, { session: { initialBalance } }) => ({
    interval,
    riskFreeRate,
    initialBalance,
  }),
  windows: () => ({ of: 'equity' }),
  outcomeOf: ({ hasTooManyMinutes }) => (hasTooManyMinutes ? TOO_MANY_MINUTES : null),
  blank: ({ interval }) => unmarkedEquity(interval),
});
