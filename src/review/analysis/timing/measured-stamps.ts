import { MINUTE_MS, ceilToInterval } from '../../../shared/market/intervals.js';
import { inTicks } from '../minutes/price-ticks.js';

/** The time and the price of a fill. */
export interface MeasuredFill {
  readonly time: number;
  readonly price: number;
  /** Resolution of the time, ms. */
  readonly lengthMs: number;
}

/** Returns the open of the bar in a minute of a grid; undefined if the minute has no bar. */
export type OpenAt = (minute: number) => number | undefined;

/**
 * Returns the minute of a grid at whose open a fill is measured. A fill that is at the open of its bar is measured at
 * this open. Any other fill comes after the open of its bar, so it is measured at the first open after its latest
 * possible moment.
 * @param start time of the first minute of the grid
 */
export function measuredMinute(
  { time, price, lengthMs }: MeasuredFill,
  start: number,
  openAt: OpenAt,
  decimals: number,
): number {
  const minute = (time - start) / MINUTE_MS;
  const open = Number.isInteger(minute) ? openAt(minute) : undefined;
  const isAtOpen = open !== undefined && inTicks(open, decimals) === inTicks(price, decimals);
  return isAtOpen ? minute : (ceilToInterval(time + lengthMs, '1m') - start) / MINUTE_MS;
}
