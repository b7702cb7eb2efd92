import fc from 'fast-check';
import type { Candle, Market } from './candle.js';
import { generatedCandle, generatedCandles } from './generated-candles.js';
import { type Interval, MINUTE_MS, nextOpenTime, openTimeAt } from './intervals.js';
import { deliveryAfter } from './quarter-contracts.js';

const DAY_MS = 1440 * MINUTE_MS;
const NEW_YEAR = Date.UTC(2024, 0, 1);

const minutesOf = (symbol: string, from: number, to: number, market: Market) =>
  generatedCandles(symbol, '1m', from, to, market);

const rounded = (value: number) => Math.round(value * 1e8) / 1e8;

/** Number of lots per unit. No symbol trades in smaller parts than 0.00001, so a sum of whole lots is exact. */
const LOTS = 1e5;

function aggregate(bars: readonly Candle[]): Candle {
  return {
    ts: bars[0]!.ts,
    open: bars[0]!.open,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: bars.at(-1)!.close,
    volume: bars.reduce((lots, { volume }) => lots + Math.round(volume * LOTS), 0) / LOTS,
  };
}

const symbols = fc.constantFrom('BTCUSDT', 'ETHUSDT', 'ADAUSDT', 'ATOMUSDT', 'ETHBTC', 'NEWCOINUSDT');
const markets = fc.constantFrom<Market>('spot', 'perpetual', 'current-quarter', 'next-quarter');
const times = fc.integer({ min: Date.UTC(2017, 7, 17), max: Date.UTC(2035, 0, 1) });

test('every bar is the aggregate of its minutes', () => {
  const intervals = fc.constantFrom<Interval>('3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d');
  fc.assert(
    fc.property(symbols, markets, intervals, times, (symbol, market, interval, time) => {
      const ts = openTimeAt(interval, time);
      const minutes = minutesOf(symbol, ts, nextOpenTime(interval, ts), market);
      expect(generatedCandle(symbol, interval, ts, market)).toEqual(aggregate(minutes));
    }),
    { numRuns: 200 },
  );
});

test.each<[Interval, string]>([
  ['3d', '2024-01-03'],
  ['1w', '2024-01-01'],
  ['1M', '2024-02-01'],
])('a bar of %s is the aggregate of its days', (interval, date) => {
  const ts = openTimeAt(interval, Date.parse(date));
  const days = generatedCandles('BTCUSDT', '1d', ts, nextOpenTime(interval, ts));
  expect(generatedCandle('BTCUSDT', interval, ts)).toEqual(aggregate(days));
});

test('a bar is valid: low ≤ open, close ≤ high, all above zero, prices on the tick', () => {
  fc.assert(
    fc.property(symbols, markets, times, (symbol, market, time) => {
      const { open, high, low, close, volume } = generatedCandle(
        symbol,
        '1m',
        openTimeAt('1m', time),
        market,
      );
      expect(low).toBeGreaterThan(0);
      expect(Math.min(open, close)).toBeGreaterThanOrEqual(low);
      expect(Math.max(open, close)).toBeLessThanOrEqual(high);
      expect(high / low).toBeLessThan(1.05);
      expect(volume).toBeGreaterThanOrEqual(0);
      expect([open, high, low, close].map(rounded)).toEqual([open, high, low, close]);
    }),
    { numRuns: 500 },
  );
});

test('every bar opens at the close of the previous bar, even across midnight', () => {
  for (const symbol of ['BTCUSDT', 'ADAUSDT']) {
    const bars = generatedCandles(symbol, '1m', NEW_YEAR - DAY_MS, NEW_YEAR + 2 * DAY_MS);
    expect(bars.slice(1).map(({ open }) => open)).toEqual(bars.slice(0, -1).map(({ close }) => close));
  }
});

test('a bar depends only on its arguments, not on earlier calls', () => {
  const asked = generatedCandle('BTCUSDT', '1m', NEW_YEAR);
  generatedCandles('ETHUSDT', '1d', NEW_YEAR - 100 * DAY_MS, NEW_YEAR);
  expect(generatedCandle('BTCUSDT', '1m', NEW_YEAR)).toEqual(asked);
  expect(asked).toEqual({
    ts: 1704067200000,
    open: 52358.09,
    high: 52377.08,
    low: 52357.58,
    close: 52365.94,
    volume: 16.45756,
  });
});

test('symbols and markets differ, and futures stay near their spot price', () => {
  const price = (symbol: string, market: Market) => generatedCandle(symbol, '1h', NEW_YEAR, market).close;
  expect(price('BTCUSDT', 'spot')).not.toBe(price('ETHUSDT', 'spot'));
  expect(price('BTCUSDT', 'current-quarter') / price('BTCUSDT', 'spot')).toBeCloseTo(1.02, 1);
});

test('small coins have quiet minutes, which are flat and without volume', () => {
  const bars = generatedCandles('ADAUSDT', '1m', NEW_YEAR, NEW_YEAR + DAY_MS);
  const quiet = bars.filter(({ volume }) => volume === 0);
  expect(quiet.length).toBeGreaterThan(10);
  for (const { open, high, low, close } of quiet) expect([high, low, close]).toEqual([open, open, open]);
});

test('the current-quarter series jumps at each delivery, and spot does not', () => {
  let delivery = deliveryAfter(Date.UTC(2022, 0, 1));
  for (let i = 0; i < 12; i += 1, delivery = deliveryAfter(delivery)) {
    const jump = (market: Market) => {
      const before = generatedCandle('BTCUSDT', '1m', delivery - MINUTE_MS, market).close;
      return generatedCandle('BTCUSDT', '1m', delivery, market).open / before - 1;
    };
    expect(jump('spot')).toBe(0);
    expect(jump('current-quarter')).toBeGreaterThan(0.009);
    expect(jump('current-quarter')).toBeLessThan(0.033);
  }
});
