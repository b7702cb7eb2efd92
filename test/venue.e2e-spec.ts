import type { Candle } from '../src/candles/store/bar-columns.js';
import { fromCandles } from './support/candles.js';
import { CandleStore } from '../src/candles/store/candle-store.js';
import { INTERVALS, type Interval, intervalMs } from '../src/shared/market/intervals.js';
import { DAY, HOUR, MINUTE, aSessionWith, aTrade } from './support/factories.js';
import {
  type Asked,
  LiveApp,
  ownSymbol,
  pathOf,
  setClock,
  startAppOn,
  startLiveApp,
  truth,
} from './support/live-app.js';
import { expectProblem } from './support/problems.js';
import { FEEDS, type Feed } from '../src/shared/market/feeds.js';
import { isDeepStrictEqual } from 'node:util';
import { until } from './support/until.js';

let t: LiveApp;
beforeAll(async () => {
  t = await startLiveApp();
});
afterAll(() => t.close());
beforeEach(() => {
  t.venue.clearScenarios();
  t.venue.setClock(lastEnd() + 10 * MINUTE + 30_000);
});

/** End of the last closed minute. */
const lastEnd = () => Math.floor(t.venue.now() / MINUTE) * MINUTE;
const get = (asked: Asked, app: { call: LiveApp['call'] } = t) => app.call.get(pathOf(asked));

/** Returns a response, and the number of venue requests that it took. */
async function costOf(
  asked: Asked,
  app?: { call: LiveApp['call'] },
): Promise<{ source: string; candles: Candle[]; requests: number }> {
  const before = t.venue.requests.length;
  const { body } = await get(asked, app).expect(200);
  return { source: body.source, candles: body.candles, requests: t.venue.requests.length - before };
}

async function write(
  symbol: string,
  interval: Interval,
  candles: readonly Candle[],
  feed: Feed = 'venue-spot',
) {
  const store = t.app.get(CandleStore);
  const { id } = await store.getOrCreateSeries(feed, symbol, interval);
  const span = { start: candles[0]!.ts, end: candles.at(-1)!.ts + intervalMs(interval) };
  await store.writeBars(id, fromCandles(candles), span);
}

