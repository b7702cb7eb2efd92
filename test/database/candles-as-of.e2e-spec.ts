import fc from 'fast-check';
import type { Candle } from '../../src/candles/store/bar-columns.js';
import { CandleStore } from '../../src/candles/store/candle-store.js';
import { INTERVALS, type Interval, floorToInterval, intervalMs } from '../../src/shared/market/intervals.js';
import { type AskedAsOf, type Forming, asOfPathOf, barOfMinutes } from '../support/as-of.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { fromCandles } from '../support/candles.js';
import { DAY, HOUR, MINUTE, T, aSymbol } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { propertyRuns } from '../support/property-runs.js';

/** Stored candles as of an instant. The service sends no request to the venue. */

let t: TestApp;
let store: CandleStore;
beforeAll(async () => {
  t = await startTestApp();
  store = t.app.get(CandleStore);
});
afterAll(() => t.close());

const get = async (asked: AskedAsOf) => (await t.call.get(asOfPathOf(asked)).expect(200)).body;
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

async function write(
  symbol: string,
  bars: readonly Candle[],
  [start, end]: readonly [number, number],
  interval: Interval = '1m',
): Promise<number> {
  const { id } = await store.getOrCreateSeries('venue-spot', symbol, interval);
  await store.writeBars(id, fromCandles(bars), { start, end });
  return id;
}

describe('the documented example', () => {
  const symbol = aSymbol();
  const bar = (ts: number, first: number, last: number, volume: number): Candle => ({
    ts,
    open: 100 + first,
    high: 101 + last,
    low: 99 + first,
    close: 100.5 + last,
    volume,
  });
  const minute = (i: number) => bar(i * MINUTE, i, i, 1);
  beforeAll(async () => {
    const minutes = range(0, 70)
      .filter((i) => i !== 62)
      .map(minute);
    await write(symbol, minutes, [0, 70 * MINUTE]);
  });

  const five = (first: number, volume = 5) => bar(first * MINUTE, first, first + 4, volume);
  const hour = bar(0, 0, 59, 60);
  const forming = {
    ts: 3_600_000,
    open: 160,
    high: 162,
    low: 159,
    close: 161.5,
    volume: 2,
    until: 3_720_000,
  };
  const whole = { ...forming, high: 165, close: 164.5, volume: 4, until: 3_900_000 };
  const { until: _, ...wholeFive } = whole;
  const rows: [at: number, minutes: number[], fives: Candle[], formingFive: Forming, formingHour: Forming][] =
    [
      [3_800_000, [60, 61], [five(50), five(55)], forming, forming],
      [3_600_000, [58, 59], [five(50), five(55)], null, null],
      [3_630_000, [58, 59], [five(50), five(55)], null, null],
      [3_900_000, [63, 64], [five(55), wholeFive], null, whole],
    ];
  it.each(rows)('at %d', async (at, minutes, fives, formingFive, formingHour) => {
    const source = 'cache';
    expect(await get({ symbol, at, count: 2, intervals: ['1m', '5m', '1h'] })).toEqual({
      symbol,
      feed: 'venue-spot',
      at,
      series: [
        { interval: '1m', source, candles: minutes.map(minute), forming: null },
        { interval: '5m', source, candles: fives, forming: formingFive },
        { interval: '1h', source, candles: [hour], forming: formingHour },
      ],
    });
  });

  it('has its fields in the documented order, and the series in the order of the query', async () => {
    const path = asOfPathOf({
      symbol: symbol.toLowerCase(),
      at: 3_800_000,
      count: 1,
      intervals: ['1h', '1m'],
    });
    const { text } = await t.call.get(path).expect(200);
    const candles = [hour];
    const series = [
      { interval: '1h', source: 'cache', candles, forming },
      { interval: '1m', source: 'cache', candles: [minute(61)], forming: null },
    ];
    expect(text).toBe(JSON.stringify({ symbol, feed: 'venue-spot', at: 3_800_000, series }));
  });
});

