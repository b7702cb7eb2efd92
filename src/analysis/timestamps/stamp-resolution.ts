import { RUNGS_MS } from './rung-bars.js';
import { type Share, reaches } from './share.js';

/** Percent of the prices that have to fit their bars for their stamps to be the opens of these. */
const PERCENT = 95;

/**
 * How exact stamps of one kind, entries or exits, are, ms: 0 if one of them is off the minute, otherwise the smallest bar
 * that divides all of them and holds 95 % of the prices. If none does, the largest that divides them.
 * @param shares of the kind, by the lengths of `RUNGS_MS`
 */
export function stampResolution(times: Float64Array, shares: readonly Share[]): number {
  const dividing = RUNGS_MS.filter((rungMs) => times.every((time) => time % rungMs === 0));
  return dividing.find((_, rung) => reaches(shares[rung]!, PERCENT)) ?? dividing.at(-1) ?? 0;
}

const NOTHING_KNOWN: readonly Share[] = RUNGS_MS.map(() => ({ known: 0, fitting: 0 }));

/** The coarsest that stamps of one kind can be, whatever the candles say, ms. */
export const coarsestResolution = (times: Float64Array): number => stampResolution(times, NOTHING_KNOWN);
