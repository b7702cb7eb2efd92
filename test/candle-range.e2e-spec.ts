import fc from 'fast-check';
import type { Candle } from '../src/candles/store/bar-columns.js';
import { fromCandles } from './support/candles.js';
import { CandleStore } from '../src/candles/store/candle-store.js';
import type { Feed } from '../src/shared/market/feeds.js';
import {
  INTERVALS,
  type Interval,
  closedUntil,
  floorToInterval,
  intervalMs,
} from '../src/shared/market/intervals.js';
import { TestApp, startTestApp } from './support/app.js';
import { type AskedRange, pagedBackward, rangePathOf, wholeRange } from './support/candle-ranges.js';
import { DAY, HOUR, MINUTE, T, aSymbol } from './support/factories.js';
import { expectProblem } from './support/problems.js';
import { withinTime } from './support/within-time.js';
import { propertyRuns } from './support/property-runs.js';

/** Ranges of stored candles. The service sends no request to the venue. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const aBar = (ts: number, price = 100): Candle => ({
  ts,
  open: price,
  high: price + 2,
  low: price - 1,
  close: price + 1,
  volume: 0.1,
});

const at = (index: number, interval: Interval = '1m') => T + index * intervalMs(interval);
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

interface Stored {
  readonly symbol?: string;
  readonly feed?: Feed;
  readonly interval?: Interval;
  /** A covered span. Its bounds are indexes of bars after T. */
  readonly span: readonly [number, number];
  readonly bars: readonly number[];
}

async function store({ symbol = aSymbol(), feed = 'venue-spot', interval = '1m', span, bars }: Stored) {
  const candleStore = t.app.get(CandleStore);
  const { id } = await candleStore.getOrCreateSeries(feed, symbol, interval);
  const candles = bars.map((index) => aBar(at(index, interval), 100 + index));
  const covered = { start: at(span[0], interval), end: at(span[1], interval) };
  await candleStore.writeBars(id, fromCandles(candles), covered);
  return symbol;
}

const get = async (asked: AskedRange) => (await t.call.get(rangePathOf(asked)).expect(200)).body;

/** Returns the content of a response, with times as indexes of bars after T. */
async function found(asked: AskedRange) {
  const { candles, gaps, missing, nextFrom } = await get(asked);
  const indexOf = (ts: number) => (ts - T) / intervalMs(asked.interval ?? '1m');
  const spans = (all: { from: number; to: number }[]) =>
    all.map(({ from, to }) => [indexOf(from), indexOf(to)]);
  return {
    bars: candles.map(({ ts }: Candle) => indexOf(ts)),
    gaps: spans(gaps),
    missing: spans(missing),
    next: nextFrom === null ? null : indexOf(nextFrom),
  };
}

