import type { ExcursionsAnswer } from '../../src/review/analysis/excursions/excursions.dto.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import {
  anExampleWithCandles,
  exampleCandles,
  exampleTrades,
  excursionsOf,
  tradeAt,
} from '../support/candle-analysis.js';
import {
  type Answered,
  MINUTE,
  T,
  aSession,
  aSessionWith,
  aSymbol,
  aTrade,
  finish,
  ingest,
} from '../support/factories.js';
import { type MinuteSource, playSource, quietBars, storeBars, waitForCandles } from '../support/ideal-r.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

const bounds = (min: number | null, max: number | null = min) => ({ min, max });

/** Returns the trades of all pages, and the number of pages. */
async function paged(session: { readonly id: string }, count: number) {
  const trades: Answered<ExcursionsAnswer>['trades'][number][] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages += 1) {
    const query: string = cursor === '' ? `?count=${count}` : `?count=${count}&cursor=${cursor}`;
    const page: Answered<ExcursionsAnswer> = await excursionsOf(t.call, session, query);
    trades.push(...page.trades);
    cursor = page.nextCursor;
  }
  return { trades, pages };
}

describe('GET /sessions/{id}/analysis/excursions', () => {
  it('measures the documented trades', async () => {
    const session = await anExampleWithCandles(t);
    const { trades, ...rest } = await excursionsOf(t.call, session);
    expect(rest).toEqual({
      calculationVersion: expect.any(String),
      slice: null,
      state: 'ready',
      reason: 'candles-loaded',
      resolution: { entryMs: 0, exitMs: 0 },
      summary: {
        measured: 4,
        incomplete: 0,
        // Three trades have a stop. In R, their MFE is 8/5, 4/8 to 6/8 and 9/5, and their MAE is 2/5, 2/8 to 4/8 and
        // 8/5.
        avgMfeR: bounds(1.3, 1.38333333),
        avgMaeR: bounds(0.75, 0.83333333),
        edgeRatio: bounds(1.56, 1.84444444),
      },
      nextCursor: null,
    });
    expect(
      trades.map(({ status, price, exitEfficiency }) => [status, price.mfe, price.mae, exitEfficiency]),
    ).toEqual([
      ['complete', bounds(1, 2), bounds(0, 3), bounds(0.5, 1)],
      ['complete', bounds(4, 6), bounds(2, 4), bounds(0.33333333, 0.5)],
      ['complete', bounds(8), bounds(2), bounds(0.5)],
      ['complete', bounds(9), bounds(8), bounds(0.77777778)],
    ]);
    expect(trades[1]).toMatchObject({
      r: { mfe: bounds(0.5, 0.75), mae: bounds(0.25, 0.5) },
      pct: { mfe: bounds(3.92156863, 5.88235294), mae: bounds(1.96078431, 3.92156863) },
    });
    expect(trades[0]!.r).toBeNull();
    await finish(t.call, session);
    expect(await excursionsOf(t.call, session)).toEqual({ ...rest, trades, reason: 'session-finished' });
  });

  it('returns wider bounds of excursions if all trade times are whole minutes', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 60));
    const trades = Array.from({ length: 8 }, (_, i) =>
      aTrade({ entryTime: T + i * MINUTE, exitTime: T + (i + 3) * MINUTE, exitPrice: 1001 }),
    );
    const session = await aSessionWith(t.call, trades, { assets: [{ symbol }] });
    const answer = await excursionsOf(t.call, session);
    expect(answer).toMatchObject({
      resolution: { entryMs: MINUTE, exitMs: MINUTE },
      summary: { measured: 8 },
    });
    // Only the close of the entry minute is certain.
    expect(answer.trades[0]!.price).toEqual({ mfe: bounds(5), mae: bounds(5) });
  });

  it('returns only lower bounds if a bar is missing', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, exampleCandles().slice(0, 2));
    const session = await aSessionWith(t.call, exampleTrades(), { assets: [{ symbol }] });
    const { state, trades, summary } = await excursionsOf(t.call, session);
    expect({ state, summary }).toMatchObject({ state: 'ready', summary: { measured: 1, incomplete: 3 } });
    expect(trades[2]).toMatchObject({
      status: 'incomplete',
      price: { mfe: bounds(6, null), mae: bounds(2, null) },
    });
  });

  it('does not read the bars after an exit while a manual session is active', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 60));
    // The exit time is a multiple of half an hour, so the true moment of the exit may be up to half an hour later.
    const trade = aTrade({ entryTime: T + MINUTE, exitTime: T + 30 * MINUTE, exitPrice: 1001 });
    const statuses = async (mode: string) => {
      const session = await aSessionWith(t.call, [trade], { assets: [{ symbol }], mode });
      const active = await excursionsOf(t.call, session);
      await finish(t.call, session);
      const finished = await excursionsOf(t.call, session);
      return [active, finished].map(({ trades }) => trades[0]!.status);
    };
    expect(await statuses('manual')).toEqual(['incomplete', 'complete']);
    expect(await statuses('automated')).toEqual(['complete', 'complete']);
  });

  it('is unavailable if there are no trades or no candles', async () => {
    const blank = { resolution: null, trades: [], nextCursor: null };
    const summary = { measured: 0, avgMfeR: null, avgMaeR: null, edgeRatio: null };
    expect(await excursionsOf(t.call, await aSession(t.call))).toMatchObject({
      state: 'unavailable',
      reason: 'no-trades',
      ...blank,
      summary: { ...summary, incomplete: 0 },
    });
    const session = await aSessionWith(t.call, exampleTrades(), { assets: [{ symbol: aSymbol() }] });
    expect(await excursionsOf(t.call, session)).toMatchObject({
      state: 'unavailable',
      reason: 'candles-unavailable',
      ...blank,
      summary: { ...summary, incomplete: 4 },
    });
  });

  it('returns each trade exactly once over all pages, in trade order', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 60));
    const trades = Array.from({ length: 25 }, (_, i) =>
      aTrade({ clientId: `é-${i}`, entryTime: T + 1, exitTime: T + 1 + (i % 3) * MINUTE }),
    );
    const session = await aSessionWith(t.call, trades, { assets: [{ symbol }] });
    const { body } = await t.call.get(`/sessions/${session.id}/trades`).expect(200);
    const ids = body.trades.map(({ id }: { id: string }) => id);
    const whole = await excursionsOf(t.call, session);
    expect(whole.trades.map(({ tradeId }) => tradeId)).toEqual(ids);
    for (const [count, pages] of [
      [1, 25],
      [4, 7],
      [5, 5],
      [25, 1],
      [500, 1],
    ] as const) {
      expect(await paged(session, count)).toEqual({ trades: whole.trades, pages });
    }
  });

  it('returns an ETag for each page, which changes with the trades, the candles and the finish of the session', async () => {
    const session = await anExampleWithCandles(t);
    const path = `/sessions/${session.id}/analysis/excursions`;
    const tagOf = async (query = '') => (await t.call.get(path + query).expect(200)).headers['etag']!;
    const tags = [await tagOf(), await tagOf('?count=2')];
    await t.call.get(path).set('if-none-match', tags[0]!).expect(304);
    await t.call.get(`${path}?count=100`).set('if-none-match', tags[0]!).expect(304);
    await ingest(t.call, session, [tradeAt('long', [100, 0], [104, 180])]);
    tags.push(await tagOf());
    await finish(t.call, session);
    tags.push(await tagOf());
    expect(new Set(tags).size).toBe(4);
  });

  it('refuses invalid queries, and sessions of another workspace', async () => {
    const session = await anExampleWithCandles(t);
    const path = `/sessions/${session.id}/analysis/excursions`;
    expectProblem(await t.other.get(path), 'SESSION_NOT_FOUND');
    const { body } = await t.call.get(`/sessions/${session.id}/trades?count=1`).expect(200);
    for (const [field, value] of [
      ['count', '0'],
      ['count', '501'],
      ['count', 'x'],
      ['cursor', 'x'],
      ['cursor', body.nextCursor],
      ['order', 'asc'],
    ] as const) {
      expectProblem(await t.call.get(`${path}?${field}=${value}`), 'VALIDATION_FAILED', [field]);
    }
    await t.call.get(`${path}?count=500`).expect(200);
  });
});

