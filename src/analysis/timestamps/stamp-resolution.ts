import { RUNGS_MS } from './rung-bars.js';
import { type Share, reaches } from './share.js';

/** Percentage of the prices that must fit their bars if times are the open times of these bars. */
const PERCENT = 95;

/**
 * Returns the resolution of the entry times or of the exit times, ms.
 *
 * The resolution is 0 if a time is not on a whole minute. Otherwise it is the shortest bar length that divides all
 * times and has bars that contain 95 % of the prices. If there is no such length, it is the longest length that divides
 * all times.
 * @param shares shares of the prices that fit, by the lengths of `RUNGS_MS`
 */
export function stampResolution(times: Float64Array, shares: readonly Share[]): number {
  const dividing = RUNGS_MS.filter((rungMs) => times.every((time) => time % rungMs === 0));
  return dividing.find((_, rung) => reaches(shares[rung]!, PERCENT)) ?? dividing.at(-1) ?? 0;
}

const NOTHING_KNOWN: readonly Share[] = RUNGS_MS.map(() => ({ known: 0, fitting: 0 }));

/** Returns the coarsest possible resolution of the entry times or of the exit times, regardless of the candles, ms. */
export const coarsestResolution = (times: Float64Array): number => stampResolution(times, NOTHING_KNOWN);
