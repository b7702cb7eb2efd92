import { RUNGS_MS } from './rung-bars.js';
import { type Share, reaches } from './share.js';

/** Percentage of the prices that must fit their bars if the stamps are the opens of these bars. */
const PERCENT = 95;

/**
 * Returns the resolution of stamps of one kind, entries or exits, ms: 0 if one of them is off the minute, otherwise
 * the length of the smallest bar that divides all of them and contains 95 % of the prices. If there is none, the
 * largest length that divides them.
 * @param shares of the kind, by the lengths of `RUNGS_MS`
 */
export function stampResolution(times: Float64Array, shares: readonly Share[]): number {
  const dividing = RUNGS_MS.filter((rungMs) => times.every((time) => time % rungMs === 0));
  return dividing.find((_, rung) => reaches(shares[rung]!, PERCENT)) ?? dividing.at(-1) ?? 0;
}

const NOTHING_KNOWN: readonly Share[] = RUNGS_MS.map(() => ({ known: 0, fitting: 0 }));

/** Returns the coarsest possible resolution of stamps of one kind, regardless of the candles, ms. */
export const coarsestResolution = (times: Float64Array): number => stampResolution(times, NOTHING_KNOWN);
