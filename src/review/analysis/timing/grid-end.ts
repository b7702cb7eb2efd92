import { MINUTE_MS, ceilToInterval, floorToInterval } from '../../../shared/market/intervals.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';
import { type OpenAt, measuredMinute } from './measured-stamps.js';

type Exits = Pick<AnalysedTrades, 'count' | 'exitTime' | 'exitPrice' | 'asset'>;

/** Returns the trades whose exit may be measured after the minute of the last exit of the session. */
export function lateExits({ count, exitTime }: Exits, { exitMs }: StampResolution): Uint32Array {
  const last = exitTime
    .subarray(0, count)
    .reduce((latest, time) => Math.max(latest, floorToInterval(time, '1m')), -Infinity);
  const trades = Array.from({ length: count }, (_, trade) => trade);
  return Uint32Array.from(trades.filter((trade) => ceilToInterval(exitTime[trade]! + exitMs, '1m') > last));
}

/**
 * Returns the number of minutes of the grid of a session. The grid starts at the first entry. It ends at the last exit
 * or, if this is later, at the last minute at which an exit is measured.
 * @param start time of the first minute
 * @param openOf returns the opens of the market of an asset
 */
export function gridMinutes(
  trades: Exits,
  start: number,
  resolution: StampResolution,
  openOf: (asset: number) => OpenAt,
  decimals: ReadonlyMap<number, number>,
): number {
  const { exitTime, exitPrice, asset } = trades;
  let last = 0;
  for (let trade = 0; trade < trades.count; trade += 1)
    last = Math.max(last, (floorToInterval(exitTime[trade]!, '1m') - start) / MINUTE_MS);
  for (const trade of lateExits(trades, resolution)) {
    const fill = { time: exitTime[trade]!, price: exitPrice[trade]!, lengthMs: resolution.exitMs };
    const digits = decimals.get(asset[trade]!) ?? 0;
    last = Math.max(last, measuredMinute(fill, start, openOf(asset[trade]!), digits));
  }
  return last + 1;
}
