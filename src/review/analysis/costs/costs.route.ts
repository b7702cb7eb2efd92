import { numbersIn } from '../../../shared/fields/number-list.js';
import { tradeRoute } from '../service/trade-route.js';
import { DEFAULT_BASIS_POINTS, DEFAULT_MULTIPLES } from './cost-factors.js';
import { CostsAnswer, CostsQuery } from './costs.dto.js';
import { costsTask } from './costs.task.js';

export const costsRoute = tradeRoute(costsTask, {
  query: CostsQuery,
  answer: CostsAnswer,
  settings: ({ multiples, basisPoints }, { session: { initialBalance } }) => ({
    initialBalance,
    multiples: multiples === undefined ? DEFAULT_MULTIPLES : numbersIn(multiples),
    basisPoints: basisPoints === undefined ? DEFAULT_BASIS_POINTS : numbersIn(basisPoints),
  }),
});
