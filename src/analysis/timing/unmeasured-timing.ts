import type { TimingMethod } from './timing-limits.js';

/** Returns the response if no trade can be measured, or if the bars are not loaded yet. */
export const unmeasuredTiming = (method: TimingMethod, seed: number, total: number) => ({
  method,
  paths: 0,
  seed,
  resolution: null,
  range: null,
  trades: { total, measured: 0, tooShort: 0, noCandles: 0, invalidRisk: 0 },
  actual: null,
  net: null,
  avgPct: null,
  avgR: null,
  buyAndHold: null,
  market: null,
  markets: [],
});
