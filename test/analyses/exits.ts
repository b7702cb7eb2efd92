import type { Candle } from '../../src/candles/store/bar-columns.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { exampleCandles, excursionsOf, exitsOf } from '../support/candle-analysis.js';
import {
  DAY,
  type Fields,
  HOUR,
  MINUTE,
  T,
  aSession,
  aSessionWith,
  aSymbol,
  aTrade,
  finish,
  ingest,
} from '../support/factories.js';
import { holdLoads, quietBars, storeBars, waitForCandles } from '../support/ideal-r.js';
import { PRESENT, ownSymbol, startLiveApp } from '../support/live-app.js';
import { expectProblem } from '../support/problems.js';

/** The service follows each trade for the five bars of the example. */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ IDEAL_R_HORIZON_MS: String(5 * MINUTE) });
});
afterAll(() => t.close());

const LONG = { entryPrice: 100, entryTime: T, exitPrice: 104, exitTime: T + 3 * MINUTE, stopLoss: 95 };
const SHORT = {
  side: 'short',
  entryPrice: 104,
  entryTime: T + 135_000,
  exitPrice: 97,
  exitTime: T + 4 * MINUTE,
  stopLoss: 109,
};

/** Creates a finished session with these trades, and stores the bars of the example and quiet bars after them. */
async function finished(trades: readonly Fields[], bars = 20) {
  const symbol = aSymbol();
  const quiet = quietBars(5, bars, {}).map((bar) => ({ ...bar, open: 98, high: 98, low: 98, close: 98 }));
  await storeBars(t, symbol, [...exampleCandles(), ...quiet]);
  const session = await aSessionWith(t.call, trades.map(aTrade), { assets: [{ symbol }] });
  await finish(t.call, session);
  return session;
}

