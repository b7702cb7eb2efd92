import { type Candle, NO_BARS } from '../../src/candles/store/bar-columns.js';
import { CandleStore } from '../../src/candles/store/candle-store.js';
import type { EvidenceAnswer } from '../../src/review/evidence/routes/evidence.dto.js';
import type { IdealRMarketDto } from '../../src/stats/ideal-r/ideal-r.dto.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { equityOf, excursionsOf, exitsOf, fillsOf, timingOf } from '../support/candle-analysis.js';
import {
  type Fields,
  DAY,
  HOUR,
  MINUTE,
  aSessionWith,
  aSymbol,
  aTrade,
  finish,
  statsOf,
} from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';
import { type LiveApp, ownSymbol, startLiveApp } from '../support/live-app.js';

const HORIZON = 5 * DAY;
/** A Friday and the Monday after it. */
const FRIDAY = Date.UTC(2024, 0, 12);
const MONDAY = FRIDAY + 3 * DAY;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ IDEAL_R_HORIZON_MS: String(HORIZON) });
});
afterAll(() => t.close());

/** Returns bars of an hour with one price; `odd` changes the bars at these minutes. */
const hourOf = (
  start: number,
  price: number,
  odd: Readonly<Record<number, Partial<Candle>>> = {},
): Candle[] =>
  Array.from({ length: 60 }, (_, minute) => ({
    ts: start + minute * MINUTE,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 1,
    ...odd[minute],
  }));

const friday = hourOf(FRIDAY + 20 * HOUR, 100, { 30: { high: 101 } });
const monday = hourOf(MONDAY + 22 * HOUR, 98);

/** Stores an hour of Friday and an hour of Monday, each by an import of its own. */
async function aWeekend(): Promise<string> {
  const symbol = aSymbol();
  await storeBars(t, symbol, friday);
  await storeBars(t, symbol, monday);
  return symbol;
}

const overWeekend = (fields: Fields = {}) =>
  aTrade({
    entryPrice: 100,
    entryTime: FRIDAY + 20 * HOUR + 10 * MINUTE,
    stopLoss: 99,
    exitPrice: 98,
    exitTime: MONDAY + 22 * HOUR + 10 * MINUTE,
    ...fields,
  });

/** Creates a session with trades in markets, each a symbol and its calendar. */
const aSessionIn = (markets: Readonly<Record<string, string>>, trades: readonly Fields[] = [overWeekend()]) =>
  aSessionWith(t.call, trades, {
    mode: 'automated',
    assets: Object.entries(markets).map(([symbol, calendarCode]) => ({ symbol, calendarCode })),
  });

const idealROf = async (session: { readonly id: string }) => (await statsOf(t.call, session)).idealRAnalysis;

const bounds = (value: number | null) => ({ min: value, max: value });

