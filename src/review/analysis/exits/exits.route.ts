import { numbersIn } from '../../../shared/fields/number-list.js';
import { candleRoute } from '../service/candle-route.js';
import { unmeasuredExits } from './exit-cells.js';
import { type ExitGrid, exitGrid } from './exit-grid.js';
import { ExitsAnswer, ExitsQuery } from './exits.dto.js';
import { exitsTask } from './exits.task.js';

export const exitsRoute = candleRoute(exitsTask, {
  query: ExitsQuery,
  answer: ExitsAnswer,
  settings: (query, { horizonMs }) => ({ grid: gridOf(query), horizonMs }),
  windows: ({ horizonMs }) => ({ of: 'exits', horizonMs }),
  looksPastExits: () => true,
  outcomeOf: ({ eligibleCount }) =>
    eligibleCount === 0 ? { state: 'unavailable', reason: 'no-valid-stops' } : null,
  blank: (_, { tradeCount, eligibleCount }) => unmeasuredExits(tradeCount, eligibleCount),
});

const gridOf = ({ targets, stops, breakEvenAt }: ExitsQuery): ExitGrid =>
  exitGrid(
    targets === undefined ? undefined : numbersIn(targets),
    stops === undefined ? undefined : numbersIn(stops),
    breakEvenAt,
  );
