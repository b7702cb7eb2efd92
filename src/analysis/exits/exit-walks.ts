import { windowStart } from '../../stats/ideal-r/windows.js';
import { type ExitGrid, levelCount } from './exit-grid.js';
import type { RiskedExitTrades } from './exit-levels.js';

/** Stands for no bar: greater than the number of any bar. */
export const NEVER = 2 ** 31 - 1;

/**
 * Where prices were first touched: the bar, counted in minutes from that of the entry, and what its open gains in R when it
 * opened at the price or beyond (NaN: it was reached within the bar). One place per trade.
 */
export interface Touches {
  readonly bar: Int32Array;
  readonly openR: Float64Array;
}

/** Whether the stop stands at the entry after an entry bar of which a part lies before the entry. */
export const UNARMED = 0;
export const PERHAPS_ARMED = 1;
export const ARMED = 2;

/**
 * What each trade's walk has met, one place per trade. `touches` are by the number of the level. Everything later follows
 * from it: a cell is a target and a stop, of which one comes first.
 */
export interface ExitWalks {
  /** Open time of the next bar to look at. */
  readonly nextTs: Float64Array;
  /** 1 if every cell ended, or the horizon, before a missing bar. */
  readonly complete: Uint8Array;
  /** What the last close gains in R when the walk reached the horizon. */
  readonly closeR: Float64Array;
  readonly touches: readonly Touches[];
  /** 1 if any touch was at an open. */
  readonly openTouched: Uint8Array;
  /** How many levels were touched, from the entry outwards. */
  readonly targetsTouched: Uint8Array;
  readonly stopsTouched: Uint8Array;
  /** How many levels may have been touched by an entry bar that lies partly before the entry. */
  readonly targetsPerhaps: Uint8Array;
  readonly stopsPerhaps: Uint8Array;
  /** 1 if price may have come back to the entry in that bar after it armed the stop there. */
  readonly returnedPerhaps: Uint8Array;
  /** UNARMED, PERHAPS_ARMED or ARMED after that bar. */
  readonly arming: Uint8Array;
  /** The first bar that certainly reaches the break-even trigger. */
  readonly trigger: Touches;
  /** 1 if the entry lies within that bar's range: price may have come back after the trigger or have been there before. */
  readonly entryInTriggerBar: Uint8Array;
  /** The first touch of the stop at the entry, if that bar or the entry bar armed it. */
  readonly return: Touches;
  /** The same for a stop that the entry bar may have armed. */
  readonly perhapsReturn: Touches;
}

/** Walks before their first bar. */
export function newExitWalks({ count, entryTime }: RiskedExitTrades, grid: ExitGrid): ExitWalks {
  const flags = () => new Uint8Array(count);
  const touches = (): Touches => ({
    bar: new Int32Array(count).fill(NEVER),
    openR: new Float64Array(count).fill(NaN),
  });
  return {
    nextTs: entryTime.map(windowStart),
    complete: flags(),
    closeR: new Float64Array(count).fill(NaN),
    touches: Array.from({ length: levelCount(grid) }, touches),
    openTouched: flags(),
    targetsTouched: flags(),
    stopsTouched: flags(),
    targetsPerhaps: flags(),
    stopsPerhaps: flags(),
    returnedPerhaps: flags(),
    arming: flags(),
    trigger: touches(),
    entryInTriggerBar: flags(),
    return: touches(),
    perhapsReturn: touches(),
  };
}