describe('GET /candles/as-of', () => {
  const aBar = (ts: number, price = 100, volume = 1): Candle => ({
    ts,
    open: price,
    high: price + 2,
    low: price - 1,
    close: price + 1,
    volume,
  });
  const minutes = (from: number, to: number) => range(from, to).map((i) => aBar(T + i * MINUTE, 100 + i));

  it('returns 500 bars of each interval by default, and up to 2000', async () => {
    const symbol = aSymbol();
    await write(symbol, minutes(0, 2100), [T, T + 2100 * MINUTE]);
    const at = T + 2100 * MINUTE;
    for (const count of [undefined, 1, 2000]) {
      const { series } = await get({ symbol, at, count, intervals: ['1m', '5m'] });
      const lengths = series.map(({ candles }: { candles: Candle[] }) => candles.length);
      expect(lengths).toEqual([count ?? 500, Math.min(count ?? 500, 420)]);
    }
  });

  it('has no forming bar if a minute of it is unknown, and one if the minute is known not to exist', async () => {
    const [known, unknown] = [aSymbol(), aSymbol()];
    await write(known, [...minutes(0, 62), ...minutes(63, 70)], [T, T + 70 * MINUTE]);
    await write(unknown, minutes(0, 62), [T, T + 62 * MINUTE]);
    await write(unknown, minutes(63, 70), [T + 63 * MINUTE, T + 70 * MINUTE]);
    const at = T + 70 * MINUTE;
    const forming = async (symbol: string) =>
      (await get({ symbol, at, intervals: ['1h'] })).series[0].forming;
    expect(await forming(known)).toEqual(barOfMinutes(T + HOUR, [...minutes(60, 62), ...minutes(63, 70)]));
    expect(await forming(unknown)).toBeNull();
    // The last minute has closed, but is not stored.
    expect((await get({ symbol: known, at: at + MINUTE, intervals: ['1h'] })).series[0].forming).toBeNull();
  });

  it('prefers a stored larger bar to its minutes, and makes the forming bar of minutes', async () => {
    const symbol = aSymbol();
    await write(symbol, minutes(0, 130), [T, T + 130 * MINUTE]);
    const own = { ...aBar(T + HOUR, 7), volume: 9 };
    await write(symbol, [own], [T + HOUR, T + 2 * HOUR], '1h');
    const [hours, fives] = (await get({ symbol, at: T + 130 * MINUTE, intervals: ['1h', '5m'] })).series;
    expect(hours.candles).toEqual([{ ...aBar(T), high: 161, close: 160, volume: 60 }, own]);
    expect(hours.forming).toEqual(barOfMinutes(T + 2 * HOUR, minutes(120, 130)));
    expect(fives.forming).toBeNull();
  });

  it('sums volumes in decimals, and rounds them to 8 decimals', async () => {
    const symbol = aSymbol();
    const volumes = [0.1, 0.2, 1e-9, 4e-9];
    const bars = volumes.map((volume, i) => aBar(T + i * MINUTE, 100, volume));
    await write(symbol, bars, [T, T + 4 * MINUTE]);
    const volumeAt = async (minute: number) =>
      (await get({ symbol, at: T + minute * MINUTE, intervals: ['5m'] })).series[0].forming.volume;
    expect([await volumeAt(2), await volumeAt(3), await volumeAt(4)]).toEqual([0.3, 0.3, 0.30000001]);
  });

  it('shows a write at once, also of bars that were cached', async () => {
    const symbol = aSymbol();
    await write(symbol, minutes(0, 70), [T, T + 70 * MINUTE]);
    const asked = { symbol, at: T + 70 * MINUTE, intervals: ['1m', '1h'], count: 70 } as const;
    expect(await get(asked)).toEqual(await get(asked));
    await write(symbol, [aBar(T + 3 * MINUTE, 900)], [T + 3 * MINUTE, T + 4 * MINUTE]);
    await write(symbol, [aBar(T + 65 * MINUTE, 800)], [T + 65 * MINUTE, T + 66 * MINUTE]);
    const [ones, hours] = (await get(asked)).series;
    expect([ones.candles[3].high, ones.candles[65].high]).toEqual([902, 802]);
    expect([hours.candles[0].high, hours.forming.high]).toEqual([902, 802]);
  });

  it('returns empty lists for an unknown symbol in offline mode', async () => {
    const symbol = aSymbol();
    expect(await get({ symbol, at: T, intervals: ['1m', '1d'] })).toEqual({
      symbol,
      feed: 'venue-spot',
      at: T,
      series: ['1m', '1d'].map((interval) => ({ interval, source: 'cache', candles: [], forming: null })),
    });
    expect((await get({ symbol, at: 1 })).series).toHaveLength(6);
  });

  it('counts a minute as closed 2 s after its close', async () => {
    const symbol = aSymbol();
    const now = Date.now();
    const today = floorToInterval(now, '1d') - DAY;
    const all = range(0, 2 * 1440).map((i) => aBar(today + i * MINUTE));
    await write(symbol, all, [today, today + 2 * DAY]);
    const { series } = await get({ symbol, at: now });
    const last = series[0].candles.at(-1).ts + MINUTE;
    expect(last).toBeLessThanOrEqual(Date.now() - 2_000);
    expect(last).toBeGreaterThan(now - 2_000 - MINUTE);
    for (const { forming } of series) expect(forming?.until ?? last).toBe(last);
  });
});

