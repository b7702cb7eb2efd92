import { CALCULATION_VERSION } from '../../src/shared/figures/calculator/calculate-statistics.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { TestApp } from '../support/app.js';
import { type Fields, aSession, aSessionWith, aTrade, finish } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { sharedTestApp } from '../support/shared-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

interface Id {
  readonly id: string;
}

const positionsOf = async ({ id }: Id, query = '') =>
  (await t.call.get(`/sessions/${id}/analysis/positions${query}`).expect(200)).body;

/** Returns a trade that enters at 100, with this result. */
const part = (clientId: string, [entry, exit]: [number, number], plNet: number, fields: Fields = {}) =>
  aTrade({
    clientId,
    entryPrice: 100,
    exitPrice: 100 + plNet / Number(fields['qty'] ?? 1),
    entryTime: entry + 1,
    exitTime: exit + 1,
    positionId: 'p',
    stopLoss: 98,
    ...fields,
  });

const D = part('d', [40, 50], -3, { positionId: null, stopLoss: null });

/** The parts a, b and c of the position p, and the trade d. */
const theTrades = () => [part('a', [0, 10], 5), part('b', [0, 20], 8), part('c', [0, 30], -6, { qty: 2 }), D];

describeAnalysis(() => t, 'analysis/positions', '', 'breakEvenThreshold=1', true);

describe('GET /sessions/{id}/analysis/positions', () => {
  it('returns the figures of positions beside those of trades', async () => {
    const session = await aSessionWith(t.call, theTrades());
    const { figures, byTrade, ...rest } = await positionsOf(session);
    expect(rest).toEqual({
      calculationVersion: CALCULATION_VERSION,
      slice: null,
      reason: null,
      positions: 2,
      trades: 4,
      largest: 3,
    });
    expect(figures).toMatchObject({
      tradeCount: 2,
      winrate: 0.5,
      maxWinStreak: 1,
      plNet: 4,
      avgWin: 7,
      avgLoss: -3,
      bestWinPct: 1.75,
      worstLossPct: -3,
      avgRMultiple: 0.875,
      maxRMultiple: 0.875,
    });
    expect(byTrade).toMatchObject({ tradeCount: 4, winrate: 0.5, maxWinStreak: 2, plNet: 4 });
    expect(byTrade).toEqual((await t.call.get(`/sessions/${session.id}/analysis/figures`)).body.figures);
  });

  it('begins a new position when no part is open any more', async () => {
    const later = part('e', [45, 60], 1);
    expect(await positionsOf(await aSessionWith(t.call, [...theTrades(), later]))).toMatchObject({
      positions: 3,
      largest: 3,
    });
    const touching = part('e', [30, 60], 1);
    expect(await positionsOf(await aSessionWith(t.call, [touching, ...theTrades()]))).toMatchObject({
      positions: 2,
      largest: 4,
    });
  });

  it('tells symbols, feeds, sides and labels apart', async () => {
    const assets = ['BTCUSDT', 'ETHUSDT'].flatMap((symbol) =>
      ['venue-spot', 'venue-usdm-current-quarter'].map((feed) => ({ symbol, feed })),
    );
    const of = (fields: Fields) => ({ symbol: 'BTCUSDT', feed: 'venue-spot', stopLoss: null, ...fields });
    const trades = [
      of({}),
      of({}),
      of({ symbol: 'ETHUSDT' }),
      of({ feed: 'venue-usdm-current-quarter' }),
      of({ side: 'short' }),
      of({ positionId: 'P' }),
      of({ positionId: 'p ' }),
    ].map((fields, i) => part(`t${i}`, [0, 10], 1, fields));
    const session = await aSessionWith(t.call, trades, { assets });
    expect(await positionsOf(session)).toMatchObject({ positions: 6, trades: 7, largest: 2 });
  });

  it('counts point values', async () => {
    const trades = [
      part('a', [0, 10], 5),
      part('b', [0, 20], 8, { entryPrice: 200, exitPrice: 208, stopLoss: 190, pointValue: 3 }),
    ];
    const { figures } = await positionsOf(await aSessionWith(t.call, trades));
    expect(figures).toMatchObject({ plNet: 29, bestWinPct: 4.14285714, avgRMultiple: 0.90625 });
  });

  it('chooses trades before they are merged, and refuses an outcome', async () => {
    const session = await aSessionWith(t.call, theTrades());
    expect(await positionsOf(session, '?to=25')).toMatchObject({
      slice: { filters: { to: 25 }, tradeCount: 2, of: 4 },
      positions: 1,
      trades: 2,
      largest: 2,
      figures: { plNet: 13 },
    });
    const none = await positionsOf(session, '?side=short');
    expect(none).toMatchObject({ reason: 'no-trades', positions: 0, trades: 0, largest: 0 });
    const refused = await t.call.get(`/sessions/${session.id}/analysis/positions?outcome=win`);
    expectProblem(refused, 'VALIDATION_FAILED', ['outcome']);
  });

  it('has the labels of the request, and an ETag that changes with them', async () => {
    const session = await aSessionWith(t.call, theTrades());
    const path = `/sessions/${session.id}/analysis`;
    const first = await t.call.get(`${path}/positions`).expect(200);
    const risk = await t.call.get(`${path}/risk`).expect(200);
    const sliced = await t.call.get(`${path}/positions?side=long&tag=x`).expect(200);
    const { body } = await t.call.get(`/sessions/${session.id}/trades`).expect(200);
    const edit = (trade: number, positionId: string | null) =>
      t.call.patch(`/sessions/${session.id}/trades/${body.trades[trade].id}`, { positionId }).expect(200);
    await edit(1, null);
    const etag = first.headers['etag']!;
    const second = await t.call.get(`${path}/positions`).set('if-none-match', etag).expect(200);
    expect(second.body).toMatchObject({ positions: 3, largest: 2 });
    await t.call
      .get(`${path}/positions?side=long&tag=x`)
      .set('if-none-match', sliced.headers['etag']!)
      .expect(200);
    await t.call.get(`${path}/risk`).set('if-none-match', risk.headers['etag']!).expect(304);
    await finish(t.call, session);
    await edit(1, 'q');
    const third = await t.call.get(`${path}/positions`).expect(200);
    expect(third.headers['etag']).not.toBe(second.headers['etag']);
    expect(third.body).toMatchObject({ positions: 3, largest: 2 });
  });

  it('has the figures of the trades if no trade has a label', async () => {
    const session = await aSessionWith(t.call, [aTrade(), aTrade({ hour: 1, plNet: -4, side: 'short' })]);
    const { figures, byTrade, positions } = await positionsOf(session);
    expect(positions).toBe(2);
    expect(figures).toEqual(byTrade);
    expect(await positionsOf(await aSession(t.call))).toMatchObject({ reason: 'no-trades', positions: 0 });
  });
});
