import type { TimingMethod } from './timing-limits.js';

/** Returns the response without figures. It is used if no trade can be measured, and while bars are not loaded. */
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