describe('candles through the store', () => {
  for (const feed of FEEDS) {
    for (const interval of INTERVALS) {
      it(`come from the venue first and then from the store: ${interval} bars of ${feed}`, async () => {
        const symbol = ownSymbol(t.venue);
        const asked = { symbol, feed, interval, count: 300, before: Date.UTC(2025, 4, 20, 7, 33) };
        const cold = await costOf(asked);
        expect(cold).toEqual({ source: 'venue', candles: truth(t.venue, asked), requests: 1 });
        expect(await costOf(asked)).toEqual({ ...cold, source: 'cache', requests: 0 });
      });
    }
  }

  it('take as few venue requests as possible for 2000 bars', async () => {
    const spot = { symbol: ownSymbol(t.venue), count: 2000 };
    expect(await costOf(spot)).toEqual({ source: 'venue', candles: truth(t.venue, spot), requests: 2 });
    const usdm = { symbol: ownSymbol(t.venue), feed: FEEDS[1], count: 2000, before: Date.UTC(2022, 5, 1) };
    expect(await costOf(usdm)).toEqual({ source: 'venue', candles: truth(t.venue, usdm), requests: 5 });
    for (const { path, query, weight } of t.venue.requests.slice(-7)) {
      const limit = path.startsWith('/api') ? 1000 : 499;
      const bars = (Number(query['endTime']) + 1 - Number(query['startTime'])) / MINUTE;
      expect([Number(query['limit']), bars <= limit, weight]).toEqual([limit, true, 2]);
    }
  });

  it('include 2000 daily bars', async () => {
    const asked = {
      symbol: ownSymbol(t.venue, Date.UTC(2017, 0, 1)),
      interval: '1d' as const,
      count: 2000,
      before: Date.UTC(2023, 7, 1),
    };
    expect((await costOf(asked)).candles).toEqual(truth(t.venue, asked));
  });

  it('have the source "mixed" if only some bars were stored', async () => {
    const symbol = ownSymbol(t.venue);
    await costOf({ symbol, count: 100 });
    t.venue.advanceClock(5 * MINUTE);
    const asked = { symbol, count: 100 };
    expect(await costOf(asked)).toEqual({ source: 'mixed', candles: truth(t.venue, asked), requests: 1 });
    expect(await costOf(asked)).toMatchObject({ source: 'cache', requests: 0 });
  });

  it('include new bars as they close', async () => {
    const symbol = ownSymbol(t.venue);
    for (let i = 0; i < 4; i += 1) {
      expect((await costOf({ symbol, count: 3 })).candles).toEqual(truth(t.venue, { symbol, count: 3 }));
      t.venue.advanceClock(20_000);
    }
  });

  it('never include a bar that is still open or closed less than 2 s ago, and such a bar is not stored', async () => {
    const symbol = ownSymbol(t.venue);
    const end = lastEnd() + MINUTE;
    const newest = async (now: number) => {
      t.venue.setClock(now);
      return (await costOf({ symbol, count: 1, before: end + DAY })).candles[0]?.ts;
    };
    expect(await newest(end - 1)).toBe(end - 2 * MINUTE);
    expect(await newest(end + 1999)).toBe(end - 2 * MINUTE);
    expect(await newest(end + 2000)).toBe(end - MINUTE);
    expect((await costOf({ symbol, count: 5 })).candles).toEqual(truth(t.venue, { symbol, count: 5 }));
  });

  it('begin at the listing of a symbol, and the service does not search before the listing a second time', async () => {
    const symbol = ownSymbol(t.venue, lastEnd() - 90 * MINUTE);
    const cold = await costOf({ symbol });
    expect(cold.candles).toEqual(truth(t.venue, { symbol }));
    expect(cold.candles).toHaveLength(90);
    expect(cold.requests).toBeLessThan(6);
    expect(await costOf({ symbol })).toEqual({ ...cold, source: 'cache', requests: 0 });
    expect(await costOf({ symbol, before: lastEnd() - DAY })).toEqual({
      source: 'cache',
      candles: [],
      requests: 0,
    });
    // The service finds the listing time in the daily bars and uses it for every interval.
    expect((await costOf({ symbol, interval: '5m' })).requests).toBeLessThan(4);
  });

  it('skip a year without bars in a few requests', async () => {
    const symbol = ownSymbol(t.venue);
    const [from, to] = [Date.UTC(2023, 1, 3, 10, 7), Date.UTC(2024, 1, 4, 5, 3)];
    t.venue.play({ kind: 'gap', symbol, from, to });
    const asked = { symbol, count: 100, before: to + 30 * MINUTE };
    const cold = await costOf(asked);
    expect(cold.candles).toEqual([
      ...truth(t.venue, { ...asked, count: 70, before: from }),
      ...truth(t.venue, { ...asked, count: 30 }),
    ]);
    expect(cold.requests).toBeLessThan(10);
    expect(await costOf(asked)).toEqual({ ...cold, source: 'cache', requests: 0 });
  });

  it('are an empty list for a time before the listing, and the newest bars for a time in the future', async () => {
    const symbol = ownSymbol(t.venue);
    for (const before of [1, MINUTE, Date.UTC(2010, 0, 1), Date.UTC(2019, 0, 1)])
      expect((await costOf({ symbol, before })).candles).toEqual([]);
    for (const before of [t.venue.now() + DAY, Number.MAX_SAFE_INTEGER])
      expect((await costOf({ symbol, count: 9, before })).candles).toEqual(
        truth(t.venue, { symbol, count: 9 }),
      );
    for (const query of ['count=0', 'count=2001', 'before=0', 'before=9007199254740993', 'interval=1M'])
      expectProblem(await t.call.get(`${pathOf({ symbol })}&${query}`), 'VALIDATION_FAILED', [
        query.split('=')[0]!,
      ]);
  });

  it('include bars on both sides of the roll of a quarter', async () => {
    const delivery = Date.UTC(2025, 2, 28, 8);
    const asked = { symbol: ownSymbol(t.venue), feed: FEEDS[1], count: 20, before: delivery + 10 * MINUTE };
    const { candles } = await costOf(asked);
    expect(candles).toEqual(truth(t.venue, asked));
    expect(Math.abs(candles[10]!.open / candles[9]!.close - 1)).toBeGreaterThan(0.005);
  });

  it('are empty for a pair without quarterly contracts', async () => {
    const asked = { symbol: 'XRPUSDT', feed: FEEDS[1] };
    expect(await costOf(asked)).toMatchObject({ source: 'venue', candles: [] });
    expect((await costOf(asked)).requests).toBeLessThan(2);
  });
});

