import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DataSource } from 'typeorm';
import { aggregateBars } from '../../src/candles/store/aggregate-bars.js';
import { type BarColumns, type Candle, NO_BARS } from '../../src/candles/store/bar-columns.js';
import { fromCandles, toCandles } from '../support/candles.js';
import { CandleStore } from '../../src/candles/store/candle-store.js';
import { type CandleImport, importCandles } from '../../src/candles/import/import-candles.js';
import {
  INTERVALS,
  type Interval,
  MINUTE_MS,
  ceilToInterval,
  intervalMs,
} from '../../src/shared/market/intervals.js';
import { readCandles } from '../../src/candles/store/read-candles.js';
import { coveredSpans } from '../../src/candles/store/series-coverage.js';
import { type Span, mergeSpans, wholeCells } from '../../src/shared/market/spans.js';
import { openTestDatabase } from '../support/database.js';
import { propertyRuns } from '../support/property-runs.js';

/** The start of a day, which is on the grid of every interval. */
const T = Date.UTC(2024, 0, 10);
const NOW = Date.UTC(2026, 0, 1);
const FEED = 'venue-spot';

let dataSource: DataSource;
let store: CandleStore;
let directory: string;

beforeAll(async () => {
  dataSource = await openTestDatabase();
  store = new CandleStore(dataSource);
  directory = mkdtempSync(join(tmpdir(), 'candle-store-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await dataSource.destroy();
});

const aSymbol = () => `T${randomBytes(6).toString('hex').toUpperCase()}`;
const aSeries = async (symbol = aSymbol(), interval: Interval = '1m') =>
  (await store.getOrCreateSeries(FEED, symbol, interval)).id;

/** Returns the bar that opens `index` intervals after T. `base` distinguishes two versions of a bar. */
function aBar(index: number, interval: Interval = '1m', base = 100): Candle {
  const ts = T + index * intervalMs(interval);
  const open = base + (((index % 7) + 7) % 7) / 8;
  return { ts, open, high: open + 2, low: open - 1, close: open + 0.25, volume: Math.abs(index) / 1e4 };
}

const bars = (indexes: readonly number[], interval: Interval = '1m', base = 100): BarColumns =>
  fromCandles(indexes.map((index) => aBar(index, interval, base)));
const range = (start: number, end: number) => Array.from({ length: end - start }, (_, i) => start + i);
const span = (start: number, end: number, interval: Interval = '1m'): Span => ({
  start: T + start * intervalMs(interval),
  end: T + end * intervalMs(interval),
});
const everything: [number, number] = [0, NOW];

describe('series', () => {
  it('are found by feed, symbol and interval', async () => {
    const symbol = aSymbol();
    expect(await store.findSeries(FEED, symbol, '1m')).toBeNull();
    const created = await store.getOrCreateSeries(FEED, symbol, '1m');
    expect(created).toMatchObject({ id: expect.any(Number), feed: FEED, symbol, interval: '1m' });
    expect(await store.findSeries(FEED, symbol, '1m')).toEqual(created);
    expect(await store.findSeries(FEED, symbol, '5m')).toBeNull();
    expect(await store.findSeries('venue-usdm-current-quarter', symbol, '1m')).toBeNull();
  });

  it('are created once by concurrent callers', async () => {
    const symbol = aSymbol();
    const all = await Promise.all(range(0, 8).map(() => store.getOrCreateSeries(FEED, symbol, '1h')));
    expect(new Set(all.map((series) => series.id)).size).toBe(1);
  });
});

describe('bars', () => {
  it('are read as they were written, ascending', async () => {
    const id = await aSeries();
    const odd = {
      ts: T,
      open: 0.1,
      high: 1e12,
      low: 1e-12,
      close: 0.30000000000000004,
      volume: 90071992.12345678,
    };
    const written = [odd, aBar(1), aBar(4)];
    await store.writeBars(id, fromCandles(written), span(0, 5));
    expect(toCandles(await store.readBars(id, ...everything))).toEqual(written);
  });

  it('are read from a span that includes its start but not its end, or as the newest bars before a given time', async () => {
    const id = await aSeries();
    await store.writeBars(id, bars(range(0, 10)), span(0, 10));
    const between = async (from: number, to: number) =>
      (await store.readBars(id, span(from, to).start, span(from, to).end)).count;
    expect(await between(0, 10)).toBe(10);
    expect(await between(2, 5)).toBe(3);
    expect(await between(5, 5)).toBe(0);
    const newest = async (before: number, count: number) =>
      [...(await store.newestBars(id, span(0, before).end, count)).ts].map((ts) => (ts - T) / MINUTE_MS);
    expect(await newest(10, 3)).toEqual([7, 8, 9]);
    expect(await newest(5, 2)).toEqual([3, 4]);
    expect(await newest(2, 100)).toEqual([0, 1]);
    expect(await newest(0, 5)).toEqual([]);
  });

  it('are counted as inserted, changed and unchanged', async () => {
    const id = await aSeries();
    const write = (input: BarColumns) => store.writeBars(id, input, span(0, 20), { rowsPerTransaction: 3 });
    expect(await write(bars(range(0, 10)))).toEqual({ inserted: 10, changed: 0, unchanged: 0 });
    expect(await write(bars(range(0, 10)))).toEqual({ inserted: 0, changed: 0, unchanged: 10 });
    expect(await write(bars(range(8, 14), '1m', 200))).toEqual({ inserted: 4, changed: 2, unchanged: 0 });
    expect(await write(bars(range(5, 14), '1m', 200))).toEqual({ inserted: 0, changed: 3, unchanged: 6 });
    expect(await write(NO_BARS)).toEqual({ inserted: 0, changed: 0, unchanged: 0 });
    expect((await store.readBars(id, ...everything)).count).toBe(14);
  });

  it('are refused if they are outside the span that their write covers', async () => {
    const id = await aSeries();
    await expect(store.writeBars(id, bars([0, 1]), span(0, 1))).rejects.toThrow(RangeError);
    await expect(store.writeBars(id, bars([0, 1]), span(1, 2))).rejects.toThrow(RangeError);
    expect(await store.coveredSpans(id, ...everything)).toEqual([]);
  });
});

describe('coverage', () => {
  it('has one merged span for spans that touch or overlap', async () => {
    const id = await aSeries();
    const check = async (start: number, end: number, expected: Span[]) => {
      await store.writeBars(id, NO_BARS, span(start, end));
      expect(await store.coveredSpans(id, ...everything)).toEqual(expected);
    };
    await check(10, 20, [span(10, 20)]);
    await check(10, 20, [span(10, 20)]);
    await check(12, 15, [span(10, 20)]);
    await check(30, 40, [span(10, 20), span(30, 40)]);
    await check(20, 22, [span(10, 22), span(30, 40)]);
    await check(28, 30, [span(10, 22), span(28, 40)]);
    await check(0, 2, [span(0, 2), span(10, 22), span(28, 40)]);
    await check(5, 5, [span(0, 2), span(10, 22), span(28, 40)]);
    await check(15, 35, [span(0, 2), span(10, 40)]);
    await check(2, 10, [span(0, 40)]);
  });

  it('is cut at the bounds of the requested span', async () => {
    const id = await aSeries();
    await store.writeBars(id, NO_BARS, span(0, 10));
    await store.writeBars(id, NO_BARS, span(20, 30));
    const between = (start: number, end: number) =>
      store.coveredSpans(id, span(start, end).start, span(start, end).end);
    expect(await between(5, 25)).toEqual([span(5, 10), span(20, 25)]);
    expect(await between(10, 20)).toEqual([]);
    expect(await between(9, 21)).toEqual([span(9, 10), span(20, 21)]);
  });

  it('contains only what an interrupted write has stored, and the next write completes it', async () => {
    const id = await aSeries();
    const input = bars(range(2, 30));
    const whole = span(0, 35);
    const stop = (written: number) => {
      if (written >= 20) throw new Error('interrupted');
    };
    await expect(
      store.writeBars(id, input, whole, { rowsPerTransaction: 10, onProgress: stop }),
    ).rejects.toThrow('interrupted');
    expect(await store.coveredSpans(id, ...everything)).toEqual([span(0, 22)]);
    expect((await store.readBars(id, ...everything)).count).toBe(20);
    expect(await store.writeBars(id, input, whole)).toEqual({ inserted: 8, changed: 0, unchanged: 20 });
    expect(await store.coveredSpans(id, ...everything)).toEqual([whole]);
  });

  it('stays merged and correct under concurrent writes', async () => {
    const id = await aSeries();
    const pieces = range(0, 12).map((i) => ({ start: i * 40 + (i % 3), end: i * 40 + 35 + (i % 4) * 4 }));
    await Promise.all(
      pieces.map(({ start, end }) =>
        store.writeBars(id, bars(range(start, end)), span(start, end), { rowsPerTransaction: 7 }),
      ),
    );
    const expected = mergeSpans(pieces.map(({ start, end }) => span(start, end)));
    expect(expected.length).toBeGreaterThan(2);
    expect(await store.coveredSpans(id, ...everything)).toEqual(expected);
    const minutes = new Set(pieces.flatMap(({ start, end }) => range(start, end)));
    expect((await store.readBars(id, ...everything)).count).toBe(minutes.size);
  });
});

describe('the overview of series', () => {
  const overviewOf = async (symbol: string) =>
    (await store.overview()).filter((series) => series.symbol === symbol);

  /** Covers spans of an interval with bars at the given indexes, and returns their overview. */
  async function overviewAfter(
    interval: Interval,
    spans: readonly [number, number][],
    at: readonly number[],
  ) {
    const symbol = aSymbol();
    const id = await aSeries(symbol, interval);
    for (const [start, end] of spans) {
      const within = at.filter((index) => index >= start && index < end);
      await store.writeBars(id, bars(within, interval), span(start, end, interval));
    }
    const [series] = await overviewOf(symbol);
    return series!.spans;
  }
  const stored = (
    interval: Interval,
    [start, end]: [number, number],
    bars: number,
    gaps = 0,
    missingBars = 0,
  ) => ({
    ...span(start, end, interval),
    bars,
    gaps,
    missingBars,
  });

  it('shows the bars of each covered span, and its gaps', async () => {
    expect(await overviewAfter('1m', [[0, 10]], range(0, 10))).toEqual([stored('1m', [0, 10], 10)]);
    expect(await overviewAfter('5m', [[0, 10]], [0, 1, 4, 5, 7, 8, 9])).toEqual([
      stored('5m', [0, 10], 7, 2, 3),
    ]);
  });

  it('shows a range that was never loaded as the space between two spans', async () => {
    // The first span has no bars 8 and 9. The second span has no bar 20.
    const at = [...range(0, 8), ...range(21, 30)];
    expect(await overviewAfter('1h', [[0, 10], [20, 30]], at)).toEqual([
      stored('1h', [0, 10], 8, 1, 2),
      stored('1h', [20, 30], 9, 1, 1),
    ]); // prettier-ignore
  });

  it('shows a loaded span without any bar as a gap if there are bars before and after the span', async () => {
    expect(await overviewAfter('1h', [[0, 2], [4, 6], [8, 9]], [0, 1, 8])).toEqual([
      stored('1h', [0, 2], 2),
      stored('1h', [4, 6], 0, 1, 2),
      stored('1h', [8, 9], 1),
    ]); // prettier-ignore
  });

  it('begins at the first bar and ends at the last bar, because the market was not listed before and after these bars', async () => {
    expect(await overviewAfter('15m', [[0, 10]], [3, 5])).toEqual([stored('15m', [3, 6], 2, 1, 1)]);
    expect(await overviewAfter('15m', [[0, 3], [5, 9]], [7])).toEqual([
      stored('15m', [0, 3], 0),
      stored('15m', [7, 8], 1),
    ]); // prettier-ignore
    expect(await overviewAfter('4h', [[0, 10]], [])).toEqual([stored('4h', [0, 10], 0)]);
  });

  it('lists the series of a symbol by length of interval, including series without a covered span', async () => {
    const symbol = aSymbol();
    for (const interval of INTERVALS.toReversed()) await aSeries(symbol, interval);
    expect(await overviewOf(symbol)).toEqual(
      INTERVALS.map((interval) => ({ feed: FEED, symbol, interval, spans: [] })),
    );
  });
});

describe('candles from the store', () => {
  const ask = (symbol: string, interval: Interval, count: number, end = NOW) =>
    readCandles(store, { feed: FEED, symbol, interval, count, end });
  const indexesOf = (found: BarColumns, interval: Interval) =>
    [...found.ts].map((ts) => (ts - T) / intervalMs(interval));

  it('do not exist for an unknown symbol', async () => {
    expect((await ask(aSymbol(), '1m', 10)).count).toBe(0);
    expect((await ask(aSymbol(), '1d', 10)).count).toBe(0);
  });

  it('are the newest before the requested end', async () => {
    const symbol = aSymbol();
    await store.writeBars(await aSeries(symbol), bars(range(0, 20)), span(0, 20));
    const check = async (interval: Interval, count: number, end: number, expected: number[]) =>
      expect(indexesOf(await ask(symbol, interval, count, end), interval)).toEqual(expected);
    await check('1m', 3, NOW, [17, 18, 19]);
    await check('1m', 3, T + 10 * MINUTE_MS, [7, 8, 9]);
    await check('5m', 3, NOW, [1, 2, 3]);
    await check('5m', 500, T + 15 * MINUTE_MS, [0, 1, 2]);
    await check('15m', 500, NOW, [0]);
    await check('1h', 500, NOW, []);
    await check('5m', 500, T, []);
  });

  it('are stored bars, or aggregated bars if none is stored', async () => {
    const symbol = aSymbol();
    const minutes = bars(range(0, 60));
    await store.writeBars(await aSeries(symbol), minutes, span(0, 60));
    await store.writeBars(await aSeries(symbol, '15m'), bars([-3, 1], '15m', 500), span(-3, 2, '15m'));
    const aggregated = toCandles(aggregateBars(minutes, [span(0, 60)], '15m'));
    const expected = [aBar(-3, '15m', 500), aggregated[0], aBar(1, '15m', 500), aggregated[2], aggregated[3]];
    expect(toCandles(await ask(symbol, '15m', 10))).toEqual(expected);
    expect(toCandles(await ask(symbol, '15m', 2))).toEqual(expected.slice(3));
    expect(toCandles(await ask(symbol, '15m', 4))).toEqual(expected.slice(1));
    expect(toCandles(await ask(symbol, '15m', 2, T + 30 * MINUTE_MS))).toEqual(expected.slice(1, 3));
  });

  it('equal the result of a naive implementation', async () => {
    const minute = fc.integer({ min: -60, max: 700 });
    const piece = fc.tuple(minute, fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 9 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 4 }),
        fc.array(fc.integer({ min: -4, max: 50 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        fc.option(minute, { nil: undefined }),
        async (pieces, storedAt, count, beforeMinute) => {
          const symbol = aSymbol();
          const known = new Map<number, Candle>();
          const spans: Span[] = [];
          const id = await aSeries(symbol);
          for (const [start, length, keptOf] of pieces) {
            const at = range(start, start + length).filter((index) => index % keptOf !== 0 || keptOf === 1);
            for (const index of at) known.set(aBar(index).ts, aBar(index));
            spans.push(span(start, start + length));
            await store.writeBars(id, bars(at), spans.at(-1)!);
          }
          const quarters = [...new Set(storedAt)]
            .toSorted((a, b) => a - b)
            .map((index) => aBar(index, '15m', 900));
          const own = await aSeries(symbol, '15m');
          for (const bar of quarters) {
            await store.writeBars(own, fromCandles([bar]), { start: bar.ts, end: bar.ts + 15 * MINUTE_MS });
          }
          const before = beforeMinute === undefined ? undefined : T + beforeMinute * MINUTE_MS;
          const minutes = fromCandles([...known.values()].toSorted((a, b) => a.ts - b.ts));
          const all = new Map(toCandles(aggregateBars(minutes, spans, '15m')).map((bar) => [bar.ts, bar]));
          for (const bar of quarters) all.set(bar.ts, bar);
          const expected = [...all.values()]
            .filter((bar) => bar.ts < (before ?? Infinity))
            .toSorted((a, b) => a.ts - b.ts)
            .slice(-count);
          const end = before === undefined ? NOW : ceilToInterval(before, '15m');
          expect(toCandles(await ask(symbol, '15m', count, end))).toEqual(expected);

          const cells = wholeCells(mergeSpans(spans), 15 * MINUTE_MS);
          const stored = quarters.map((bar) => ({ start: bar.ts, end: bar.ts + 15 * MINUTE_MS }));
          const coverage = await store.coverage(
            { feed: FEED, symbol, interval: '15m' },
            { start: everything[0], end: everything[1] },
          );
          expect(coveredSpans(coverage, '15m')).toEqual(mergeSpans([...cells, ...stored]));
        },
      ),
      { numRuns: propertyRuns(25) },
    );
  });

  it('are aggregated over many days', async () => {
    const symbol = aSymbol();
    const days = 45;
    const minutes = bars(range(0, days * 1440).filter((minute) => minute % 1441 !== 0));
    await store.writeBars(await aSeries(symbol), minutes, span(0, days * 1440));
    const expected = toCandles(aggregateBars(minutes, [span(0, days * 1440)], '1d'));
    expect(expected).toHaveLength(days);
    expect(toCandles(await ask(symbol, '1d', 2000))).toEqual(expected);
    expect(toCandles(await ask(symbol, '1d', 7))).toEqual(expected.slice(-7));
  });

  it('are found in a few reads of the database even after years without bars', async () => {
    const symbol = aSymbol();
    const id = await aSeries(symbol);
    const day = 1440;
    await store.writeBars(id, bars(range(0, day)), span(-400 * day, day));
    await store.writeBars(id, bars(range(300 * day, 301 * day)), span(300 * day, 700 * day));
    let reads = 0;
    class CountingStore extends CandleStore {
      override readBars(...question: Parameters<CandleStore['readBars']>) {
        reads += 1;
        return super.readBars(...question);
      }
    }
    const wanted = { feed: FEED, symbol, interval: '4h', count: 2000, end: NOW } as const;
    const found = await readCandles(new CountingStore(dataSource), wanted);
    expect(indexesOf(found, '4h')).toEqual([...range(0, 6), ...range(1800, 1806)]);
    expect(reads).toBeLessThan(8);
  });
});

describe('the import of a candle file', () => {
  let files = 0;
  const aFile = (rows: readonly Candle[], more = '') => {
    const file = join(directory, `${(files += 1)}.csv.gz`);
    const lines = rows.map((bar) => [bar.ts, bar.open, bar.high, bar.low, bar.close, bar.volume].join(','));
    writeFileSync(file, gzipSync(`ts,open,high,low,close,volume\n${lines.join('\n')}\n${more}`));
    return file;
  };
  const run = (symbol: string, file: string, more: Partial<CandleImport> = {}) =>
    importCandles(store, { file, feed: FEED, symbol, interval: '1m', now: NOW, ...more });
  const at = range(10, 6010).filter((minute) => minute < 500 || minute >= 520);

  it('covers the first to the last bar, and changes nothing if repeated', async () => {
    const symbol = aSymbol();
    const file = aFile(at.map((minute) => aBar(minute)));
    const about = { file, rows: 5980, leftOut: 0, firstTs: aBar(10).ts, lastTs: aBar(6009).ts, gaps: 1 };
    expect(await run(symbol, file)).toEqual({ ...about, inserted: 5980, changed: 0, unchanged: 0 });
    const { id } = (await store.findSeries(FEED, symbol, '1m'))!;
    expect(await store.coveredSpans(id, ...everything)).toEqual([span(10, 6010)]);
    expect(toCandles(await store.readBars(id, ...everything))).toEqual(at.map((minute) => aBar(minute)));
    expect(await run(symbol, file)).toEqual({ ...about, inserted: 0, changed: 0, unchanged: 5980 });
    const corrected = aFile(at.map((minute) => aBar(minute, '1m', minute === 77 ? 300 : 100)));
    expect(await run(symbol, corrected)).toMatchObject({ inserted: 0, changed: 1, unchanged: 5979 });
  });

  it('is completed by a second import after an interruption', async () => {
    const symbol = aSymbol();
    const file = aFile(at.map((minute) => aBar(minute)));
    const seen: string[] = [];
    const onProgress: CandleImport['onProgress'] = (stage, done, total) => {
      seen.push(`${stage} ${done === total ? 'all' : 'part'}`);
      if (stage === 'write') throw new Error('interrupted');
    };
    await expect(run(symbol, file, { onProgress })).rejects.toThrow('interrupted');
    expect(seen).toEqual(['read all', 'write part']);
    const { id } = (await store.findSeries(FEED, symbol, '1m'))!;
    expect((await store.readBars(id, ...everything)).count).toBe(4290);
    expect(await run(symbol, file)).toMatchObject({ inserted: 1690, unchanged: 4290 });
    expect(await store.coveredSpans(id, ...everything)).toEqual([span(10, 6010)]);
  });

  it('stores nothing of a file with an invalid row', async () => {
    const symbol = aSymbol();
    const file = aFile(
      at.map((minute) => aBar(minute)),
      'rubbish\n',
    );
    await expect(run(symbol, file)).rejects.toThrow(`${file}, line 5982: 6 fields expected, 1 found`);
    expect(await store.findSeries(FEED, symbol, '1m')).toBeNull();
  });

  it('skips bars that are not closed yet', async () => {
    const symbol = aSymbol();
    const file = aFile([aBar(0), aBar(1), aBar(2)]);
    const early = await run(symbol, file, { now: T });
    expect(early).toMatchObject({ rows: 3, inserted: 0, leftOut: 3, firstTs: null, lastTs: null });
    expect(await run(symbol, file, { now: T + 3 * MINUTE_MS })).toMatchObject({ inserted: 2, leftOut: 1 });
    const { id } = (await store.findSeries(FEED, symbol, '1m'))!;
    expect(await store.coveredSpans(id, ...everything)).toEqual([span(0, 2)]);
  });
});