describe('missing candles of excursions', () => {
  let own: TestApp;
  beforeEach(async () => {
    own = await startTestApp({ VENUE_MODE: 'live', VENUE_SPOT_URLS: 'http://127.0.0.1:1' });
  });
  afterEach(() => own.close());

  it('are loaded once; the response is pending and has no ETag until the candles are loaded', async () => {
    const symbol = aSymbol();
    const loads: (() => void)[] = [];
    let isLoaded = false;
    const source: MinuteSource = {
      missing: (_series, spans) => Promise.resolve(isLoaded ? [] : [...spans]),
      load: () =>
        new Promise((resolve) => {
          loads.push(resolve);
        }),
    };
    playSource(own, source);
    waitForCandles(own, 0);
    const session = await aSessionWith(own.call, exampleTrades(), { assets: [{ symbol }] });
    const path = `/sessions/${session.id}/analysis/excursions`;
    const [first, second] = await Promise.all([own.call.get(path), own.call.get(path)]);
    for (const { status, body, headers } of [first, second]) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        state: 'pending',
        reason: 'candles-loading',
        trades: [],
        summary: { measured: 0, incomplete: 4 },
      });
      expect(headers['etag']).toBeUndefined();
    }
    expect(loads).toHaveLength(1);
    await storeBars(own, symbol, exampleCandles());
    isLoaded = true;
    loads[0]!();
    const { body, headers } = await own.call.get(path).expect(200);
    expect(body).toMatchObject({ state: 'ready', reason: 'candles-loaded', summary: { measured: 4 } });
    expect(headers['etag']).toBeDefined();
    await own.call.get(path).set('if-none-match', headers['etag']!).expect(304);
    expect(loads).toHaveLength(1);
  });

  it('leave the response without an ETag as long as the candles can still be loaded', async () => {
    const symbol = aSymbol();
    playSource(own, { missing: () => Promise.resolve([]), load: () => Promise.resolve() });
    await storeBars(own, symbol, exampleCandles().slice(0, 2));
    const session = await aSessionWith(own.call, exampleTrades(), { assets: [{ symbol }] });
    const { body, headers } = await own.call.get(`/sessions/${session.id}/analysis/excursions`).expect(200);
    expect(body).toMatchObject({ state: 'ready', summary: { incomplete: 3 } });
    expect(headers['etag']).toBeUndefined();
  });
});