describe('symbols', () => {
  it('are refused if the venue does not list them, and are not requested again for a minute', async () => {
    for (const [feed, symbol] of [
      [FEEDS[0], 'NOSUCHCOIN'],
      [FEEDS[1], 'NOSUCHPAIR'],
      [FEEDS[0], 'A'.repeat(32)],
    ] as const) {
      // 300 bars fit into one page. Several pages are requested at the same time, and the response to the first failed
      // page may precede the requests for the others.
      expectProblem(await get({ feed, symbol, count: 300 }), 'SYMBOL_NOT_FOUND');
      const asked = t.venue.requests.length;
      expectProblem(await get({ feed, symbol, interval: '1h' }), 'SYMBOL_NOT_FOUND');
      expect(t.venue.requests.length).toBe(asked);
    }
    const listed = 'NOSUCHCOIN';
    t.venue.play({ kind: 'listing', symbol: listed, listedAt: Date.UTC(2024, 0, 1) });
    t.venue.advanceClock(MINUTE + 1);
    expect((await costOf({ symbol: listed })).candles).toEqual(truth(t.venue, { symbol: listed }));
  });

  it('keep their stored candles if the venue has removed the symbols', async () => {
    const symbol = ownSymbol(t.venue);
    const stored = await costOf({ symbol, count: 50 });
    t.venue.play({ kind: 'unknown-symbol', symbol });
    t.venue.advanceClock(HOUR);
    expect((await costOf({ symbol, count: 60 })).candles).toEqual(stored.candles);
    expect((await costOf({ symbol, count: 20 })).candles).toEqual(stored.candles.slice(-20));
    expect((await costOf({ symbol, interval: '5m' })).candles.length).toBeGreaterThan(5);
    const other = ownSymbol(t.venue);
    t.venue.play({ kind: 'unknown-symbol', symbol: other });
    expectProblem(await get({ symbol: other }), 'SYMBOL_NOT_FOUND');
  });

  it('have candles up to their last bar if they are delisted', async () => {
    const symbol = `${ownSymbol(t.venue)}X`;
    const delistedAt = Date.UTC(2024, 8, 3, 4, 5);
    t.venue.play({ kind: 'listing', symbol, listedAt: Date.UTC(2020, 0, 1), delistedAt });
    const cold = await costOf({ symbol, count: 100 });
    expect(cold.candles).toEqual(truth(t.venue, { symbol, count: 100, before: delistedAt }));
    expect(cold.requests).toBeLessThan(10);
    // Bars that were missing a moment ago are not requested again.
    expect(await costOf({ symbol, count: 100 })).toMatchObject({ source: 'cache', requests: 0 });
    t.venue.advanceClock(5 * MINUTE);
    expect(await costOf({ symbol, count: 100 })).toEqual({ ...cold, source: 'cache', requests: 1 });
  });
});

