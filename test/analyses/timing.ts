import { type TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { exampleCandles, exampleTrades, timingOf } from '../support/candle-analysis.js';
import { MINUTE, T, aSession, aSessionWith, aSymbol, aTrade, finish, ingest } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';
import { expectProblem } from '../support/problems.js';
import { stateCount } from '../support/stated-count.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

/** Creates a session with the documented trades of quantity 1 without costs. */
async function anExample(mode = 'automated') {
  const symbol = aSymbol();
  await storeBars(t, symbol, exampleCandles());
  const trades = exampleTrades().map((trade) => ({ ...trade, qty: 1 }));
  return aSessionWith(t.call, trades, { assets: [{ symbol }], randomSeed: 42, mode });
}

describe('GET /sessions/{id}/analysis/timing', () => {
  it('compares the documented trades with random entries', async () => {
    const session = await anExample();
    const timing = await timingOf(t.call, session);
    expect(timing).toMatchObject({
      state: 'ready',
      reason: 'candles-loaded',
      method: 'shift',
      paths: 1_000,
      seed: 42,
      trades: { total: 4, measured: 3, tooShort: 1, noCandles: 0, invalidRisk: 0 },
      net: { observed: 14.02970297, pValue: 0.19180819 },
      market: { days: 1, beta: null },
      markets: [{ feed: 'venue-spot', requestedBars: 5, loadedBars: 5, counted: true }],
    });
    expect(await timingOf(t.call, session, '?seed=42&paths=1000')).toEqual(timing);
  });

  it('is deferred with method=bracket until a manual session is finished', async () => {
    const session = await anExample('manual');
    expect(await timingOf(t.call, session, '?method=bracket')).toMatchObject({
      state: 'deferred',
      reason: 'session-active',
      net: null,
    });
    await finish(t.call, session);
    expect(await timingOf(t.call, session, '?method=bracket')).toMatchObject({
      state: 'ready',
      trades: { measured: 3, invalidRisk: 1 },
      net: { observed: -13.02970297, p50: -13.02970297, pValue: 0.60639361 },
    });
  });

  it('is unavailable if there are no trades, no candles, too many trades or too many minutes', async () => {
    const reasonOf = async (session: { readonly id: string }) => {
      const { state, reason } = await timingOf(t.call, session);
      return `${state} ${reason}`;
    };
    const inMarket = (trades: readonly object[]) =>
      aSessionWith(t.call, trades, { assets: [{ symbol: aSymbol() }] });
    expect(await reasonOf(await aSession(t.call))).toBe('unavailable no-trades');
    expect(await reasonOf(await inMarket(exampleTrades()))).toBe('unavailable candles-unavailable');
    const long = { entryTime: T, exitTime: T + 5_000_000 * MINUTE };
    expect(await reasonOf(await inMarket([aTrade(long)]))).toBe('unavailable too-many-minutes');
    const many = await aSession(t.call);
    await stateCount(t, many, 250_001);
    expect(await reasonOf(many)).toBe('unavailable too-many-trades');
  });

  it('limits the number of paths, depending on the number of trades', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => aTrade({ entryTime: T + i, exitTime: T + MINUTE + i })); // prettier-ignore
    const session = await aSessionWith(t.call, many(500));
    await ingest(t.call, session, many(500));
    const path = `/sessions/${session.id}/analysis/timing`;
    await t.call.get(`${path}?paths=20000`).expect(200);
    await ingest(t.call, session, many(1));
    await t.call.get(`${path}?paths=19980`).expect(200);
    expectProblem(await t.call.get(`${path}?paths=19981`), 'VALIDATION_FAILED', ['paths']);
    // The limit for a slice depends on the number of trades in the slice.
    await t.call.get(`${path}?paths=20000&from=${T + MINUTE + 1}`).expect(200);

    const bracket = await aSessionWith(t.call, many(101));
    await finish(t.call, bracket);
    const ofBracket = `/sessions/${bracket.id}/analysis/timing?method=bracket`;
    await t.call.get(`${ofBracket}&paths=19801`).expect(200);
    expectProblem(await t.call.get(`${ofBracket}&paths=19802`), 'VALIDATION_FAILED', ['paths']);
  });

  it('refuses invalid queries', async () => {
    const { id } = await anExample();
    const path = `/sessions/${id}/analysis/timing`;
    for (const [field, value] of [
      ['method', 'odd'],
      ['paths', '99'],
      ['paths', '20001'],
      ['seed', '-1'],
    ] as const)
      expectProblem(await t.call.get(`${path}?${field}=${value}`), 'VALIDATION_FAILED', [field]);
    expectProblem(await t.other.get(path), 'SESSION_NOT_FOUND');
    const tag = (await t.call.get(path).expect(200)).headers['etag']!;
    await t.call.get(path).set('if-none-match', tag).expect(304);
    expect((await t.call.get(`${path}?seed=1`).expect(200)).headers['etag']).not.toBe(tag);
  });
});