describe('a trade over a weekend', () => {
  it('is complete in a market that closes at times', async () => {
    const session = await aSessionIn({ [await aWeekend()]: '24/5' });
    const { trades, summary } = await excursionsOf(t.call, session);
    expect(trades).toMatchObject([{ status: 'complete', price: { mfe: bounds(1), mae: bounds(2) } }]);
    expect(summary).toMatchObject({ measured: 1, incomplete: 0 });
    const { state, analytics, markets } = await idealROf(session);
    expect(state).toBe('ready');
    expect(analytics.observations).toMatchObject([
      {
        status: 'complete',
        bestPrice: 101,
        idealR: 1,
        windowStartTime: FRIDAY + 20 * HOUR + 10 * MINUTE,
        targetEndTime: FRIDAY + 20 * HOUR + 10 * MINUTE + HORIZON,
        observedEndTime: MONDAY + 22 * HOUR + MINUTE,
      },
    ]);
    // Fifty bars on Friday, sixty on Monday, and the unknown minutes until Wednesday, 20:10.
    expect(markets).toMatchObject([{ requestedBars: 110 + 45 * 60 + 10, loadedBars: 110 }]);
  });

  it('is incomplete in a market that never closes', async () => {
    const session = await aSessionIn({ [await aWeekend()]: '24/7' });
    const { trades } = await excursionsOf(t.call, session);
    expect(trades).toMatchObject([
      { status: 'incomplete', price: { mfe: { max: null }, mae: { max: null } } },
    ]);
    const { analytics, markets } = await idealROf(session);
    expect(analytics.observations).toMatchObject([
      { status: 'incomplete', bestPrice: 101, observedEndTime: FRIDAY + 21 * HOUR },
    ]);
    expect(markets).toMatchObject([{ requestedBars: HORIZON / MINUTE, loadedBars: 110 }]);
    expect((await equityOf(t.call, session)).lowest).toBeNull();
  });

  it('has an equity that stands at the last close while the market is closed', async () => {
    const session = await aSessionIn({ [await aWeekend()]: '24/5' });
    const { state, minutes, points, lowest, drawdown } = await equityOf(t.call, session, '?interval=1h');
    expect(state).toBe('ready');
    // The trade is open for fifty minutes on Friday; its exit lies in the ten minutes from Monday, 22:10 on.
    expect(minutes).toEqual({ requested: 70, loaded: 70 });
    const { initialBalance } = session;
    expect(points).toHaveLength(75);
    expect(
      points
        .slice(1, -1)
        .every(({ close, min, max }) => [close, min, max].every((one) => one === initialBalance)),
    ).toBe(true);
    expect(points.every(({ status }) => status === 'complete')).toBe(true);
    expect(lowest).not.toBeNull();
    expect(drawdown.possible).not.toBeNull();
  });

  it('has exits and fills that step over the weekend', async () => {
    const session = await aSessionIn({ [await aWeekend()]: '24/5' });
    await finish(t.call, session);
    const { trades, cells } = await exitsOf(t.call, session, '?targets=2&stops=1');
    expect(trades).toMatchObject({ measured: 1, incomplete: 0 });
    // Monday opens two risks below the entry, beyond the stop.
    expect(cells).toMatchObject([{ avgR: { worst: -2, best: -2 } }]);
    const { summary } = await fillsOf(t.call, session);
    expect(summary).toMatchObject({ tradeCount: 1, incomplete: 0 });
  });

  it('has no timing, but a result of buy and hold', async () => {
    const session = await aSessionIn({ [await aWeekend()]: '24/5' });
    const timing = await timingOf(t.call, session);
    expect(timing).toMatchObject({
      state: 'unavailable',
      reason: 'closed-market',
      paths: 0,
      net: null,
      buyAndHold: { pct: -2 },
      markets: [{ requestedBars: 61, loadedBars: 61, counted: true }],
    });
    await finish(t.call, session);
    const bracket = await timingOf(t.call, session, '?method=bracket');
    expect(bracket).toMatchObject({ state: 'unavailable', reason: 'closed-market', buyAndHold: { pct: -2 } });
    const response = await t.call.get(`/sessions/${session.id}/analysis/evidence`).expect(200);
    const { questions } = response.body as EvidenceAnswer;
    const of = (name: string) => questions.find(({ question }) => question === name)!;
    expect(of('better-than-random-entries')).toMatchObject({
      verdict: 'cannot-say',
      reason: 'closed-market',
    });
    expect(of('better-than-buy-and-hold')).toMatchObject({ threshold: -2, reason: null });
  });

  it('does not change another market of the session', async () => {
    const [closing, always] = [await aWeekend(), await aWeekend()];
    const session = await aSessionIn({ [closing]: '24/5', [always]: '24/7' }, [
      overWeekend({ symbol: closing }),
      overWeekend({ symbol: always }),
    ]);
    const statuses = (await excursionsOf(t.call, session)).trades.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['complete', 'incomplete']);
    const { markets } = await idealROf(session);
    expect(markets.map(({ symbol, requestedBars }) => [symbol, requestedBars])).toEqual([
      [closing, 2_820],
      [always, 7_200],
    ]);
    expect((await equityOf(t.call, session)).minutes).toEqual({
      requested: 70 + (3 * DAY) / MINUTE + 130,
      loaded: 140,
    });
  });
});

