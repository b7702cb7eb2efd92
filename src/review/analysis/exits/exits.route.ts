import { numbersIn } from '../../../shared/fields/number-list.js';
import { candleRoute } from '../service/candle-route.js';
import { unmeasuredExits } from './exit-cells.js';
import { type RequestedGrid, exitGrid } from './exit-grid.js';
import { ExitsAnswer, ExitsQuery } from './exits.dto.js';
import { AUTO } from './multiples.js';
import { exitsTask } from './exits.task.js';

export const exitsRoute = candleRoute(exitsTask, {
  query: ExitsQuery,
  answer: ExitsAnswer,
  settings: (query, { horizonMs }) => ({ grid: gridOf(query), horizonMs }),
  windows: ({ grid, horizonMs }) => ({
    of: 'exits',
    horizonMs,
    ...(grid.targets === 'auto' && { hasAutoTargets: true }),
  }),
  looksPastExits: () => true,
  outcomeOf: ({ eligibleCount }) =>
    eligibleCount === 0 ? { state: 'unavailable', reason: 'no-valid-stops' } : null,
  blank: (_, { tradeCount, eligibleCount }) => unmeasuredExits(tradeCount, eligibleCount),
});

function gridOf({ targets, stops, breakEvenAt }: ExitsQuery): RequestedGrid {
  const isAuto = targets === AUTO;
  const grid = exitGrid(
    targets === undefined || isAuto ? undefined : numbersIn(targets),
    stops === undefined ? undefined : numbersIn(stops),
    breakEvenAt,
  );
  return isAuto ? { ...grid, targets } : grid;
}
