import { jest } from '@jest/globals';
import fc from 'fast-check';
import { CandleStore } from '../src/candles/store/candle-store.js';
import { FEEDS } from '../src/shared/market/feeds.js';
import { INTERVALS, closedUntil, floorToInterval, intervalMs } from '../src/shared/market/intervals.js';
import type { Candle } from '../src/candles/store/bar-columns.js';
import {
  type AskedRange,
  type WholeRange,
  joined,
  pagedBackward,
  rangePathOf,
  wholeRange,
} from './support/candle-ranges.js';
import { DAY, HOUR, MINUTE } from './support/factories.js';
import { LiveApp, ownSymbol, startAppOn, startLiveApp } from './support/live-app.js';
import { expectProblem } from './support/problems.js';
import { withinTime } from './support/within-time.js';
import { propertyRuns } from './support/property-runs.js';

/** Ranges in live mode, in which missing bars are loaded first. */

let t: LiveApp;
beforeAll(async () => {
  t = await startLiveApp();
});
afterAll(() => t.close());
beforeEach(() => {
  t.venue.clearScenarios();
  t.venue.setClock(floorToInterval(t.venue.now(), '1m') + 10 * MINUTE + 30_000);
});

const end = (interval: AskedRange['interval'] = '1m') => closedUntil(interval, t.venue.now());
const get = (asked: AskedRange, app: Pick<LiveApp, 'call'> = t) => app.call.get(rangePathOf(asked));

const truth = ({ symbol, feed = 'venue-spot', interval = '1m', from, to = Infinity }: AskedRange): Candle[] =>
  t.venue.expectedCandles(feed, symbol, interval, from, Math.min(to, end(interval)));

/** Returns a response, and the number of venue requests that it took. */
async function costOf(asked: AskedRange, app?: Pick<LiveApp, 'call'>) {
  const before = t.venue.requests.length;
  const { body } = await get(asked, app).expect(200);
  return { ...body, requests: t.venue.requests.length - before };
}

/** Returns all pages, and the number of venue requests that they took. */
async function costOfAll(asked: AskedRange): Promise<WholeRange & { requests: number }> {
  const before = t.venue.requests.length;
  const whole = await wholeRange(t.call, asked, end(asked.interval));
  return { ...whole, requests: t.venue.requests.length - before };
}