describe('trades with times at which the market is closed', () => {
  it.each([
    ['the entry', { entryTime: MONDAY + 90_001, entryPrice: 99.5 }, 'complete', 0, 1.5],
    ['the exit', { exitTime: MONDAY + 90_001, exitPrice: 98 }, 'complete', 1, 2],
    ['both', { entryTime: MONDAY - HOUR, exitTime: MONDAY + 90_001, exitPrice: 100 }, 'complete', 0, 0],
    ['an exit after the last covered span', { exitTime: MONDAY + 23 * HOUR + 1 }, 'incomplete', 1, 2],
    ['an entry before the first covered span', { entryTime: FRIDAY + 20 * HOUR - 1 }, 'incomplete', 1, 2],
  ] as const)('are measured without the closed minutes: %s', async (_, fields, status, mfe, mae) => {
    const session = await aSessionIn({ [await aWeekend()]: 'NYSE' }, [
      overWeekend({ stopLoss: 90, ...fields }),
    ]);
    const { trades } = await excursionsOf(t.call, session);
    expect(trades[0]!.status).toBe(status);
    const { mfe: found, mae: foundAgainst } = trades[0]!.price;
    expect([found.min, foundAgainst.min]).toEqual([mfe, mae]);
  });

  it('mark an entry at a closed time at the last close before it', async () => {
    const session = await aSessionIn({ [await aWeekend()]: '24/5' }, [
      overWeekend({ entryTime: MONDAY, entryPrice: 99, qty: 1 }),
    ]);
    const { points, minutes } = await equityOf(t.call, session, '?interval=1h');
    expect(points[0]!.close).toBe(session.initialBalance + 1);
    expect(points.every(({ status }) => status === 'complete')).toBe(true);
    expect(minutes).toEqual({ requested: 20, loaded: 20 });
  });
});

describe('the time between two covered spans', () => {
  it.each([
    [6 * DAY, 'complete'],
    [6 * DAY + MINUTE, 'incomplete'],
  ])('of %s ms leaves a trade over it %s', async (apart, status) => {
    const symbol = aSymbol();
    const later = FRIDAY + 21 * HOUR + apart;
    await storeBars(t, symbol, friday);
    await storeBars(t, symbol, hourOf(later, 98));
    const session = await aSessionIn({ [symbol]: '24/5' }, [overWeekend({ exitTime: later + 10 * MINUTE })]);
    expect((await excursionsOf(t.call, session)).trades).toMatchObject([{ status }]);
  });

  it('counts also for a trade that lies within it', async () => {
    const session = await aSessionIn({ [await aWeekend()]: '24/5' }, [
      overWeekend({ entryTime: MONDAY, exitTime: MONDAY + HOUR, exitPrice: 100 }),
    ]);
    const { state, trades } = await excursionsOf(t.call, session);
    expect([state, trades[0]!.status]).toEqual(['ready', 'complete']);
  });

  it('is not stored, and changes the version of each response', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, friday);
    const session = await aSessionIn({ [symbol]: '24/5' });
    await finish(t.call, session);
    const paths = [
      'stats',
      ...['excursions', 'exits', 'fills', 'equity', 'timing'].map((name) => `analysis/${name}`),
    ];
    const tagsOf = () =>
      Promise.all(
        paths.map(
          async (path) => (await t.call.get(`/sessions/${session.id}/${path}`).expect(200)).headers['etag'],
        ),
      );
    const before = await tagsOf();
    expect((await excursionsOf(t.call, session)).trades[0]!.status).toBe('incomplete');
    // A span without a bar ends the weekend, too.
    const store = t.app.get(CandleStore, { strict: false });
    const { id } = await store.getOrCreateSeries('venue-spot', symbol, '1m');
    await store.writeBars(id, NO_BARS, { start: MONDAY + 22 * HOUR, end: MONDAY + 23 * HOUR });
    const after = await tagsOf();
    for (const [i, tag] of after.entries()) expect([paths[i], tag]).not.toEqual([paths[i], before[i]]);
    expect((await excursionsOf(t.call, session)).trades[0]!.status).toBe('complete');
    expect(await store.coveredSpans(id, 0, MONDAY + DAY)).toHaveLength(2);
  });
});

