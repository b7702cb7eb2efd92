import type { FillsAnswer } from '../../src/review/analysis/fills/fills.dto.js';
import { type TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import {
  anExampleWithCandles,
  exampleCandles,
  exampleTrades,
  fillsOf,
  tradeAt,
} from '../support/candle-analysis.js';
import { type Answered, aSession, aSessionWith, aSymbol, finish, ingest } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

describe('GET /sessions/{id}/analysis/fills', () => {
  it('returns the summary and the findings of the example in docs/analysis.md', async () => {
    const session = await anExampleWithCandles(t);
    const { summary, ticks, trades, state, reason } = await fillsOf(t.call, session);
    expect([state, reason]).toEqual(['ready', 'candles-loaded']);
    expect(ticks).toMatchObject([{ feed: 'venue-spot', tick: 1 }]);
    expect(summary).toMatchObject({
      tradeCount: 4,
      fills: { possible: 8, impossible: 0, unknown: 0 },
      stopTouched: { certain: 1, possible: 0 },
      sameBar: 1,
    });
    expect(summary.participation.tradeId).toMatch(/^[\w-]{36}$/);
    expect(trades.map(({ findings }) => findings.map(({ kind }) => kind))).toEqual([['stop-touched']]);
    await finish(t.call, session);
    expect((await fillsOf(t.call, session)).reason).toBe('session-finished');
  });

  it('ignores a target that is on the losing side of the entry', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, exampleCandles());
    const long = tradeAt('long', [100, 1], [104, 181], 5);
    const targets = [107, 99].map((takeProfit) => ({ ...long, clientId: `to ${takeProfit}`, takeProfit }));
    const session = await aSessionWith(t.call, targets, { assets: [{ symbol }] });
    const { summary } = await fillsOf(t.call, session);
    expect(summary.targetTouched).toEqual({ certain: 1, possible: 0 });
  });

  it('returns the trades with findings page by page, and filters these trades', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, exampleCandles());
    // The volume of each bar is 1.
    const large = (i: number) => ({ ...tradeAt('long', [100, 1], [104, 180 + i]), qty: 1 + i });
    const session = await aSessionWith(t.call, [...exampleTrades(), ...[1, 2, 3].map(large)], {
      assets: [{ symbol }],
    });
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: Answered<FillsAnswer> = await fillsOf(t.call, session, `?count=1&kind=over-volume${query}`);
      ids.push(...page.trades.map(({ tradeId }) => tradeId));
      cursor = page.nextCursor;
    }
    expect(new Set(ids).size).toBe(3);
    const sameBar = await fillsOf(t.call, session, '?kind=same-bar');
    expect(sameBar.trades.map(({ findings }) => findings)).toEqual([[]]);
    const { nextCursor } = await fillsOf(t.call, session, '?count=1&kind=over-volume');
    const path = `/sessions/${session.id}/analysis/fills`;
    expectProblem(await t.call.get(`${path}?cursor=${nextCursor}`), 'VALIDATION_FAILED', ['cursor']);
    expectProblem(await t.call.get(`${path}?kind=odd`), 'VALIDATION_FAILED', ['kind']);
    expectProblem(await t.other.get(path), 'SESSION_NOT_FOUND');
  });

  it('is unavailable if there are no trades or no candles', async () => {
    expect(await fillsOf(t.call, await aSession(t.call))).toMatchObject({
      state: 'unavailable',
      reason: 'no-trades',
      summary: { tradeCount: 0, overstated: null },
    });
    const session = await aSessionWith(t.call, exampleTrades(), { assets: [{ symbol: aSymbol() }] });
    expect(await fillsOf(t.call, session)).toMatchObject({
      state: 'unavailable',
      reason: 'candles-unavailable',
      ticks: [],
      summary: { incomplete: 4, fills: { possible: 0, impossible: 0, unknown: 8 } },
      trades: [],
    });
  });

  it('returns an ETag that changes with the filter and the trades', async () => {
    const session = await anExampleWithCandles(t);
    const path = `/sessions/${session.id}/analysis/fills`;
    const tagOf = async (query = '') => (await t.call.get(path + query).expect(200)).headers['etag']!;
    const tags = [await tagOf(), await tagOf('?kind=gap')];
    await t.call.get(path).set('if-none-match', tags[0]!).expect(304);
    await ingest(t.call, session, [tradeAt('long', [100, 0], [104, 180])]);
    tags.push(await tagOf());
    expect(new Set(tags).size).toBe(3);
  });
});