describe('GET /candles/range', () => {
  it('returns bars, gaps and missing spans in the documented order', async () => {
    const symbol = await store({ span: [0, 5], bars: [0, 1, 4] });
    const { text } = await t.call
      .get(rangePathOf({ symbol: symbol.toLowerCase(), from: T, to: at(7) }))
      .expect(200);
    const expected = {
      symbol,
      feed: 'venue-spot',
      interval: '1m',
      source: 'cache',
      candles: [aBar(T, 100), aBar(at(1), 101), aBar(at(4), 104)],
      gaps: [{ from: at(2), to: at(4) }],
      missing: [{ from: at(5), to: at(7) }],
      nextFrom: null,
    };
    expect(text).toBe(JSON.stringify(expected));
  });

  it('begins at `from` and ends before `to`, even if these times are between the opens of two bars', async () => {
    const symbol = await store({ span: [0, 10], bars: numbers(0, 10) });
    const bars = async (from: number, to: number) => (await found({ symbol, from, to })).bars;
    expect(await bars(at(3), at(6))).toEqual([3, 4, 5]);
    expect(await bars(at(3) + 1, at(6) + 1)).toEqual([4, 5, 6]);
    expect(await bars(at(3) - 1, at(6) - 1)).toEqual([3, 4, 5]);
    expect(await bars(at(3), at(3) + 1)).toEqual([3]);
    // No bar opens between the two bounds.
    expect(await found({ symbol, from: at(3) + 1, to: at(4) })).toEqual({
      bars: [],
      gaps: [],
      missing: [],
      next: null,
    });
  });

  it('counts bars and missing bars, but not gaps, towards `count`', async () => {
    const symbol = await store({ span: [0, 4], bars: [0, 3] });
    await store({ symbol, span: [6, 10], bars: [6, 9] });
    const asked = { symbol, from: T, to: at(12) };
    const page = (count: number, from = T) => found({ ...asked, from, count });
    expect(await page(1)).toEqual({ bars: [0], gaps: [[1, 3]], missing: [], next: 3 });
    expect(await page(2)).toEqual({ bars: [0, 3], gaps: [[1, 3]], missing: [], next: 4 });
    expect(await page(3)).toEqual({ bars: [0, 3], gaps: [[1, 3]], missing: [[4, 5]], next: 5 });
    expect(await page(4)).toEqual({ bars: [0, 3], gaps: [[1, 3]], missing: [[4, 6]], next: 6 });
    const gaps = [[1, 3], [7, 9]]; // prettier-ignore
    expect(await page(5)).toEqual({ bars: [0, 3, 6], gaps, missing: [[4, 6]], next: 9 });
    expect(await page(7)).toEqual({ bars: [0, 3, 6, 9], gaps, missing: [[4, 6], [10, 11]], next: 11 }); // prettier-ignore
    expect(await page(8)).toEqual({ bars: [0, 3, 6, 9], gaps, missing: [[4, 6], [10, 12]], next: null }); // prettier-ignore
    expect(await page(2, at(9))).toEqual({ bars: [9], gaps: [], missing: [[10, 11]], next: 11 });
  });

  it('returns 2000 bars per page by default, and the next bar on the next page', async () => {
    const symbol = await store({ span: [0, 2001], bars: numbers(0, 2001) });
    const { candles, nextFrom } = await get({ symbol, from: T, to: at(2001) });
    expect([candles.length, nextFrom]).toEqual([2000, at(2000)]);
    expect(await found({ symbol, from: T, to: at(2000) })).toMatchObject({ next: null });
    expect(await found({ symbol, from: nextFrom, to: at(2001) })).toMatchObject({ bars: [2000], next: null });
    const even = await store({ span: [0, 4001], bars: numbers(0, 2001).map((i) => 2 * i) });
    const page = await get({ symbol: even, from: T, to: at(4001) });
    expect([page.candles.length, page.gaps.length, page.nextFrom]).toEqual([2000, 2000, at(4000)]);
  });

  it('returns a gap of several years on one page', async () => {
    const years = 5 * 365 * 1440;
    const symbol = await store({ span: [-years, 0], bars: [-years, -1] });
    expect(await found({ symbol, from: at(-years - 2), to: T, count: 4 })).toEqual({
      bars: [-years, -1],
      gaps: [[1 - years, -1]],
      missing: [[-years - 2, -years]],
      next: null,
    });
    const { bars } = await found({ symbol, interval: '1h', from: at(-years), to: T });
    expect(bars).toEqual([-years / 60, -1]);
  });

  it('returns neither a gap nor a missing span for a bar that has not closed', async () => {
    const today = floorToInterval(Date.now(), '1d');
    const symbol = aSymbol();
    for (const to of [undefined, Date.now() + 9 * DAY, Number.MAX_SAFE_INTEGER]) {
      const { missing, nextFrom } = await get({
        symbol,
        interval: '1d',
        from: today - 2 * DAY,
        ...(to && { to }),
      });
      expect([missing, nextFrom]).toEqual([[{ from: today - 2 * DAY, to: today }], null]);
    }
    for (const from of [today, today + 1, today + 5 * DAY, Number.MAX_SAFE_INTEGER])
      expect(await get({ symbol, interval: '1d', from })).toMatchObject({
        candles: [],
        gaps: [],
        missing: [],
        nextFrom: null,
      });
  });

  it('returns the whole range as missing for an unknown symbol', async () => {
    expect(await found({ symbol: aSymbol(), from: T, to: at(5_000) })).toEqual({
      bars: [],
      gaps: [],
      missing: [[0, 2000]],
      next: 2000,
    });
    const { nextFrom, missing } = await get({ symbol: aSymbol(), from: 0, count: 3 });
    expect([missing, nextFrom]).toEqual([[{ from: 0, to: 3 * MINUTE }], 3 * MINUTE]);
  });

  it('returns only bars of the requested feed', async () => {
    const symbol = await store({ span: [0, 2], bars: [0, 1] });
    await store({ symbol, feed: 'venue-usdm-current-quarter', span: [1, 3], bars: [2] });
    const asked = { symbol, from: T, to: at(3) };
    expect(await found(asked)).toMatchObject({ bars: [0, 1], gaps: [], missing: [[2, 3]] });
    expect(await found({ ...asked, feed: 'venue-spot' })).toMatchObject({ bars: [0, 1] });
    expect(await found({ ...asked, feed: 'venue-usdm-current-quarter' })).toMatchObject({
      bars: [2],
      gaps: [[1, 2]],
      missing: [[0, 1]],
    });
  });

  it('aggregates a larger bar if stored minutes cover it completely', async () => {
    // Hours 0, 2 and 3 are covered completely, but there are no bars in hour 2.
    const symbol = await store({ span: [0, 60], bars: numbers(0, 60) });
    await store({ symbol, span: [61, 240], bars: [200] });
    await store({ symbol, interval: '1h', span: [5, 7], bars: [6] });
    const asked = { symbol, interval: '1h', from: T, to: at(8, '1h') } as const;
    expect(await found(asked)).toEqual({
      bars: [0, 3, 6],
      gaps: [[2, 3], [5, 6]],
      missing: [[1, 2], [4, 5], [7, 8]],
      next: null,
    }); // prettier-ignore
    expect((await get(asked)).candles[0]).toEqual({ ...aBar(T, 100), high: 161, close: 160, volume: 6 });
  });

  it('returns newly stored bars at once', async () => {
    const symbol = await store({ span: [0, 2], bars: [0] });
    const asked = { symbol, from: T, to: at(4) };
    for (let i = 0; i < 2; i += 1)
      expect(await found(asked)).toMatchObject({ gaps: [[1, 2]], missing: [[2, 4]] });
    await store({ symbol, span: [1, 4], bars: [1, 3] });
    expect(await found(asked)).toEqual({ bars: [0, 1, 3], gaps: [[2, 3]], missing: [], next: null });
  });

  it('puts each minute of the range into one of the lists of bars, gaps and missing spans, with the same bars as GET /candles', async () => {
    const piece = fc.record({
      interval: fc.constantFrom<Interval>('1m', '1m', '1m', '5m', '15m'),
      start: fc.nat(160),
      cells: fc.integer({ min: 1, max: 70 }),
      share: fc.constantFrom(0, 0.1, 0.9, 1),
      seed: fc.nat(),
    });
    const scene = fc.record({
      pieces: fc.array(piece, { minLength: 1, maxLength: 6 }),
      interval: fc.constantFrom<Interval>('1m', '5m', '15m'),
      from: fc.integer({ min: -20 * MINUTE, max: 180 * MINUTE }),
      length: fc.integer({ min: 1, max: 300 * MINUTE }),
      count: fc.oneof(fc.integer({ min: 3, max: 20 }), fc.constant(500)),
    });
    await fc.assert(
      fc.asyncProperty(
        scene,
        withinTime(20_000, async ({ pieces, interval, from, length, count }) => {
          const symbol = aSymbol();
          for (const { interval, start, cells, share, seed } of pieces) {
            const first = Math.floor((start * MINUTE) / intervalMs(interval));
            const isThere = (index: number) => (Math.imul(index + 1, seed | 1) >>> 8) % 100 < share * 100;
            const bars = numbers(first, first + cells).filter(isThere);
            await store({ symbol, interval, span: [first, first + cells], bars });
          }
          const asked = { symbol, interval, from: T + from, to: T + from + length, count };
          const { candles } = await wholeRange(t.call, asked, closedUntil(interval, Date.now()));
          expect(candles).toEqual(await pagedBackward(t.call, asked));
        }),
      ),
      { numRuns: propertyRuns(20) },
    );
  });

  it.each(INTERVALS)('returns stored %s bars', async (interval) => {
    const symbol = await store({ interval, span: [0, 3], bars: [0, 1, 2] });
    const asked = { symbol, interval, from: T, to: at(3, interval) };
    expect(await found(asked)).toEqual({ bars: [0, 1, 2], gaps: [], missing: [], next: null });
  });
});