describe('gaps of the venue', () => {
  const aGap = () => {
    const symbol = ownSymbol(t.venue);
    const to = lastEnd() - HOUR;
    return { symbol, from: to - 80 * MINUTE, to };
  };

  it('are requested once more after 24 h, and never again', async () => {
    const { symbol, from, to } = aGap();
    t.venue.play({ kind: 'gap', symbol, from, to });
    const asked = { symbol, count: 200, before: to + 30 * MINUTE };
    const cold = await costOf(asked);
    expect(cold.candles).toEqual(truth(t.venue, asked, 300));
    const again = { ...cold, source: 'cache', requests: 0 };
    expect(await costOf(asked)).toEqual(again);
    t.venue.advanceClock(DAY - MINUTE);
    expect(await costOf(asked)).toEqual(again);
    t.venue.advanceClock(MINUTE);
    expect(await costOf(asked)).toEqual({ ...again, requests: 1 });
    expect(await costOf(asked)).toEqual(again);
    t.venue.advanceClock(DAY);
    expect(await costOf(asked)).toEqual(again);
    t.venue.advanceClock(400 * DAY);
    expect(await costOf(asked)).toEqual(again);
  });

  it('are filled after 24 h if the venue adds the bars late, even in bars of a larger interval', async () => {
    const { symbol, from, to } = aGap();
    t.venue.play({ kind: 'gap', symbol, from, to, filledAt: t.venue.now() + HOUR });
    const minutes = { symbol, count: 600, before: Math.ceil(to / HOUR) * HOUR };
    const hours = { ...minutes, interval: '1h' as const, count: 10 };
    await costOf(minutes);
    const [early] = [await costOf(hours)];
    expect(early).toEqual({ source: 'cache', candles: truth(t.venue, hours), requests: 0 });
    t.venue.advanceClock(DAY);
    expect(await costOf(hours)).toMatchObject({ source: 'mixed', candles: truth(t.venue, hours) });
    expect(await costOf(hours)).toMatchObject({ source: 'cache', requests: 0 });
    expect(await costOf(minutes)).toMatchObject({ source: 'mixed', candles: truth(t.venue, minutes) });
    expect(await costOf(minutes)).toMatchObject({ source: 'cache', requests: 0 });
  });

  it('leave the statistics of a trade without an ETag if its window contains a gap, until the gap was requested once more', async () => {
    const symbol = ownSymbol(t.venue);
    const entryTime = lastEnd() - 30 * HOUR;
    const from = entryTime + HOUR;
    t.venue.play({ kind: 'gap', symbol, from, to: from + 10 * MINUTE, filledAt: t.venue.now() + HOUR });
    const trade = { ...aTrade({ stopLoss: 1e-6 }), entryTime, exitTime: entryTime + HOUR };
    const { id } = await aSessionWith(t.call, [trade], { assets: [{ symbol }] });
    const read = async () => {
      const { body, headers } = await t.call.get(`/sessions/${id}/stats`).expect(200);
      const { state, analytics, markets } = body.stats.idealRAnalysis;
      return {
        state,
        measured: analytics.measuredTrades,
        bars: markets[0]?.loadedBars,
        tag: headers['etag'],
      };
    };
    await t.call.post(`/sessions/${id}/finish`).expect(200);
    const early = { state: 'ready', measured: 0, bars: 1430, tag: undefined };
    expect(await read()).toEqual(early);
    expect(await read()).toEqual(early);
    t.venue.advanceClock(DAY);
    expect(await read()).toEqual({ state: 'ready', measured: 1, bars: 1440, tag: expect.any(String) });
  });

  it('are requested together if several gaps are due for a re-check', async () => {
    const symbol = ownSymbol(t.venue);
    const end = lastEnd() - HOUR;
    for (let i = 1; i <= 30; i += 1) {
      const from = end - i * 10 * MINUTE;
      t.venue.play({ kind: 'gap', symbol, from, to: from + MINUTE });
    }
    const asked = { symbol, count: 300, before: end };
    const cold = await costOf(asked);
    t.venue.advanceClock(DAY);
    // One request re-checks all gaps, and one request completes a page that ends without a bar.
    expect(await costOf(asked)).toEqual({ ...cold, source: 'cache', requests: 2 });
    expect((await costOf(asked)).requests).toBe(0);
  });

  it('also exist where the rows of the venue have times that are not whole minutes', async () => {
    const { symbol, from, to } = aGap();
    t.venue.play({ kind: 'off-grid', symbol, from, to });
    const asked = { symbol, count: 200, before: to + 30 * MINUTE };
    expect((await costOf(asked)).candles).toEqual(truth(t.venue, asked, 300));
    expect(await costOf(asked)).toMatchObject({ source: 'cache', requests: 0 });
  });
});

