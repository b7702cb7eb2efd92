import { MINUTE_MS, ceilToInterval } from '../../market/intervals.js';
import { inTicks } from '../minutes/price-ticks.js';
import type { MarketGrid } from './market-grid.js';

/** The time and the price of a fill. */
export interface MeasuredFill {
  readonly time: number;
  readonly price: number;
  /** Resolution of its time, ms. */
  readonly lengthMs: number;
}

/**
 * Returns the minute of a grid at whose open a fill is measured. A fill at the open of its own bar is measured there. The
 * open of the own bar of any other fill lies before it, so it is measured at the first open after its latest possible
 * moment.
 * @param start time of the first minute of the grid
 */
export function measuredMinute(
  { time, price, lengthMs }: MeasuredFill,
  start: number,
  grid: MarketGrid | undefined,
  decimals: number,
): number {
  const minute = (time - start) / MINUTE_MS;
  const isAtOpen =
    Number.isInteger(minute) &&
    grid?.present[minute] === 1 &&
    inTicks(grid.open[minute]!, decimals) === inTicks(price, decimals);
  return isAtOpen ? minute : (ceilToInterval(time + lengthMs, '1m') - start) / MINUTE_MS;
}