describe('a range', () => {
  const valid = `symbol=BTCUSDT&interval=1m`;
  const numbersThatAreNone = [
    '',
    '-1',
    '1.5',
    '0x10',
    '01',
    '%201',
    'now',
    '2024-01-10',
    '9007199254740992',
    '5&X=5',
  ];
  const named = (name: string, rest: string) =>
    numbersThatAreNone.map((text): [string, string] => [
      `${valid}&${rest}${name}=${text.replace('X', name)}`,
      name,
    ]);
  const refused: [query: string, ...fields: string[]][] = [
    ['', 'from', 'interval', 'symbol'],
    [valid, 'from'],
    [`${valid}&to=${T}`, 'from'],
    [`symbol=BTC-USDT&interval=1m&from=1`, 'symbol'],
    [`symbol=${'A'.repeat(33)}&interval=1m&from=1`, 'symbol'],
    ['symbol=A&interval=1M&from=1', 'interval'],
    [`${valid}&from=1&feed=spot`, 'feed'],
    ...named('from', ''),
    ...named('to', 'from=1&'),
    [`${valid}&from=0&to=0`, 'to'],
    [`${valid}&from=${T}&to=${T}`, 'from'],
    [`${valid}&from=${T + 1}&to=${T}`, 'from'],
    [`${valid}&from=${Number.MAX_SAFE_INTEGER}&to=${T}`, 'from'],
    [`${valid}&from=5&to=x`, 'to'],
    [`${valid}&from=x&to=5`, 'from'],
    ...['', '0', '2001', '1.5', 'ten', '5&count=5'].map((count): [string, string] => [
      `${valid}&from=1&count=${count}`,
      'count',
    ]),
    [`${valid}&from=1&before=${T}`, 'before'],
  ];
  it.each(refused)('is refused for the query "%s"', async (query, ...fields) => {
    expectProblem(await t.call.get(`/candles/range?${query}`), 'VALIDATION_FAILED', fields);
  });

  it('is accepted if its parameters are at their limits', async () => {
    for (const query of [
      'from=0',
      `from=0&to=1`,
      `from=1&to=${Number.MAX_SAFE_INTEGER}`,
      'from=1&count=1',
      'from=1&count=2000',
    ])
      await t.call.get(`/candles/range?symbol=${aSymbol()}&interval=4h&${query}`).expect(200);
    const hours = await found({ symbol: aSymbol(), interval: '1h', from: T, to: T + HOUR });
    expect(hours).toEqual({ bars: [], gaps: [], missing: [[0, 1]], next: null });
  });
});
