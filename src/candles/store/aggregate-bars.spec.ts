import fc from 'fast-check';
import { aggregateBars } from './aggregate-bars.js';
import { type BarColumns, type Candle, NO_BARS } from './bar-columns.js';
import { fromCandles, toCandles } from '../../../test/support/candles.js';
import { type Interval, MINUTE_MS, intervalMs } from '../../shared/market/intervals.js';
import { covers } from '../../shared/market/spans.js';

/** Returns 1m bars at these minutes, with prices 100 + minute ± 1 and a volume of minute / 10. */
function minutes(...at: number[]): BarColumns {
  return fromCandles(
    at.map((minute) => ({
      ts: minute * MINUTE_MS,
      open: 100 + minute,
      high: 101 + minute,
      low: 99 + minute,
      close: 100.5 + minute,
      volume: minute / 10,
    })),
  );
}

/** Converts bounds in minutes to spans. */
const covered = (...bounds: [start: number, end: number][]) =>
  bounds.map(([start, end]) => ({ start: start * MINUTE_MS, end: end * MINUTE_MS }));

describe('aggregateBars', () => {
  it('takes the first open, highest high, lowest low, last close and the sum of the volumes', () => {
    // volume 0 + 0.1 + 0.2 + 0.3 + 0.4 = 1
    expect(toCandles(aggregateBars(minutes(0, 1, 2, 3, 4), covered([0, 5]), '5m'))).toEqual([
      { ts: 0, open: 100, high: 105, low: 99, close: 104.5, volume: 1 },
    ]);
  });

  const check = (bars: BarColumns, spans: ReturnType<typeof covered>, expectedMinutes: number[]) =>
    expect([...aggregateBars(bars, spans, '5m').ts].map((ts) => ts / MINUTE_MS)).toEqual(expectedMinutes);

  it('returns bars only for spans that are covered as a whole', () => {
    const twelve = minutes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    check(twelve, covered([0, 12]), [0, 5]);
    check(twelve, covered([1, 12]), [5]);
    check(twelve, covered([0, 4], [4, 10]), [0, 5]);
    check(twelve, covered([0, 4], [5, 10]), [5]);
    check(twelve, [], []);
    check(NO_BARS, covered([0, 10]), []);
  });

  it('builds a bar from the minutes that exist, and no bar if no minute exists', () => {
    check(minutes(2, 13), covered([0, 15]), [0, 10]);
    expect(toCandles(aggregateBars(minutes(2), covered([0, 5]), '5m'))).toEqual([
      { ts: 0, open: 102, high: 103, low: 101, close: 102.5, volume: 0.2 },
    ]);
  });

  it('sums volumes exactly, rounded half away from zero to 8 decimals', () => {
    const volumeOf = (...volumes: number[]) => {
      const bars = fromCandles(
        volumes.map((volume, i) => ({ ts: i * MINUTE_MS, open: 1, high: 1, low: 1, close: 1, volume })),
      );
      return aggregateBars(bars, covered([0, 5]), '5m').volume[0];
    };
    expect(volumeOf(0.1, 0.2)).toBe(0.3);
    expect(volumeOf(0.000000004)).toBe(0);
    expect(volumeOf(0.000000005)).toBe(0.00000001);
    expect(volumeOf(0.000000001, 0.000000004)).toBe(0.00000001);
    expect(volumeOf(1e16, 1, 1)).toBe(10000000000000002);
    expect(volumeOf(1, 1e16, 1)).toBe(10000000000000002);
    expect(volumeOf(90071992.12345678)).toBe(90071992.12345678);
    expect(volumeOf(60000000.00000001, 0.00000001)).toBe(60000000.00000002);
    expect(volumeOf(0, 0)).toBe(0);
  });

  it('returns a bar for each covered span that has a minute, with the extremes of its minutes', () => {
    const candle = fc.record({
      minute: fc.integer({ min: 0, max: 120 }),
      a: fc.integer({ min: 1, max: 1e6 }),
      b: fc.integer({ min: 1, max: 1e6 }),
      volume: fc.integer({ min: 0, max: 1e9 }),
    });
    const bound = fc.integer({ min: 0, max: 121 });
    fc.assert(
      fc.property(
        fc.uniqueArray(candle, { selector: (c) => c.minute, maxLength: 60 }),
        fc.array(fc.tuple(bound, bound), { maxLength: 6 }),
        fc.constantFrom<Interval>('1m', '5m', '15m', '1h'),
        (raw, bounds, interval) => {
          const ms = intervalMs(interval);
          const spans = covered(...bounds);
          const bars: Candle[] = raw
            .toSorted((x, y) => x.minute - y.minute)
            .map(({ minute, a, b, volume }) => ({
              ts: minute * MINUTE_MS,
              open: a / 100,
              high: Math.max(a, b) / 100,
              low: Math.min(a, b) / 100,
              close: b / 100,
              volume: volume / 1e8,
            }));
          const cells = new Map<number, Candle[]>();
          for (const bar of bars) {
            const start = Math.floor(bar.ts / ms) * ms;
            if (covers(spans, { start, end: start + ms }))
              cells.set(start, [...(cells.get(start) ?? []), bar]);
          }
          const expected = [...cells].map(([ts, parts]) => ({
            ts,
            open: parts[0]!.open,
            high: Math.max(...parts.map((part) => part.high)),
            low: Math.min(...parts.map((part) => part.low)),
            close: parts.at(-1)!.close,
            // Whole units of 1e-8 add up without rounding errors.
            volume: parts.reduce((sum, part) => sum + Math.round(part.volume * 1e8), 0) / 1e8,
          }));
          expect(toCandles(aggregateBars(fromCandles(bars), spans, interval))).toEqual(expected);
        },
      ),
    );
  });
});
