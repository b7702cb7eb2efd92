import { MINUTE_MS } from '../../market/intervals.js';
import type { StampRange } from './price-fits.js';
import { RUNGS_MS } from './rung-bars.js';
import type { Stamps } from './stamps.js';

/** A rule by which trades can fit their candles. */
export interface Rung {
  readonly lengthMs: number;
  /** Whether only the entries must fit, because tools use the open time of a bar as the exit time. */
  readonly entriesOnly: boolean;
  /** Percentage of the known prices that must fit. */
  readonly percent: number;
}

export const ENTRIES_IN_MINUTES: Rung = { lengthMs: MINUTE_MS, entriesOnly: true, percent: 80 };
export const ALL_IN_MINUTES: Rung = { lengthMs: MINUTE_MS, entriesOnly: false, percent: 90 };

/** The rules, from the closest fit to the widest. */
export const LADDER: readonly Rung[] = [
  ENTRIES_IN_MINUTES,
  ALL_IN_MINUTES,
  ...RUNGS_MS.slice(1).map((lengthMs) => ({ lengthMs, entriesOnly: false, percent: 95 })),
];

/** Returns the range of times that a rule checks. */
export const stampsOn = ({ entriesOnly }: Rung, { entries, count }: Stamps): StampRange => ({
  from: 0,
  to: entriesOnly ? entries : count,
});

/** Returns whether every time is the open time of a bar. For other times, a bar longer than a minute proves nothing. */
export const isOnGrid = ({ time }: Stamps, { lengthMs }: Rung, shiftMs: number): boolean =>
  lengthMs === MINUTE_MS || time.every((t) => (t + shiftMs) % lengthMs === 0);
