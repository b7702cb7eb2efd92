import { fromCandles } from '../../test/support/candles.js';
import { candlesJson } from './candles-json.js';

it('candles are written as the bytes of JSON.stringify', () => {
  const head = { symbol: 'BTCUSDT', feed: 'venue-spot', interval: '1h', source: 'cache' } as const;
  for (const count of [0, 1, 3, 2000, 2]) {
    const candles = Array.from({ length: count }, (_, i) => ({
      ts: Date.UTC(2024, 0, 1) + i * 60_000,
      open: 28_443.04 + i / 100,
      high: 1e12 / (i + 1),
      low: Math.PI ** (i % 50),
      close: 5e-324 * i,
      volume: (i * 7919) / 1e8,
    }));
    const expected = JSON.stringify({ ...head, candles });
    expect(Buffer.concat(candlesJson(head, fromCandles(candles))).toString()).toBe(expected);
  }
});