describe('GET /sessions/{id}/analysis/exits', () => {
  it('returns the results that the documented trade would have had with other targets and stops', async () => {
    const session = await finished([LONG]);
    const { cells, ...rest } = await exitsOf(t.call, session, '?targets=3,1,2&stops=1,0.5,1.5');
    expect(rest).toEqual({
      calculationVersion: expect.any(String),
      slice: null,
      state: 'ready',
      reason: 'session-finished',
      trades: { total: 1, eligible: 1, measured: 1, incomplete: 0, invalidRisk: 0 },
      actual: { avgR: 0.8, avgGrossR: 0.8 },
    });
    expect(cells.map(({ target, stop, avgR }) => [target, stop, avgR.worst, avgR.best])).toEqual([
      [1, 0.5, 1, 1],
      [1, 1, 1, 1],
      [1, 1.5, 1, 1],
      [2, 0.5, -0.5, 2],
      [2, 1, -1, 2],
      [2, 1.5, 2, 2],
      [3, 0.5, -0.5, -0.5],
      [3, 1, -1, -1],
      [3, 1.5, -0.4, -0.4],
    ]);
    expect(cells[3]).toEqual({
      target: 2,
      stop: 0.5,
      winrate: { worst: 0, best: 1 },
      avgR: { worst: -0.5, best: 2 },
      avgRPerNewRisk: { worst: -1, best: 4 },
    });
  });

  it('moves the stop of a trade to the entry price if the query requests this', async () => {
    const long = await exitsOf(t.call, await finished([LONG]), '?targets=1,1.5,3&stops=1&breakEvenAt=0.5');
    expect(long.cells.map(({ avgR }) => [avgR.worst, avgR.best])).toEqual([
      [0, 1],
      [0, 0],
      [0, 0],
    ]);
    const short = await exitsOf(t.call, await finished([SHORT]), '?targets=2&stops=1&breakEvenAt=0.2');
    expect(short.cells.map(({ avgR }) => [avgR.worst, avgR.best])).toEqual([[-1, 0]]);
  });

  it('uses a grid of 10 targets and 6 stops by default', async () => {
    const { cells } = await exitsOf(t.call, await finished([LONG]));
    expect(cells).toHaveLength(60);
    expect(cells[0]).toMatchObject({ target: 0.5, stop: 0.5 });
    expect(cells[59]).toMatchObject({ target: 5, stop: 2 });
  });

  it('takes five targets from the favourable moves of the trades with `auto`', async () => {
    // The moves: 12 of the risk of 5, and 9 of the risk of 5, until the exits. Rank 0.9: 1.8 + 0.9 · 0.6 = 2.34.
    const session = await finished([LONG, SHORT, aTrade()]);
    const { trades } = await excursionsOf(t.call, session);
    expect(trades.map(({ r }) => r?.mfe.max)).toEqual([undefined, 2.4, 1.8]);
    const { cells, ...rest } = await exitsOf(t.call, session, '?targets=auto&stops=1');
    expect(cells.map(({ target }) => target)).toEqual([0.47, 0.94, 1.41, 1.88, 2.35]);
    const named = await exitsOf(t.call, session, '?targets=0.47,0.94,1.41,1.88,2.35&stops=1');
    expect({ cells, ...rest }).toEqual(named);
    // In a slice, the trades of the slice give the targets: 2.4 / 5 = 0.48.
    const { cells: ofLongs } = await exitsOf(
      t.call,
      session,
      '?targets=auto&stops=1&side=long&breakEvenAt=1',
    );
    expect(ofLongs.map(({ target }) => target)).toEqual([0.48, 0.96, 1.44, 1.92, 2.4]);
  });

  it('follows the moves to the exits with `auto`, even if these are later than the horizon', async () => {
    const session = await finished([{ ...LONG, exitPrice: 98, exitTime: T + 12 * MINUTE }], 30);
    const symbol = session.assets[0]!.symbol;
    await storeBars(t, symbol, [{ ts: T + 9 * MINUTE, open: 98, high: 120, low: 98, close: 98, volume: 1 }]);
    const { cells } = await exitsOf(t.call, session, '?targets=auto&stops=1');
    expect(cells.map(({ target }) => target)).toEqual([0.8, 1.6, 2.4, 3.2, 4]); // 20 of the risk of 5
  });

  it('uses the default targets with `auto` if no trade with an initial risk has all its bars', async () => {
    const session = await finished([{ ...LONG, exitTime: T + 200 * MINUTE }]);
    const auto = await exitsOf(t.call, session, '?targets=auto');
    expect(auto).toEqual(await exitsOf(t.call, session));
    expect(auto).toMatchObject({ state: 'ready', trades: { measured: 1 } });
  });

  it('is deferred while a manual session is active, but already returns the number of trades', async () => {
    const fields = { mode: 'manual', assets: [{ symbol: aSymbol() }] };
    const session = await aSessionWith(t.call, [aTrade(LONG), aTrade()], fields);
    const counts = { total: 2, eligible: 1, measured: 0, incomplete: 1, invalidRisk: 1 };
    const blank = { trades: counts, cells: [], actual: { avgR: null, avgGrossR: null } };
    expect(await exitsOf(t.call, session)).toMatchObject({
      state: 'deferred',
      reason: 'session-active',
      ...blank,
    });
    await finish(t.call, session);
    expect(await exitsOf(t.call, session)).toMatchObject({
      state: 'unavailable',
      reason: 'candles-unavailable',
      ...blank,
    });
  });

  it('is unavailable if there are no trades or no initial risks', async () => {
    for (const [trades, reason] of [
      [[], 'no-trades'],
      [[aTrade()], 'no-valid-stops'],
    ] as const) {
      const session = await aSessionWith(t.call, trades);
      await finish(t.call, session);
      expect(await exitsOf(t.call, session)).toMatchObject({ state: 'unavailable', reason, cells: [] });
    }
  });

  it('excludes a trade if a bar is missing before the end of the trade', async () => {
    // The short trade lasts longer than the 6 stored bars.
    const session = await finished([LONG, SHORT], 6);
    const { trades } = await exitsOf(t.call, session, '?targets=3&stops=2');
    expect(trades).toEqual({ total: 2, eligible: 2, measured: 1, incomplete: 1, invalidRisk: 0 });
  });

  it('returns an ETag that depends on the grid, but not on the order of its values', async () => {
    const session = await finished([LONG]);
    const path = `/sessions/${session.id}/analysis/exits`;
    const { headers } = await t.call.get(`${path}?targets=2,1`).expect(200);
    await t.call.get(`${path}?targets=1,2`).set('if-none-match', headers['etag']!).expect(304);
    await t.call.get(`${path}?targets=1`).set('if-none-match', headers['etag']!).expect(200);
    const auto = (await t.call.get(`${path}?targets=auto`).expect(200)).headers['etag']!;
    await t.call.get(`${path}?targets=auto`).set('if-none-match', auto).expect(304);
    await t.call.get(path).set('if-none-match', auto).expect(200);
    const active = await aSession(t.call);
    const activePath = `/sessions/${active.id}/analysis/exits`;
    const tag = (await t.call.get(activePath).expect(200)).headers['etag']!;
    await t.call.get(activePath).set('if-none-match', tag).expect(304);
    await ingest(t.call, active, [aTrade()]);
    await t.call.get(activePath).set('if-none-match', tag).expect(200);
  });

  it('refuses invalid queries, and sessions of another workspace', async () => {
    const { id } = await aSession(t.call);
    const path = `/sessions/${id}/analysis/exits`;
    expectProblem(await t.other.get(path), 'SESSION_NOT_FOUND');
    const many = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(',');
    for (const [field, value] of [
      ['targets', ''],
      ['targets', '0'],
      ['targets', '-1'],
      ['targets', '1,x'],
      ['targets', '1,'],
      ['targets', '1,1.0'],
      ['targets', '1001'],
      ['targets', many(21)],
      ['targets', '1&targets=2'],
      ['targets', 'auto,1'],
      ['targets', '1,auto'],
      ['targets', 'Auto'],
      ['targets', 'auto&targets=auto'],
      ['stops', 'auto'],
      ['breakEvenAt', 'auto'],
      ['stops', many(11)],
      ['stops', '1e999'],
      ['breakEvenAt', '0'],
      ['breakEvenAt', '1001'],
      ['breakEvenAt', 'x'],
      ['count', '1'],
    ] as const) {
      expectProblem(await t.call.get(`${path}?${field}=${value}`), 'VALIDATION_FAILED', [field]);
    }
    expect((await t.call.get(`${path}?targets=auto,1`)).body.details).toEqual([
      {
        field: 'targets',
        message:
          'must be auto, or a list of numbers: must be numbers with commas between them; value 0 must be a number',
      },
    ]);
    await t.call.get(`${path}?targets=${many(20)}&stops=${many(10)}&breakEvenAt=1000`).expect(200);
    await t.call.get(`${path}?targets=1000&stops=0.001`).expect(200);
  });
});