describe('a range in live mode', () => {
  for (const feed of FEEDS) {
    for (const interval of INTERVALS) {
      it(`loads ${interval} bars of ${feed} from the venue, and then reads them from the store`, async () => {
        const from = Date.UTC(2025, 4, 20);
        const asked = {
          symbol: ownSymbol(t.venue),
          feed,
          interval,
          from: from + 1,
          count: 3,
          to: from + 9 * DAY,
        };
        const candles = truth({ ...asked, from: from + intervalMs(interval) }).slice(0, 3);
        const nextFrom = from + 4 * intervalMs(interval);
        const cold = await costOf(asked);
        expect(cold).toMatchObject({
          source: 'venue',
          candles,
          gaps: [],
          missing: [],
          nextFrom,
          requests: 1,
        });
        expect(await costOf(asked)).toEqual({ ...cold, source: 'cache', requests: 0 });
      });
    }
  }

  it('takes as few requests as the venue allows, and has the source "mixed" if a part of it was already stored', async () => {
    const from = end() - DAY;
    const asked = { symbol: ownSymbol(t.venue), from };
    expect(await costOf({ ...asked, count: 1000 })).toMatchObject({ source: 'venue', requests: 1 });
    const { candles, source, requests } = await costOf(asked);
    expect({ source, requests }).toEqual({ source: 'mixed', requests: 1 });
    expect(candles).toEqual(truth(asked));
  });

  it('ends at the newest closed bar, and continues when the next bar has closed', async () => {
    const symbol = ownSymbol(t.venue);
    const from = end() - 3 * MINUTE;
    for (let i = 0; i < 3; i += 1) {
      const { candles, gaps, missing, nextFrom } = await costOf({ symbol, from, to: from + DAY });
      expect({ candles, gaps, missing, nextFrom }).toEqual({
        candles: truth({ symbol, from }),
        gaps: [],
        missing: [],
        nextFrom: null,
      });
      t.venue.advanceClock(MINUTE);
    }
    expect(await costOf({ symbol, from: t.venue.now() + HOUR })).toMatchObject({ candles: [], requests: 0 });
  });

  it.each(FEEDS)('finds the listing of a %s symbol in a few requests, searching from 1970', async (feed) => {
    const listedAt = end() - 90 * MINUTE;
    const symbol = ownSymbol(t.venue, listedAt);
    const asked = { symbol, feed, from: 0 };
    const cold = await costOf(asked);
    expect(cold).toMatchObject({ source: 'venue', missing: [], nextFrom: null });
    expect(cold.candles).toEqual(truth({ ...asked, from: listedAt }));
    expect(joined(cold.gaps)).toEqual([{ from: 0, to: listedAt }]);
    expect(cold.requests).toBeLessThan(55);
    expect(await costOf(asked)).toEqual({ ...cold, source: 'cache', requests: 0 });
    // The service finds the listing time in the daily bars and uses it for every interval.
    const hours = await costOf({ ...asked, interval: '1h' });
    expect(hours.requests).toBeLessThan(8);
    expect(hours.candles).toEqual(truth({ ...asked, interval: '1h', from: floorToInterval(listedAt, '1h') }));
  });

  it('skips a year without bars in a few requests', async () => {
    const symbol = ownSymbol(t.venue);
    const gap = { from: Date.UTC(2023, 1, 3, 10, 7), to: Date.UTC(2024, 1, 4, 5, 3) };
    t.venue.play({ kind: 'gap', symbol, ...gap });
    const asked = { symbol, from: gap.from - 30 * MINUTE, to: gap.to + DAY, count: 100 };
    const cold = await costOf(asked);
    expect(cold.gaps).toEqual([gap]);
    expect(cold.candles).toEqual(truth(asked).slice(0, 100));
    expect(cold.requests).toBeLessThan(12);
    expect(await costOf(asked)).toEqual({ ...cold, source: 'cache', requests: 0 });
  });

  it('shows as gaps the whole time of a pair without contracts, and the time after a delisting', async () => {
    const none = await costOfAll({ symbol: 'XRPUSDT', feed: FEEDS[1], from: Date.UTC(2024, 0, 1) });
    expect(none).toMatchObject({ candles: [], pages: 1 });
    // The venue may not have published the bars of the last ten minutes yet.
    for (const { from } of none.missing) expect(from).toBeGreaterThanOrEqual(end() - 11 * MINUTE);
    const symbol = ownSymbol(t.venue);
    const delistedAt = Date.UTC(2024, 8, 3, 4, 5);
    t.venue.play({ kind: 'listing', symbol, listedAt: Date.UTC(2020, 0, 1), delistedAt });
    const asked = { symbol, from: delistedAt - HOUR };
    const { candles, gaps, nextFrom } = await costOf(asked);
    expect(candles).toEqual(truth({ ...asked, to: delistedAt }));
    expect(nextFrom).toBeNull();
    expect(gaps[0].from).toBe(delistedAt);
  });

  it('requests a gap of the venue again after 24 h, even if the gap is long', async () => {
    const listedAt = Date.UTC(2024, 0, 1);
    const symbol = ownSymbol(t.venue, listedAt);
    const gap = { from: listedAt + HOUR, to: listedAt + 2 * HOUR };
    t.venue.play({ kind: 'gap', symbol, ...gap, filledAt: t.venue.now() + HOUR });
    const asked = { symbol, from: Date.UTC(2020, 0, 1), to: listedAt + DAY };
    const unlisted = { from: asked.from, to: listedAt };
    const early = await costOf(asked);
    expect(joined(early.gaps)).toEqual([unlisted, gap]);
    expect(await costOf(asked)).toMatchObject({ gaps: early.gaps, requests: 0 });
    t.venue.advanceClock(DAY);
    const late = await costOf(asked);
    expect(late.candles).toEqual(truth(asked));
    expect(joined(late.gaps)).toEqual([unlisted]);
    expect(late.requests).toBeLessThan(15);
    t.venue.advanceClock(30 * DAY);
    expect(await costOf(asked)).toMatchObject({ candles: late.candles, requests: 0 });
  });

  it('shows a bar as missing if its row cannot be read, until the venue corrects the row', async () => {
    const symbol = ownSymbol(t.venue);
    const from = end() - DAY;
    t.venue.play({ kind: 'invalid-row', symbol, defect: 'not-a-number', ts: from + 5 * MINUTE });
    const asked = { symbol, from, to: from + 10 * MINUTE };
    const { missing, candles } = await costOf(asked);
    expect(missing).toEqual([{ from: from + 5 * MINUTE, to: from + 6 * MINUTE }]);
    expect(candles).toHaveLength(9);
    t.venue.clearScenarios();
    t.venue.play({ kind: 'listing', symbol, listedAt: Date.UTC(2019, 0, 1) });
    t.venue.advanceClock(3_000);
    expect(await costOf(asked)).toMatchObject({ missing: [], candles: truth(asked), source: 'mixed' });
  });

  it('shows bars that the venue has not published yet as missing', async () => {
    const symbol = ownSymbol(t.venue);
    const to = end();
    t.venue.play({ kind: 'gap', symbol, from: to - 2 * MINUTE, to, filledAt: t.venue.now() + MINUTE });
    const asked = { symbol, from: to - 10 * MINUTE, to };
    const { missing, gaps, nextFrom } = await costOf(asked);
    expect({ missing, gaps, nextFrom }).toEqual({
      missing: [{ from: to - 2 * MINUTE, to }],
      gaps: [],
      nextFrom: null,
    });
    t.venue.advanceClock(2 * MINUTE);
    expect(await costOf(asked)).toMatchObject({ missing: [], candles: truth(asked) });
  });

  it('is loaded once if equal requests are concurrent', async () => {
    const asked = { symbol: ownSymbol(t.venue), from: end() - DAY };
    const before = t.venue.requests.length;
    const answers = await Promise.all(Array.from({ length: 30 }, () => get(asked).expect(200)));
    // A request that arrives later finds a page in the store, so its source is not only the venue.
    const withoutSource = answers.map(({ body: { source: _source, ...rest } }) => rest);
    for (const rest of withoutSource) expect(rest).toEqual(withoutSource[0]);
    expect(t.venue.requests.length - before).toBe(2);
  });

  it('contains bars that another request stores while the range is read', async () => {
    const asked = { symbol: ownSymbol(t.venue), from: end() - HOUR };
    // The series must exist, because the store reads no bars without a series.
    await get({ ...asked, from: asked.from - HOUR, to: asked.from }).expect(200);
    const store = t.app.get(CandleStore);
    const oldestBars = store.oldestBars.bind(store);
    const reads = jest.spyOn(store, 'oldestBars').mockImplementationOnce(async (...span) => {
      const bars = await oldestBars(...span);
      // A request with another count, because equal requests share one read.
      await get({ ...asked, count: 1000 }).expect(200);
      return bars;
    });
    try {
      expect(await costOf(asked)).toMatchObject({
        candles: truth(asked),
        gaps: [],
        missing: [],
        nextFrom: null,
        requests: 1,
      });
    } finally {
      reads.mockRestore();
    }
  });
});

