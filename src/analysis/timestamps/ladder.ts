import { MINUTE_MS } from '../../market/intervals.js';
import type { StampRange } from './price-fits.js';
import { RUNGS_MS } from './rung-bars.js';
import type { Stamps } from './stamps.js';

/** A way in which trades can fit their candles. */
export interface Rung {
  readonly lengthMs: number;
  /** Only the entries have to fit: tools stamp exits with the open of their bar. */
  readonly entriesOnly: boolean;
  /** Percent of the known prices that have to fit. */
  readonly percent: number;
}

export const ENTRIES_IN_MINUTES: Rung = { lengthMs: MINUTE_MS, entriesOnly: true, percent: 80 };
export const ALL_IN_MINUTES: Rung = { lengthMs: MINUTE_MS, entriesOnly: false, percent: 90 };

/** From the closest fit to the widest. */
export const LADDER: readonly Rung[] = [
  ENTRIES_IN_MINUTES,
  ALL_IN_MINUTES,
  ...RUNGS_MS.slice(1).map((lengthMs) => ({ lengthMs, entriesOnly: false, percent: 95 })),
];

/** The stamps that a rung is about. */
export const stampsOn = ({ entriesOnly }: Rung, { entries, count }: Stamps): StampRange => ({
  from: 0,
  to: entriesOnly ? entries : count,
});

/** Bars above a minute say nothing of times within them: every stamp has to be the open of one. */
export const isOnGrid = ({ time }: Stamps, { lengthMs }: Rung, shiftMs: number): boolean =>
  lengthMs === MINUTE_MS || time.every((t) => (t + shiftMs) % lengthMs === 0);