describe('missing candles of exits', () => {
  it('leave the analysis pending and without an ETag while a slow venue responds; then it is ready', async () => {
    const live = await startLiveApp({ IDEAL_R_HORIZON_MS: String(3 * DAY) });
    try {
      const symbol = ownSymbol(live.venue);
      const entryTime = PRESENT - (PRESENT % DAY) - 10 * DAY;
      const [{ open: entryPrice }] = live.venue.expectedCandles(
        'venue-spot',
        symbol,
        '1m',
        entryTime,
        entryTime + MINUTE,
      ) as [Candle];
      const trades = [
        aTrade({
          symbol,
          entryTime,
          exitTime: entryTime + HOUR,
          entryPrice,
          exitPrice: entryPrice,
          stopLoss: entryPrice * 0.99,
        }),
      ];
      const session = await aSessionWith(live.call, trades, { assets: [{ symbol }] });
      const letVenueRespond = holdLoads(live);
      waitForCandles(live, 0);
      expect((await finish(live.call, session)).stats.idealRAnalysis.state).toBe('pending');
      const path = `/sessions/${session.id}/analysis/exits`;
      const { body, headers } = await live.call.get(path).expect(200);
      expect(body).toMatchObject({
        state: 'pending',
        reason: 'candles-loading',
        cells: [],
        trades: { total: 1, eligible: 1, measured: 0, incomplete: 1 },
      });
      expect(headers['etag']).toBeUndefined();
      letVenueRespond();
      let answer = await live.call.get(path).expect(200);
      while (answer.body.state === 'pending') answer = await live.call.get(path).expect(200);
      expect(answer.body).toMatchObject({
        state: 'ready',
        reason: 'session-finished',
        trades: { measured: 1, incomplete: 0 },
      });
      await live.call.get(path).set('if-none-match', answer.headers['etag']!).expect(304);
    } finally {
      await live.close();
    }
  });
});
