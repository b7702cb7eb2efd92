import { windowStart } from '../../stats/ideal-r/windows.js';
import { type ExitGrid, levelCount } from './exit-grid.js';
import type { RiskedExitTrades } from './exit-levels.js';

/** Stands for "no bar": greater than the number of any bar. */
export const NEVER = 2 ** 31 - 1;

/**
 * First touches of prices, one place per trade. `bar` counts minutes from the entry bar. `openR` is the gain of the
 * open in R if the bar opened at the price or beyond (NaN: the price was reached within the bar).
 */
export interface Touches {
  readonly bar: Int32Array;
  readonly openR: Float64Array;
}

/** Whether the stop has moved to the entry after an entry bar that lies partly before the entry. */
export const UNARMED = 0;
export const PERHAPS_ARMED = 1;
export const ARMED = 2;

/**
 * State of each trade's walk, one place per trade. `touches` are by level number. All results follow from this state:
 * a cell is a target and a stop, one of which comes first.
 */
export interface ExitWalks {
  /** Open time of the next bar to look at. */
  readonly nextTs: Float64Array;
  /** 1 if every cell or the horizon ended before a missing bar. */
  readonly complete: Uint8Array;
  /** Gain of the last close in R, if the walk reached the horizon. */
  readonly closeR: Float64Array;
  readonly touches: readonly Touches[];
  /** 1 if any touch was at an open. */
  readonly openTouched: Uint8Array;
  /** Number of levels touched, from the entry outwards. */
  readonly targetsTouched: Uint8Array;
  readonly stopsTouched: Uint8Array;
  /** Number of levels that an entry bar may have touched that lies partly before the entry. */
  readonly targetsPerhaps: Uint8Array;
  readonly stopsPerhaps: Uint8Array;
  /** 1 if price may have returned to the entry in that bar after it moved the stop there. */
  readonly returnedPerhaps: Uint8Array;
  /** UNARMED, PERHAPS_ARMED or ARMED after that bar. */
  readonly arming: Uint8Array;
  /** The first bar that certainly reaches the break-even trigger. */
  readonly trigger: Touches;
  /**
   * 1 if the entry lies within the range of that bar: price may have returned there after the trigger, or may have
   * been there before.
   */
  readonly entryInTriggerBar: Uint8Array;
  /** First touch of the stop at the entry, if the trigger bar or the entry bar armed it. */
  readonly return: Touches;
  /** First touch of the stop at the entry, if the entry bar may have armed it. */
  readonly perhapsReturn: Touches;
}

/** Returns walks before their first bar. */
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