describe('larger intervals', () => {
  it('are aggregated if their 1m bars are stored, and are fetched otherwise', async () => {
    const symbol = ownSymbol(t.venue);
    const before = Math.floor(lastEnd() / DAY) * DAY;
    await costOf({ symbol, count: 1440, before });
    const asked = { symbol, interval: '15m' as const, count: 96, before };
    expect(await costOf(asked)).toEqual({ source: 'cache', candles: truth(t.venue, asked), requests: 0 });
    const more = { ...asked, count: 120 };
    expect(await costOf(more)).toEqual({ source: 'mixed', candles: truth(t.venue, more), requests: 1 });
  });

  it('are not aggregated if their own bars are stored', async () => {
    const symbol = ownSymbol(t.venue);
    const before = Math.floor(lastEnd() / DAY) * DAY;
    await costOf({ symbol, count: 1440, before });
    const own = { ts: before - HOUR, open: 1, high: 3, low: 0.5, close: 2, volume: 7 };
    await write(symbol, '1h', [own]);
    const { candles, source } = await costOf({ symbol, interval: '1h', count: 2, before });
    expect([source, candles[1]]).toEqual(['cache', own]);
  });
});

describe('the clock of the service', () => {
  it('can be ahead of the venue: a bar that is still open at the venue is neither returned nor stored', async () => {
    const ahead = await startAppOn(t.venue);
    try {
      for (const aheadMs of [1_500, 40_000, 3 * HOUR]) {
        setClock(ahead, t.venue, aheadMs);
        const symbol = ownSymbol(t.venue);
        const asked = { symbol, count: 50, before: t.venue.now() + DAY };
        t.venue.setClock(lastEnd() + MINUTE + 1_000);
        expect((await costOf(asked, ahead)).candles).toEqual(truth(t.venue, { symbol, count: 50 }));
        t.venue.advanceClock(10 * MINUTE);
        expect((await costOf(asked, ahead)).candles).toEqual(truth(t.venue, { symbol, count: 50 }));
      }
    } finally {
      await ahead.close();
    }
  });

  it('can be behind the venue: only bars that have ended according to this clock are returned', async () => {
    const behind = await startAppOn(t.venue);
    try {
      setClock(behind, t.venue, -10 * MINUTE);
      const asked = { symbol: ownSymbol(t.venue), count: 50 };
      expect((await costOf(asked, behind)).candles).toEqual(
        truth(t.venue, { ...asked, before: lastEnd() - 10 * MINUTE }),
      );
    } finally {
      await behind.close();
    }
  });
});

describe('several instances and clients', () => {
  it('return bars that another instance has stored', async () => {
    const asked = { symbol: ownSymbol(t.venue), count: 700 };
    const cold = await costOf(asked);
    const second = await startAppOn(t.venue);
    try {
      expect(await costOf(asked, second)).toEqual({ ...cold, source: 'cache', requests: 0 });
    } finally {
      await second.close();
    }
  });

  it('return the same bars if they fetch these bars at the same time, and re-check gaps later', async () => {
    const second = await startAppOn(t.venue);
    try {
      const symbol = ownSymbol(t.venue);
      const to = lastEnd() - HOUR;
      t.venue.play({ kind: 'gap', symbol, from: to - HOUR, to, filledAt: t.venue.now() + HOUR });
      const asked = { symbol, count: 1500 };
      const answers = await Promise.all([t, second, t, second].map((app) => costOf(asked, app)));
      for (const { candles } of answers) expect(candles).toEqual(truth(t.venue, asked, 1600));
      t.venue.advanceClock(DAY);
      const before = lastEnd() - DAY;
      for (const app of [second, t])
        expect((await costOf({ ...asked, before }, app)).candles).toEqual(
          truth(t.venue, { ...asked, before }),
        );
    } finally {
      await second.close();
    }
  });

  it('send one venue request for 200 equal requests', async () => {
    const symbol = ownSymbol(t.venue, lastEnd() - 1700 * MINUTE);
    t.venue.play({ kind: 'slow', symbol, latencyMs: 100, times: 2 });
    const before = t.venue.requests.length;
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => get({ symbol, count: 2000 }).expect(200)),
    );
    const expected = JSON.stringify(truth(t.venue, { symbol, count: 2000 }));
    for (const { body } of answers) expect(JSON.stringify(body.candles) === expected).toBe(true);
    const bounds = t.venue.requests
      .slice(before)
      .map(({ query }) => `${query['interval']} ${query['startTime']}`);
    expect(new Set(bounds).size).toBe(bounds.length);
    expect(bounds.length).toBeLessThan(8);
  });
});

