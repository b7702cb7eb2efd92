import type { Interval } from '../../../shared/market/intervals.js';
import type { EquityAnswer } from './equity.dto.js';

/** Returns the response without figures. It is used if the equity cannot be computed, and while bars are not loaded. */
export const unmarkedEquity = (
  interval: Interval,
): Omit<EquityAnswer, 'calculationVersion' | 'slice' | 'state' | 'reason'> => ({
  resolution: null,
  interval,
  barsPerPoint: null,
  points: [],
  lowest: null,
  drawdown: { realised: null, closes: null, provable: null, possible: null },
  returns: { realised: null, marked: null },
  minutes: { requested: 0, loaded: 0 },
});
