import { join } from 'node:path';
import { itWith } from '../../../test/support/with-recordings.js';
import { realData } from '../../../test/support/real-data.js';
import { MINUTE_MS } from '../../shared/market/intervals.js';
import { readCandleFile } from '../import/read-candle-file.js';
import { aggregateBars } from './aggregate-bars.js';
import { type BarColumns, positionOf, sliceBars } from './bar-columns.js';
import { toCandles } from '../../../test/support/candles.js';

describe("aggregated market data equals the venue's own bars", () => {
  const now = Date.UTC(2026, 0, 1);
  const directory = realData('candles/venue-spot', "aggregated bars against the venue's own bars");
  const fileOf = (symbol: string, interval: string) => join(directory!, `${symbol}-${interval}-2023.csv.gz`);

  for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
    let reading: ReturnType<typeof readCandleFile> | undefined;
    for (const interval of ['5m', '15m', '1h'] as const) {
      itWith(directory)(`${symbol} ${interval}`, async () => {
        reading ??= readCandleFile(fileOf(symbol, '1m'), { interval: '1m', now });
        const fine = (await reading).bars;
        const own = (await readCandleFile(fileOf(symbol, interval), { interval, now })).bars;
        const known = { start: fine.ts[0]!, end: fine.ts[fine.count - 1]! + MINUTE_MS };
        const aggregated = aggregateBars(fine, [known], interval);
        // Compares only the time range that both sources cover.
        const from = Math.max(own.ts[0]!, aggregated.ts[0]!);
        const to = Math.min(own.ts[own.count - 1]!, aggregated.ts[aggregated.count - 1]!) + 1;
        const part = (bars: BarColumns) =>
          toCandles(sliceBars(bars, positionOf(bars, from), positionOf(bars, to)));
        expect(part(aggregated).length).toBeGreaterThan(700);
        expect(part(aggregated)).toEqual(part(own));
      });
    }
  }
});
