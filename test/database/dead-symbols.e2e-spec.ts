import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { CandleStore } from '../../src/candles/store/candle-store.js';
import { FEEDS, type Feed } from '../../src/shared/market/feeds.js';
import { DAY_MS, INTERVALS, type Interval, floorToInterval } from '../../src/shared/market/intervals.js';
import { rangePathOf } from '../support/candle-ranges.js';
import { DAY, HOUR, MINUTE, aSessionWith, aTrade, finish } from '../support/factories.js';
import {
  type Asked,
  LiveApp,
  ownSymbol,
  pathOf,
  startAppOn,
  startLiveApp,
  truth,
} from '../support/live-app.js';
import { propertyRuns } from '../support/property-runs.js';

/** Symbols that ended more days ago than fit into a response of the venue. */

const LISTED_AT = Date.UTC(2018, 2, 1, 10, 7);
const DELISTED_AT = Date.UTC(2019, 5, 3, 4, 5);

let t: LiveApp;
beforeAll(async () => {
  t = await startLiveApp();
});
afterAll(() => t.close());
beforeEach(() => t.venue.clearScenarios());

function aDeadSymbol(listedAt = LISTED_AT, delistedAt = DELISTED_AT): string {
  const symbol = ownSymbol(t.venue);
  t.venue.play({ kind: 'listing', symbol, listedAt, delistedAt });
  return symbol;
}

/** Returns a response, and the number of venue requests that it took. */
async function costOf(asked: Asked, app: Pick<LiveApp, 'call'> = t) {
  const before = t.venue.requests.length;
  const { body } = await app.call.get(pathOf(asked)).expect(200);
  return { candles: body.candles, source: body.source, requests: t.venue.requests.length - before };
}

/** Returns the last bars of a symbol that ended at `DELISTED_AT`. */
const lastBars = (asked: Asked) => truth(t.venue, { ...asked, before: DELISTED_AT });

describe.each(FEEDS)('a symbol of %s that ended years ago', (feed) => {
  it.each(INTERVALS)('has its %s candles, also if the newest candles are read first', async (interval) => {
    const asked = { symbol: aDeadSymbol(), feed, interval, count: 100 };
    const cold = await costOf(asked);
    expect(cold.candles).toEqual(lastBars(asked));
    expect(cold.candles).toHaveLength(100);
    expect(cold.requests).toBeLessThan(15);
    const within = { ...asked, before: Date.UTC(2018, 8, 1, 12, 34) };
    expect((await costOf(within)).candles).toEqual(truth(t.venue, within));
    const whole = { ...asked, interval: '1d' as const, count: 2000 };
    expect((await costOf(whole)).candles).toEqual(lastBars({ ...whole, count: 460 }));
    // The search before the listing is not repeated.
    expect(await costOf(whole)).toMatchObject({ source: 'cache', requests: 0 });
  });

  it('is searched up to 1970 in one read, and nothing is searched twice', async () => {
    const asked = { symbol: aDeadSymbol(), feed, before: LISTED_AT };
    const cold = await costOf(asked);
    expect(cold.candles).toEqual([]);
    expect(cold.requests).toBeLessThan(8);
    expect(await costOf(asked)).toEqual({ candles: [], source: 'cache', requests: 0 });
    expect((await costOf({ ...asked, interval: '5m' })).requests).toBeLessThan(4);
    // The empty days are settled by a second search after 24 h.
    t.venue.advanceClock(DAY);
    expect((await costOf(asked)).requests).toBeGreaterThan(0);
    t.venue.advanceClock(DAY);
    expect(await costOf(asked)).toEqual({ candles: [], source: 'cache', requests: 0 });
  });

  it('has an ideal R, also if its newest candles were read before', async () => {
    const symbol = aDeadSymbol();
    await costOf({ symbol, feed });
    t.venue.advanceClock(DAY);
    await costOf({ symbol, feed });
    expect(await idealROf(symbol, feed)).toEqual({ state: 'ready', measured: 1, bars: 1440 });
  });
});

/** Returns the ideal R of a session with one trade that was open while the symbol was listed. */
async function idealROf(symbol: string, feed: Feed) {
  const entryTime = Date.UTC(2018, 6, 3, 9);
  const trade = { ...aTrade({ stopLoss: 1e-6 }), feed, entryTime, exitTime: entryTime + HOUR };
  const { id } = await aSessionWith(t.call, [trade], { assets: [{ symbol, feed }] });
  await finish(t.call, { id });
  const { body } = await t.call.get(`/sessions/${id}/stats`).expect(200);
  const { state, analytics, markets } = body.stats.idealRAnalysis;
  return { state, measured: analytics.measuredTrades, bars: markets[0]?.loadedBars };
}

