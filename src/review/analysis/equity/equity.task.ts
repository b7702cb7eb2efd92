import { readResolution } from '../candle-reads/candle-context.js';
import { TOO_MANY_MINUTES } from '../minutes/candle-states.js';
import { resolutionOf } from '../minutes/stamp-resolution.js';
import type { CandleTaskSettings } from '../tasks/candle-settings.js';
import { candleTask } from '../tasks/candle-task.js';
import { EQUITY_DEFINITIONS } from './equity-definitions.js';
import { type EquitySettings, MarkedEquityWalk } from './equity.js';
import { followEquity, isTooLongToFollow } from './follow-equity.js';
import { storedMarkets } from './stored-markets.js';
import { unmarkedEquity } from './unmarked-equity.js';

export const equityTask = candleTask({
  name: 'equity',
  version: 4,
  definitions: EQUITY_DEFINITIONS,
  compute: async (
    trades,
    settings: Omit<EquitySettings, 'timezone'> & CandleTaskSettings,
    { reads, whole },
  ) => {
    const { interval, outcome } = settings;
    if (isTooLongToFollow(trades, resolutionOf(whole)))
      return { ...TOO_MANY_MINUTES, ...unmarkedEquity(interval) };
    const resolution = await readResolution(reads, whole, settings);
    const walk = new MarkedEquityWalk(trades, settings, resolution);
    const minutes = await followEquity(walk, trades, resolution, storedMarkets(reads, settings.minutes));
    if (minutes.loaded === 0 && minutes.requested > 0) {
      const unavailable = { state: 'unavailable', reason: 'candles-unavailable' } as const;
      return { ...unavailable, ...unmarkedEquity(interval), minutes };
    }
    return { ...outcome, resolution, interval, ...walk.result(), minutes };
  },
});
