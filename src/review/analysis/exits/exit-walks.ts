import { windowStart } from '../../../stats/ideal-r/windows.js';
import { type ExitGrid, levelCount } from './exit-grid.js';
import type { RiskedExitTrades } from './exit-levels.js';

/** Number of a bar that does not exist. It is greater than the number of any bar. */
export const NEVER = 2 ** 31 - 1;

/**
 * The first time that each trade touches a price, by index of the trade. `bar` is the number of minutes after the entry
 * bar. If the bar opened at or beyond the price, `openR` is the gain at the open in R; if price reached it within the
 * bar, `openR` is NaN.
 */
export interface Touches {
  readonly bar: Int32Array;
  readonly openR: Float64Array;
}

/**
 * States of the stop after the entry bars that may open before the entry: it has not moved to the entry price, it may
 * have moved, or it has certainly moved.
 */
export const UNARMED = 0;
export const PERHAPS_ARMED = 1;
export const ARMED = 2;

/**
 * The state of the walk of each trade, by index of the trade. `touches` is indexed by level number. In every cell the
 * trade ends when it touches its target or its stop, so all results follow from this state.
 */
export interface ExitWalks {
  /** Open time of the next minute of the walk. */
  readonly nextTs: Float64Array;
  /** 1 if the walk reached the horizon or the end of every cell before any missing bar. */
  readonly complete: Uint8Array;
  /** Close of the last bar of the walk, negated for a short trade; NaN before the first bar. */
  readonly lastClose: Float64Array;
  /** Gain of the last close in R if the walk reached the horizon; 0 if the market was closed until then. */
  readonly closeR: Float64Array;
  readonly touches: readonly Touches[];
  /** 1 if the trade touched any level at the open of a bar. */
  readonly openTouched: Uint8Array;
  /** Number of touched levels, from the entry outwards. */
  readonly targetsTouched: Uint8Array;
  readonly stopsTouched: Uint8Array;
  /** Number of levels that may have been touched within the entry bars that may open before the entry. */
  readonly targetsPerhaps: Uint8Array;
  readonly stopsPerhaps: Uint8Array;
  /** 1 if the entry is at the open of its bar. The whole bar then lies within the trade. */
  readonly entersAtOpen: Uint8Array;
  /** Extremes of the entry bars that open before the latest possible entry. The prices of a short trade are negated. */
  readonly entryLow: Float64Array;
  readonly entryHigh: Float64Array;
  /** 1 while more of the entry bars that may open before the entry may follow. */
  readonly inEntryBars: Uint8Array;
  /**
   * 1 if price may have reached the trigger and then returned to the entry price within the entry bars that may open
   * before the entry.
   */
  readonly returnedPerhaps: Uint8Array;
  /** State of the stop after the entry bars that may open before the entry: UNARMED, PERHAPS_ARMED or ARMED. */
  readonly arming: Uint8Array;
  /** The first bar that certainly reaches the trigger. */
  readonly trigger: Touches;
  /**
   * 1 if the entry price lies within the range of the trigger bar. It is then unknown whether price reached the entry
   * price before or after the trigger.
   */
  readonly entryInTriggerBar: Uint8Array;
  /**
   * First touch of the stop at the entry price, if the trigger bar or the entry bar has certainly moved the stop there.
   */
  readonly return: Touches;
  /** First touch of the stop at the entry price, if the entry bar may have moved the stop there. */
  readonly perhapsReturn: Touches;
}

/** Returns the walks in their state before the first bar. */
export function newExitWalks({ count, entryTime }: RiskedExitTrades, grid: ExitGrid): ExitWalks {
  const flags = () => new Uint8Array(count);
  const touches = (): Touches => ({
    bar: new Int32Array(count).fill(NEVER),
    openR: new Float64Array(count).fill(NaN),
  });
  return {
    nextTs: entryTime.map(windowStart),
    complete: flags(),
    lastClose: new Float64Array(count).fill(NaN),
    closeR: new Float64Array(count).fill(NaN),
    touches: Array.from({ length: levelCount(grid) }, touches),
    openTouched: flags(),
    targetsTouched: flags(),
    stopsTouched: flags(),
    targetsPerhaps: flags(),
    stopsPerhaps: flags(),
    entersAtOpen: flags(),
    entryLow: new Float64Array(count).fill(Infinity),
    entryHigh: new Float64Array(count).fill(-Infinity),
    inEntryBars: flags(),
    returnedPerhaps: flags(),
    arming: flags(),
    trigger: touches(),
    entryInTriggerBar: flags(),
    return: touches(),
    perhapsReturn: touches(),
  };
}