it('any symbol has its candles, whatever was read before', async () => {
  const second = await startAppOn(t.venue);
  const first = floorToInterval(Date.UTC(2008, 0, 1), '1d');
  const aDay = fc.integer({ min: 0, max: 17 * 365 });
  const aRead = fc.record({
    interval: fc.constantFrom(...INTERVALS),
    count: fc.integer({ min: 1, max: 120 }),
    before: fc.option(aDay),
    app: fc.constantFrom(t, second),
    waitMs: fc.constantFrom(0, DAY),
  });
  const reads = fc.array(aRead, { minLength: 2, maxLength: 5 });
  const aLife = fc.record({ feed: fc.constantFrom(...FEEDS), from: aDay, days: aDay, reads });
  try {
    await fc.assert(
      fc.asyncProperty(aLife, async ({ feed, from, days, reads: list }) => {
        const listedAt = first + from * DAY_MS + 7 * HOUR + 5 * MINUTE;
        const delistedAt = listedAt + (days + 1) * DAY_MS + 3 * MINUTE;
        const symbol = aDeadSymbol(listedAt, delistedAt);
        for (const { app, waitMs, before: day, ...read } of list) {
          const before = day === null ? t.venue.now() : first + day * DAY_MS + 11 * HOUR;
          const last = Math.min(before, delistedAt);
          const expected = truth(t.venue, { symbol, feed, ...read, before: last });
          expect((await costOf({ symbol, feed, ...read, before }, app)).candles).toEqual(expected);
          t.venue.advanceClock(waitMs);
        }
      }),
      { numRuns: propertyRuns(15) },
    );
  } finally {
    await second.close();
  }
});

/* Versions before 1.7 marked everything from 1970 on as empty if a page of days was empty. */
describe.each(FEEDS)('a symbol of %s that an earlier version marked as empty', (feed) => {
  /** Stores the rows of an earlier version, which does not know the column `proven`. */
  async function markAsEmpty(symbol: string, interval: Interval, askedAt: number, settled: boolean) {
    const end = floorToInterval(t.venue.now(), '1d');
    const { id } = await t.app.get(CandleStore).getOrCreateSeries(feed, symbol, interval);
    const db = t.app.get(DataSource);
    for (const table of ['coverage', 'candle_gaps'])
      await db.query(`DELETE FROM ${table} WHERE series_id = $1 AND start_ts < $2`, [id, end]);
    await db.query('INSERT INTO coverage (series_id, start_ts, end_ts) VALUES ($1, 0, $2)', [id, end]);
    await db.query(
      `INSERT INTO candle_gaps (series_id, start_ts, end_ts, asked_at, settled)
       VALUES ($1, 0, $2, $4, $5), ($1, $2, $3, $4, $5)`,
      [id, end - 2 * DAY, end, askedAt, settled],
    );
  }

  it.each([
    ['settled', true, 30 * DAY],
    ['not settled', false, HOUR],
  ])('has its candles again: %s', async (_, settled, agoMs) => {
    const symbol = aDeadSymbol();
    for (const interval of ['1m', '1d', '1h'] as const)
      await markAsEmpty(symbol, interval, t.venue.now() - agoMs, settled);
    const within = { symbol, feed, count: 100, before: Date.UTC(2018, 8, 1, 12, 34) };
    expect((await costOf(within)).candles).toEqual(truth(t.venue, within));
    const newest = { symbol, feed, count: 100 };
    expect((await costOf(newest)).candles).toEqual(lastBars(newest));
    const hours = { ...newest, interval: '1h' as const };
    expect((await costOf(hours)).candles).toEqual(lastBars(hours));
    const from = Date.UTC(2018, 10, 1);
    const { body } = await t.call.get(rangePathOf({ symbol, feed, from, count: 50 })).expect(200);
    expect(body).toMatchObject({ gaps: [], missing: [], nextFrom: from + 50 * MINUTE });
    expect(body.candles).toEqual(truth(t.venue, { symbol, feed, before: from + 50 * MINUTE, count: 50 }));
    expect(await idealROf(symbol, feed)).toEqual({ state: 'ready', measured: 1, bars: 1440 });
  });

  it('has its candles again, also if an earlier version runs beside this one', async () => {
    const symbol = aDeadSymbol();
    const asked = { symbol, feed, count: 100 };
    await costOf(asked);
    await markAsEmpty(symbol, '1m', t.venue.now(), false);
    const within = { ...asked, before: Date.UTC(2018, 8, 1, 12, 34) };
    expect((await costOf(within)).candles).toEqual(truth(t.venue, within));
  });

  it('is requested once more, and its days after 24 h, but never again', async () => {
    const symbol = aDeadSymbol(Date.UTC(1971, 0, 1), Date.UTC(1971, 0, 2));
    await markAsEmpty(symbol, '1m', t.venue.now() - 30 * DAY, true);
    const asked = { symbol, feed, count: 100, before: Date.UTC(2018, 8, 1) };
    const cold = await costOf(asked);
    expect(cold.candles).toEqual(truth(t.venue, { ...asked, before: Date.UTC(1971, 0, 2) }));
    expect(cold.requests).toBeGreaterThan(0);
    const again = { candles: cold.candles, source: 'cache', requests: 0 };
    expect(await costOf(asked)).toEqual(again);
    t.venue.advanceClock(DAY);
    await costOf(asked);
    t.venue.advanceClock(100 * DAY);
    expect(await costOf(asked)).toEqual(again);
  });

  it('is not requested again in gaps that do not belong to a span from 1970 on', async () => {
    const symbol = aDeadSymbol();
    const asked = { symbol, feed, count: 100, before: DELISTED_AT + 30 * MINUTE };
    await costOf(asked);
    t.venue.advanceClock(DAY);
    await costOf(asked);
    await t.app.get(DataSource).query('UPDATE candle_gaps SET proven = false');
    expect(await costOf(asked)).toMatchObject({ source: 'cache', requests: 0 });
  });
});
