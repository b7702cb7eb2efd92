import { MINUTE_MS } from '../../../shared/market/intervals.js';
import type { StampRange } from './price-fits.js';
import { RUNGS_MS } from './rung-bars.js';
import type { Stamps } from './stamps.js';

/** A rule that decides whether trades fit their candles. */
export interface Rung {
  readonly lengthMs: number;
  /** True if only the entries must fit. Tools use the open time of a bar as the exit time, so exits may not fit. */
  readonly entriesOnly: boolean;
  /** Percentage of the known prices that must fit. */
  readonly percent: number;
}

export const ENTRIES_IN_MINUTES: Rung = { lengthMs: MINUTE_MS, entriesOnly: true, percent: 80 };
export const ALL_IN_MINUTES: Rung = { lengthMs: MINUTE_MS, entriesOnly: false, percent: 90 };

/**
 * Returns the rules, from the closest fit to the widest fit.
 * @param stampMs length of the longest bars that could open at each of the times; 0 if there are no such bars. Bars of
 * this length have a rule even if no interval of candles has this length, because a strategy may use bars of 30
 * minutes.
 */
export function ladderFor(stampMs: number): readonly Rung[] {
  const lengths = new Set([...RUNGS_MS.slice(1), ...(stampMs > MINUTE_MS ? [stampMs] : [])]);
  const sorted = [...lengths].toSorted((a, b) => a - b);
  const wider = sorted.map((lengthMs) => ({ lengthMs, entriesOnly: false, percent: 95 }));
  return [ENTRIES_IN_MINUTES, ALL_IN_MINUTES, ...wider];
}

/** Returns the range of times to which a rule applies. */
export const stampsOn = ({ entriesOnly }: Rung, { entries, count }: Stamps): StampRange => ({
  from: 0,
  to: entriesOnly ? entries : count,
});

/**
 * Returns whether every time is the open time of a bar of the rule's length. If a single time is not, bars of this
 * length prove nothing. The function always returns true for bars of a minute.
 */
export const isOnGrid = ({ time }: Stamps, { lengthMs }: Rung, shiftMs: number): boolean =>
  lengthMs === MINUTE_MS || time.every((t) => (t + shiftMs) % lengthMs === 0);
