import { SeriesOverview } from '../../candles/series-overview.js';
import { table } from '../table.js';
import { minute } from '../minute.js';

/** Prints what is stored, a line a series. */
export function listSeries(all: readonly SeriesOverview[]): void {
  if (all.length === 0) {
    process.stdout.write('No candles are stored.\n');
    return;
  }
  const head = ['feed', 'symbol', 'interval', 'first', 'last', 'bars', 'gaps', 'missing'];
  const rows = all.map(({ feed, symbol, interval, firstTs, lastTs, bars, gaps, missingBars }) => [
    feed,
    symbol,
    interval,
    firstTs === null ? '' : minute(firstTs),
    lastTs === null ? '' : minute(lastTs),
    String(bars),
    String(gaps),
    String(missingBars),
  ]);
  process.stdout.write(`${table([head, ...rows], ['bars', 'gaps', 'missing'])}\n`);
}