describe('symbols', () => {
  it('are not found if the venue does not list them', async () => {
    for (const feed of FEEDS)
      expectProblem(await get({ symbol: 'NOSUCHRANGE', feed, from: 0 }), 'SYMBOL_NOT_FOUND');
  });

  it('keep their stored candles if the venue has removed the symbols, and all other bars are shown as missing', async () => {
    const symbol = ownSymbol(t.venue);
    const from = end() - 10 * MINUTE;
    const { candles } = await costOf({ symbol, from });
    t.venue.play({ kind: 'unknown-symbol', symbol });
    const { missing, ...rest } = await costOf({ symbol, from: from - 5 * MINUTE });
    expect(rest).toMatchObject({ source: 'cache', candles, gaps: [], nextFrom: null });
    expect(missing).toEqual([{ from: from - 5 * MINUTE, to: from }]);
  });
});

describe('a venue that fails during a load', () => {
  it('causes an error, and the bars that were loaded before the failure stay stored', async () => {
    const listedAt = end() - 90 * MINUTE;
    const symbol = ownSymbol(t.venue, listedAt);
    t.venue.play({ kind: 'internal-error', symbol, interval: '1d' });
    const asked = { symbol, from: end() - 10 * DAY };
    expectProblem(await get(asked), 'VENUE_UNAVAILABLE');
    t.venue.clearScenarios();
    t.venue.play({ kind: 'listing', symbol, listedAt });
    t.venue.advanceClock(3 * MINUTE);
    const asking = t.venue.requests.length;
    const { candles, gaps } = await costOf(asked);
    const bounds = t.venue.requests.slice(asking).map(({ query }) => Number(query['startTime']));
    expect(bounds).not.toContain(asked.from);
    expect(candles).toEqual(truth({ ...asked, from: listedAt }));
    expect(joined(gaps)).toEqual([{ from: asked.from, to: listedAt }]);
  });

  it('causes an error even if the beginning of the range is stored', async () => {
    const symbol = ownSymbol(t.venue);
    const from = end() - DAY;
    await costOf({ symbol, from, to: from + HOUR });
    t.venue.play({ kind: 'not-json', symbol });
    expectProblem(await get({ symbol, from, to: from + 3 * HOUR }), 'VENUE_ERROR');
    expect(await costOf({ symbol, from, to: from + HOUR })).toMatchObject({ source: 'cache', requests: 0 });
  });
});