describe('a query for candles as of an instant', () => {
  const valid = 'symbol=BTCUSDT&intervals=1m&at=1';
  const refused: [query: string, ...fields: string[]][] = [
    ['', 'at', 'intervals', 'symbol'],
    ['symbol=A&intervals=1m', 'at'],
    ['symbol=A&at=1', 'intervals'],
    ...[
      '',
      '1m,',
      ',1m',
      '1m,,5m',
      '1m, 5m',
      '1M',
      '3m',
      '1m;5m',
      '1m,1m',
      '1m,5m,1m',
      '1m&intervals=5m',
    ].map((intervals): [string, string] => [`symbol=A&at=1&intervals=${intervals}`, 'intervals']),
    [`symbol=A&at=1&intervals=${INTERVALS.join()},1m`, 'intervals'],
    [`symbol=A&at=1&intervals[]=1m`, 'intervals', 'intervals[]'],
    ...['', '0', '-1', '1.5', 'now', '2024-01-10', '253402300799999', '253402300800000', '1&at=2'].map(
      (at): [string, string] => [`symbol=A&intervals=1m&at=${at}`, 'at'],
    ),
    ...['', '0', '2001', '1.5', 'x'].map((count): [string, string] => [`${valid}&count=${count}`, 'count']),
    [`symbol=${'A'.repeat(33)}&intervals=1m&at=1`, 'symbol'],
    [`${valid}&feed=spot`, 'feed'],
    [`${valid}&interval=1m`, 'interval'],
    [`${valid}&before=1`, 'before'],
  ];
  it.each(refused)('is refused: "%s"', async (query, ...fields) => {
    expectProblem(await t.call.get(`/candles/as-of?${query}`), 'VALIDATION_FAILED', fields);
  });

  it.each([
    `symbol=${'A'.repeat(32)}&intervals=1m&at=1`,
    `symbol=A&intervals=${INTERVALS.toReversed().join()}&at=1680362580000&count=2000`,
    'symbol=A&intervals=5m&at=1&count=1',
  ])('is accepted: "%s"', async (query) => {
    await t.call.get(`/candles/as-of?${query}`).expect(200);
  });
});