describe('the calendar of an existing session', () => {
  it('changes by a copy with other assets', async () => {
    const symbol = await aWeekend();
    const session = await aSessionIn({ [symbol]: '24/7' });
    const copied = async (assets: readonly Fields[]) =>
      (await t.call.post(`/sessions/${session.id}/copy`, { assets }).expect(201)).body.session;
    const copy = await copied([{ symbol, calendarCode: '24/5' }]);
    expect(copy.assets).toMatchObject([{ symbol, calendarCode: '24/5' }]);
    expect((await excursionsOf(t.call, copy)).trades).toMatchObject([{ status: 'complete' }]);
    const original = await excursionsOf(t.call, session);
    expect(original.trades).toMatchObject([{ status: 'incomplete' }]);
    const plain = (await t.call.post(`/sessions/${copy.id}/copy`, {}).expect(201)).body.session;
    expect(plain.assets).toMatchObject([{ calendarCode: '24/5' }]);
    const same = await t.call.patch(`/sessions/${session.id}`, {
      assets: [{ symbol, calendarCode: '24/5' }],
    });
    expect(same.status).toBe(400);
  });
});

describe('a gap inside the coverage', () => {
  it('is a closed market with the stop beyond it', async () => {
    const symbol = aSymbol();
    const bars = hourOf(FRIDAY, 100, { 5: { high: 103 } }).filter((_, minute) => minute < 10 || minute >= 40);
    const jumped = bars.map((bar, i) => (i < 10 ? bar : { ...bar, open: 95, high: 104, low: 95, close: 95 }));
    await storeBars(t, symbol, jumped);
    const entry = {
      entryTime: FRIDAY,
      exitTime: FRIDAY + 50 * MINUTE,
      entryPrice: 100,
      exitPrice: 95,
      stopLoss: 97,
    };
    const session = await aSessionIn({ [symbol]: '24/5' }, [aTrade(entry)]);
    expect((await idealROf(session)).analytics.observations).toMatchObject([
      { status: 'complete', bestPrice: 103, idealR: 1, observedEndTime: FRIDAY + 41 * MINUTE },
    ]);
  });
});

describe('in live mode', () => {
  const start = Date.UTC(2025, 5, 2);
  let live: LiveApp;
  beforeAll(async () => {
    live = await startLiveApp({ IDEAL_R_HORIZON_MS: String(4 * HOUR) });
  });
  afterAll(() => live.close());

  /** Reads the statistics of a trade of four hours, and returns its market and the number of requests to the venue. */
  async function read(symbol: string, calendarCode: string) {
    const fields = {
      entryPrice: 100,
      entryTime: start,
      exitTime: start + HOUR,
      stopLoss: 1e-9,
      exitPrice: 100,
    };
    const session = await aSessionWith(live.call, [aTrade(fields)], {
      mode: 'automated',
      assets: [{ symbol, calendarCode }],
    });
    const before = live.venue.requests.length;
    const { state, markets, analytics } = (await statsOf(live.call, session)).idealRAnalysis;
    const [{ requestedBars, loadedBars }] = markets as [IdealRMarketDto];
    expect([state, analytics.incompleteTrades]).toEqual(['ready', 0]);
    return { requestedBars, loadedBars, requests: live.venue.requests.length - before };
  }

  it('a gap inside the coverage is not requested', async () => {
    const symbol = ownSymbol(live.venue);
    await storeBars(live, symbol, [...hourOf(start, 100), ...hourOf(start + 3 * HOUR, 100)]);
    expect(await read(symbol, '24/5')).toEqual({ requestedBars: 120, loadedBars: 120, requests: 0 });
  });

  it('the time between two covered spans is requested if the venue knows the symbol', async () => {
    const symbol = ownSymbol(live.venue);
    await storeBars(live, symbol, hourOf(start, 100));
    await storeBars(live, symbol, hourOf(start + 3 * HOUR, 100));
    expect(await read(symbol, '24/5')).toEqual({ requestedBars: 240, loadedBars: 240, requests: 1 });
  });

  it('the time between two covered spans is closed if the venue does not know the symbol', async () => {
    const symbol = aSymbol();
    await storeBars(live, symbol, hourOf(start, 100));
    await storeBars(live, symbol, hourOf(start + 3 * HOUR, 100));
    expect(await read(symbol, '24/5')).toEqual({ requestedBars: 120, loadedBars: 120, requests: 1 });
  });
});
