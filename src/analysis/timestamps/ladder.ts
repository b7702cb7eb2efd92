import { MINUTE_MS } from '../../market/intervals.js';
import type { StampRange } from './price-fits.js';
import { RUNGS_MS } from './rung-bars.js';
import type { Stamps } from './stamps.js';

/** A way in which trades can fit their candles. */
export interface Rung {
  readonly lengthMs: number;
  /** Whether only the entries have to fit, because tools stamp exits with the open time of their bar. */
  readonly entriesOnly: boolean;
  /** Percentage of the known prices that has to fit. */
  readonly percent: number;
}

export const ENTRIES_IN_MINUTES: Rung = { lengthMs: MINUTE_MS, entriesOnly: true, percent: 80 };
export const ALL_IN_MINUTES: Rung = { lengthMs: MINUTE_MS, entriesOnly: false, percent: 90 };

/** Ordered from the closest fit to the widest. */
export const LADDER: readonly Rung[] = [
  ENTRIES_IN_MINUTES,
  ALL_IN_MINUTES,
  ...RUNGS_MS.slice(1).map((lengthMs) => ({ lengthMs, entriesOnly: false, percent: 95 })),
];

/** Returns the stamps that a rung checks. */
export const stampsOn = ({ entriesOnly }: Rung, { entries, count }: Stamps): StampRange => ({
  from: 0,
  to: entriesOnly ? entries : count,
});

/** Returns whether every stamp is the open of a bar. Bars longer than a minute prove nothing about other times. */
export const isOnGrid = ({ time }: Stamps, { lengthMs }: Rung, shiftMs: number): boolean =>
  lengthMs === MINUTE_MS || time.every((t) => (t + shiftMs) % lengthMs === 0);