describe('for any stored minutes and gaps', () => {
  const SPAN = 3 * 1440;
  const minute = fc.integer({ min: 0, max: SPAN });
  const piece = fc.record({
    start: minute,
    length: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 * 1440 })),
    /** Every such minute is left out; 1 leaves out none, and 0 all. */
    gapEvery: fc.constantFrom(1, 1, 0, 2, 9, 400),
    version: fc.integer({ min: 0, max: 3 }),
  });
  type Piece = typeof piece extends fc.Arbitrary<infer P> ? P : never;
  const own = fc.record({ minute, interval: fc.constantFrom(...INTERVALS.slice(1)) });

  /** Returns a bar whose figures have many digits. */
  function aBar(i: number, version: number): Candle {
    const open = 100 + ((i * 7919 + version * 104_729) % 1013) / 7;
    const volume = ((i * 31 + version) % 997) / 1e5;
    return { ts: T + i * MINUTE, open, high: open * 1.01, low: open * 0.99, close: open + 0.1, volume };
  }
  const barsOf = ({ start, length, gapEvery, version }: Piece) =>
    range(start, start + length)
      .filter((i) => gapEvery === 1 || (gapEvery > 0 && i % gapEvery !== 0))
      .map((i) => aBar(i, version));
  const writePiece = (symbol: string, part: Piece) =>
    write(symbol, barsOf(part), [T + part.start * MINUTE, T + (part.start + part.length) * MINUTE]);

  /** The bars that the pieces store: a bar or null per known minute. */
  function modelOf(pieces: readonly Piece[]): Map<number, Candle | null> {
    const known = new Map<number, Candle | null>();
    for (const part of pieces) {
      for (const i of range(part.start, part.start + part.length)) if (!known.get(i)) known.set(i, null);
      for (const bar of barsOf(part)) known.set((bar.ts - T) / MINUTE, bar);
    }
    return known;
  }

  function expectedForming(known: Map<number, Candle | null>, interval: Interval, at: number): Forming {
    const ts = floorToInterval(at, interval);
    const cells = range((ts - T) / MINUTE, Math.floor((at - T) / MINUTE));
    if (ts === at || interval === '1m' || !cells.every((i) => known.has(i))) return null;
    return barOfMinutes(
      ts,
      cells.flatMap((i) => known.get(i) ?? []),
    );
  }

  it('closed bars are those of GET /candles, and later minutes change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 4 }),
        fc.array(own, { maxLength: 2 }),
        fc.boolean(),
        piece,
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.tuple(minute, fc.constantFrom(0, 0, 1, 30_000, 59_999)), { minLength: 1, maxLength: 3 }),
        async (pieces, larger, isEarlier, later, count, instants) => {
          const symbol = aSymbol();
          for (const part of pieces) {
            const id = await writePiece(symbol, part);
            // As if an earlier version had written the minutes.
            if (isEarlier) await store.forgetMade(id);
          }
          for (const { minute: i, interval } of larger) {
            const ts = floorToInterval(T + i * MINUTE, interval);
            await write(symbol, [{ ...aBar(i, 9), ts }], [ts, ts + 2 * intervalMs(interval)], interval);
          }
          const known = modelOf(pieces);
          for (const [i, ms] of instants.toSorted(([a], [b]) => b - a)) {
            const at = T + i * MINUTE + ms;
            const before = await get({ symbol, at, count });
            for (const { interval, candles, forming } of before.series) {
              const end = floorToInterval(at, interval);
              const path = `/candles?symbol=${symbol}&interval=${interval}&count=${count}&before=${end}`;
              expect(candles).toEqual((await t.call.get(path).expect(200)).body.candles);
              for (const { ts } of candles) expect(ts + intervalMs(interval)).toBeLessThanOrEqual(at);
              expect(forming).toEqual(expectedForming(known, interval, at));
            }
            // Other minutes that close after the instant.
            const start = Math.ceil((at - MINUTE + 1 - T) / MINUTE);
            await writePiece(symbol, { ...later, start, version: 7 });
            expect(await get({ symbol, at, count })).toEqual(before);
          }
        },
      ),
      { numRuns: propertyRuns(30) },
    );
  });
});
