import { type TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { equityOf, exampleCandles, exampleTrades, tradeAt } from '../support/candle-analysis.js';
import { MINUTE, T, aSession, aSessionWith, aSymbol, aTrade, finish, ingest } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

/** Creates a session with the documented trades of quantity 1 without costs. */
async function anExample() {
  const symbol = aSymbol();
  await storeBars(t, symbol, exampleCandles());
  const trades = exampleTrades().map((trade) => ({ ...trade, qty: 1 }));
  return aSessionWith(t.call, trades, { assets: [{ symbol }], initialBalance: 1_000 });
}

describe('GET /sessions/{id}/analysis/equity', () => {
  it('shows the documented trades at market prices', async () => {
    const session = await anExample();
    const equity = await equityOf(t.call, session, '?interval=1m');
    expect(equity).toMatchObject({
      state: 'ready',
      reason: 'candles-loaded',
      resolution: { entryMs: 0, exitMs: 0 },
      interval: '1m',
      barsPerPoint: 1,
      lowest: 991,
      drawdown: {
        realised: { money: 0, moneyTime: null },
        closes: { money: 2, moneyTime: T + 2 * MINUTE },
        provable: { money: 12 },
        possible: { money: 17, pct: 1.67322835 },
      },
    });
    expect(equity.points.map(({ close }) => close)).toEqual([1001, 1009, 1007, 1014, 1014]);
    await finish(t.call, session);
    const hourly = await equityOf(t.call, session);
    expect(hourly).toMatchObject({ reason: 'session-finished', interval: '1h', drawdown: equity.drawdown });
    expect(hourly.points).toHaveLength(1);
  });

  it('is unavailable if there are no trades, no candles or too many minutes', async () => {
    const blank = { barsPerPoint: null, points: [], lowest: null, drawdown: { closes: null } };
    const reasonOf = async (trades: readonly object[]) => {
      const session = await aSessionWith(t.call, trades, { assets: [{ symbol: aSymbol() }] });
      const { state, reason, ...equity } = await equityOf(t.call, session);
      expect(equity).toMatchObject(blank);
      return `${state} ${reason}`;
    };
    const none = await equityOf(t.call, await aSession(t.call));
    expect(none).toMatchObject({ state: 'unavailable', reason: 'no-trades', ...blank });
    expect(await reasonOf(exampleTrades())).toBe('unavailable candles-unavailable');
    const long = { entryTime: T, exitTime: T + 5_000_001 * MINUTE };
    expect(await reasonOf([aTrade(long)])).toBe('unavailable too-many-minutes');
  });

  it('returns an ETag that changes with the query and the trades', async () => {
    const session = await anExample();
    const path = `/sessions/${session.id}/analysis/equity`;
    const tagOf = async (query = '') => (await t.call.get(path + query).expect(200)).headers['etag']!;
    const tags = [await tagOf(), await tagOf('?interval=1d'), await tagOf('?riskFreeRate=3')];
    await t.call.get(path).set('if-none-match', tags[0]!).expect(304);
    await ingest(t.call, session, [tradeAt('long', [100, 0], [104, 180])]);
    tags.push(await tagOf());
    expect(new Set(tags).size).toBe(4);
  });

  it('refuses invalid queries, and sessions of another workspace', async () => {
    const { id } = await aSession(t.call);
    const path = `/sessions/${id}/analysis/equity`;
    expectProblem(await t.other.get(path), 'SESSION_NOT_FOUND');
    for (const [field, value] of [
      ['interval', '2m'],
      ['riskFreeRate', '1001'],
      ['count', '1'],
    ] as const)
      expectProblem(await t.call.get(`${path}?${field}=${value}`), 'VALIDATION_FAILED', [field]);
  });
});