describe('offline mode', () => {
  it('shows bars that were not loaded as missing, shows gaps of the venue as gaps even if they are due for a re-check, and sends no request', async () => {
    const offline = await startAppOn(t.venue, { VENUE_MODE: 'offline' });
    try {
      const symbol = ownSymbol(t.venue);
      const from = end() - 2 * HOUR;
      const gap = { from: from + 10 * MINUTE, to: from + 15 * MINUTE };
      t.venue.play({ kind: 'gap', symbol, ...gap });
      await costOf({ symbol, from, to: from + 30 * MINUTE });
      await costOf({ symbol, from: from + HOUR, to: from + 2 * HOUR });
      t.venue.advanceClock(2 * DAY);
      const asked = { symbol, from, to: from + 2 * HOUR };
      const answer = await costOf(asked, offline);
      expect(answer).toMatchObject({
        source: 'cache',
        gaps: [gap],
        missing: [{ from: from + 30 * MINUTE, to: from + HOUR }],
        nextFrom: null,
        requests: 0,
      });
      expect(answer.candles).toHaveLength(85);
      const store = offline.app.get(CandleStore);
      expect(await store.findSeries('venue-spot', symbol, '1d')).toBeNull();
    } finally {
      await offline.close();
    }
  });
});

it('GET /candles/range returns whole ranges as the venue has them, regardless of earlier requests', async () => {
  const minutesListed = 3 * 1440;
  const aSpan = fc.tuple(
    fc.integer({ min: -2000, max: minutesListed + 60 }),
    fc.integer({ min: 1, max: 1500 }),
  );
  const anAsk = fc.record({
    interval: fc.constantFrom(...INTERVALS),
    span: aSpan,
    offGrid: fc.constantFrom(0, 1, 59_999),
    count: fc.oneof(fc.integer({ min: 20, max: 200 }), fc.constant(2000)),
    isBackward: fc.boolean(),
  });
  const history = fc.record({
    feed: fc.constantFrom(...FEEDS),
    gaps: fc.array(fc.tuple(fc.nat(minutesListed - 2100), fc.integer({ min: 1, max: 2000 })), {
      maxLength: 4,
    }),
    asks: fc.array(anAsk, { minLength: 1, maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(
      history,
      withinTime(20_000, async ({ feed, gaps, asks }) => {
        t.venue.clearScenarios();
        t.venue.advanceClock(30 * MINUTE);
        const listedAt = end() - minutesListed * MINUTE;
        const symbol = ownSymbol(t.venue, listedAt);
        for (const [start, length] of gaps) {
          const from = listedAt + start * MINUTE;
          t.venue.play({
            kind: 'gap',
            symbol,
            from,
            to: from + length * MINUTE,
          });
        }
        for (const { interval, span, offGrid, count, isBackward } of asks) {
          const from = listedAt + span[0] * MINUTE + offGrid;
          const asked = { symbol, feed, interval, from, to: from + span[1] * MINUTE, count };
          const backward = isBackward ? await pagedBackward(t.call, asked) : null;
          const whole = await wholeRange(t.call, asked, end(interval));
          const expected = t.venue
            .expectedCandles(feed, symbol, interval, listedAt - 3 * DAY, end(interval))
            .filter(({ ts }) => ts >= from && ts < asked.to);
          expect(whole.candles).toEqual(expected);
          expect(whole.missing).toEqual([]);
          expect(backward ?? (await pagedBackward(t.call, asked))).toEqual(expected);
        }
      }),
    ),
    { numRuns: propertyRuns(12) },
  );
});