describe('offline mode', () => {
  it('sends no request to the venue', async () => {
    const offline = await startAppOn(t.venue, { VENUE_MODE: 'offline' });
    try {
      const symbol = ownSymbol(t.venue);
      expect(await costOf({ symbol }, offline)).toEqual({ source: 'cache', candles: [], requests: 0 });
      const stored = await costOf({ symbol, count: 20 });
      await until(async () => {
        const { source, candles, requests } = await costOf({ symbol, count: 100 }, offline);
        expect([source, requests]).toEqual(['cache', 0]);
        return isDeepStrictEqual(candles, stored.candles);
      });
    } finally {
      await offline.close();
    }
  });
});

describe('cached responses', () => {
  it('are equal to uncached responses, byte for byte', async () => {
    const uncached = await startAppOn(t.venue, { CANDLE_CACHE_MB: '0' });
    try {
      const symbol = ownSymbol(t.venue, lastEnd() - 3 * DAY);
      await costOf({ symbol, count: 2000, before: lastEnd() - HOUR });
      for (const asked of [
        { symbol, count: 1999, before: lastEnd() - HOUR },
        { symbol, count: 7, before: lastEnd() - HOUR - 1 },
        { symbol, interval: '15m' as const, count: 100, before: lastEnd() - 3 * HOUR },
      ]) {
        const [first, kept, plain] = [await get(asked), await get(asked), await get(asked, uncached)];
        expect(kept.text).toBe(plain.text);
        expect(first.text).toBe(plain.text);
        const { 'x-request-id': _, date: __, ...headers } = kept.headers;
        expect(plain.headers).toMatchObject(headers);
      }
    } finally {
      await uncached.close();
    }
  });

  it('are not returned while a gap is due for a re-check', async () => {
    const symbol = ownSymbol(t.venue);
    const to = lastEnd() - 2 * HOUR;
    t.venue.play({ kind: 'gap', symbol, from: to - 10 * MINUTE, to, filledAt: t.venue.now() + HOUR });
    const asked = { symbol, count: 30, before: to + 10 * MINUTE };
    for (let i = 0; i < 3; i += 1) expect((await costOf(asked)).candles).toEqual(truth(t.venue, asked, 40));
    t.venue.advanceClock(DAY);
    for (let i = 0; i < 3; i += 1) expect((await costOf(asked)).candles).toEqual(truth(t.venue, asked));
  });

  it('change at once after a write of the same process, and soon after a write of another process', async () => {
    const other = await startAppOn(t.venue);
    try {
      const symbol = ownSymbol(t.venue);
      const before = Math.floor(lastEnd() / HOUR) * HOUR;
      const asked = { symbol, interval: '1h' as const, count: 3, before };
      const { candles } = await costOf(asked);
      for (const app of [t, other]) for (let i = 0; i < 2; i += 1) await costOf(asked, app);
      const changed = { ...candles[1]!, close: candles[1]!.low, volume: 1 };
      await write(symbol, '1h', [changed]);
      const expected = [candles[0], changed, candles[2]];
      expect((await costOf(asked)).candles).toEqual(expected);
      await until(async () => isDeepStrictEqual((await costOf(asked, other)).candles, expected));
      // Larger bars are built from imported minutes unless the larger bar itself is stored.
      const minutes = truth(t.venue, { symbol, count: 60, before: before - 3 * HOUR });
      await write(symbol, '1m', minutes);
      expect((await costOf({ ...asked, count: 4 })).candles).toEqual([
        truth(t.venue, { ...asked, count: 1, before: before - 3 * HOUR })[0],
        ...expected,
      ]);
    } finally {
      await other.close();
    }
  });
});
