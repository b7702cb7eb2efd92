import { type CandleOutcome, TOO_MANY, TOO_MANY_MINUTES } from '../minutes/candle-states.js';
import { seedOf } from '../random-draws.js';
import { RefusedQuery } from '../refused-query.js';
import { candleRoute } from '../service/candle-route.js';
import type { CandleWindows } from '../tasks/candle-settings.js';
import { MAX_TIMING_MINUTES, mostPaths } from './timing-limits.js';
import { TimingAnswer, TimingQuery } from './timing.dto.js';
import { type TimingSettings, timingTask } from './timing.task.js';
import { unmeasuredTiming } from './unmeasured-timing.js';

export const timingRoute = candleRoute(timingTask, {
  query: TimingQuery,
  answer: TimingAnswer,
  settings: async ({ method, paths = null, seed }, { session, horizonMs, markets, hasClosingMarket }) => ({
    method,
    paths,
    seed: seed ?? seedOf(session),
    horizonMs: method === 'bracket' ? horizonMs : 0,
    initialBalance: session.initialBalance,
    markets: await markets(),
    closesAtTimes: await hasClosingMarket(),
  }),
  windows: ({ method, horizonMs }) => ({ of: 'timing', horizonMs, maxMinutes: MAX_TIMING_MINUTES[method] }),
  looksPastExits: ({ method }) => method === 'bracket',
  outcomeOf,
  blank: ({ method, seed }, { tradeCount }) => unmeasuredTiming(method, seed, tradeCount),
});

/**
 * Returns why the timing cannot be measured; null if it can be measured.
 * @throws RefusedQuery if the paths have too many trades in total
 */
function outcomeOf(
  { tradeCount, hasTooManyMinutes }: CandleWindows,
  { method, paths }: TimingSettings,
): CandleOutcome | null {
  const most = mostPaths(method, tradeCount);
  if (most === 0) return TOO_MANY;
  if (paths !== null && paths > most) {
    const message = `must not be greater than ${most} for ${tradeCount} trades with the method ${method}`;
    throw new RefusedQuery({ field: 'paths', message });
  }
  return hasTooManyMinutes ? TOO_MANY_MINUTES : null;
}
