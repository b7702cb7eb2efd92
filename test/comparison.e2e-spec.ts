import { FairQueue } from '../src/shared/concurrency/fair-queue.js';
import { StatisticsRuns } from '../src/stats/statistics-runs.js';
import { StatsQueue } from '../src/stats/stats-queue.js';
import { TestApp, startTestApp } from './support/app.js';
import {
  type Fields,
  HOUR,
  T,
  aProject,
  aSessionWith,
  aTrade,
  finish,
  statsOf,
  tradesWith,
} from './support/factories.js';
import { expectProblem } from './support/problems.js';
import { sweptSessions, sweptTrades } from './support/swept-sessions.js';
import { settled, until } from './support/until.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const UNKNOWN = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

/** Creates a project, with functions that create sessions in the project and compare the sessions. */
async function aComparison() {
  const { id: projectId } = await aProject(t.call);
  const path = `/projects/${projectId}/comparison`;
  return {
    path,
    session: (trades: readonly object[], fields: Fields = {}) =>
      aSessionWith(t.call, trades, { projectId, ...fields }),
    compare: async (query = '') => (await t.call.get(`${path}${query}`).expect(200)).body,
  };
}

const idsIn = ({ sessions }: { sessions: { session: { id: string } }[] }) =>
  sessions.map(({ session }) => session.id);

describe('GET /projects/{id}/comparison', () => {
  it('returns figures and curves of the named sessions, in their order', async () => {
    const { session, compare } = await aComparison();
    const one = await session(tradesWith(10, -5, 20), { name: 'One', tags: ['x', 'a'] });
    const two = await session(tradesWith(-1), { name: 'Two', initialBalance: 400 });
    await finish(t.call, two);
    const body = await compare(`?sessionIds=${two.id.toUpperCase()},${one.id}&breakEvenThreshold=5`);
    expect(body.breakEvenThreshold).toBe(5);
    expect(idsIn(body)).toEqual([two.id, one.id]);
    const [ofTwo, ofOne] = body.sessions;
    expect(ofOne.session).toEqual({ id: one.id, name: 'One', status: 'active', tags: ['x', 'a'] });
    expect(ofTwo.session).toEqual({ id: two.id, name: 'Two', status: 'finished', tags: [] });
    const stats = await statsOf(t.call, one, 5);
    const { equityCurve, plPctDistribution: _, idealRAnalysis: __, ...figures } = stats;
    expect(Object.keys(ofOne.figures)).toEqual(Object.keys(figures));
    // A figure without a value is null in the comparison and 0 in the statistics.
    expect(ofOne.figures).toMatchObject({ winCount: 2, lossCount: 0, avgLoss: null, winLossRatio: null });
    expect(JSON.stringify(ofOne.figures).replaceAll('null', '0')).toBe(JSON.stringify(figures));
    expect(ofOne.equity).toEqual(
      equityCurve.map(({ time, equity }) => ({ time, equityPct: (equity / one.initialBalance) * 100 })),
    );
    expect(ofTwo.equity.map(({ equityPct }: { equityPct: number }) => equityPct)).toEqual([100, 99.75]);
  });

  it('compares the newest 20 sessions if the query names no session', async () => {
    const { session, compare } = await aComparison();
    expect(await compare()).toEqual({
      sessions: [],
      pairs: [],
      correlation: [],
      combined: { days: 0, sharpe: null, returnPct: null, maxDrawdownPct: null },
      breakEvenThreshold: 0,
    });
    const ids: string[] = [];
    for (let i = 0; i < 21; i += 1) ids.push((await session([])).id);
    const body = await compare();
    expect(idsIn(body)).toEqual(ids.toReversed().slice(0, 20));
    expect(body.sessions[0]).toMatchObject({ figures: { tradeCount: 0, winrate: null }, equity: [] });
    expect(body.pairs).toHaveLength(19);
  });

  it('thins a long curve to its extremes, even if the worker thread computes the curve', async () => {
    const { session, compare } = await aComparison();
    const trades = Array.from({ length: 500 }, (_, i) => aTrade({ plNet: i === 321 ? 900 : -1, hour: i }));
    const { id } = await session(trades);
    const [first] = (await compare()).sessions;
    expect(first.equity.length).toBeLessThanOrEqual(200);
    const stats = await statsOf(t.call, { id });
    const equities = stats.equityCurve.map(({ equity }) => equity);
    const percents = first.equity.map(({ equityPct }: { equityPct: number }) => equityPct);
    const { initialBalance } = (await t.call.get(`/sessions/${id}`).expect(200)).body.session;
    const percentOf = (equity: number) => Number(((equity / initialBalance) * 100).toFixed(8));
    expect(Math.max(...percents)).toBe(percentOf(Math.max(...equities)));
    expect(Math.min(...percents)).toBe(percentOf(Math.min(...equities)));
    expect(percents.at(-1)).toBe(percentOf(equities.at(-1)!));
    for (let sent = 500; sent < 2_500; sent += 500)
      await t.call
        .post(`/sessions/${id}/trades`, {
          trades: trades.map((_, i) => aTrade({ plNet: (i % 7) - 3, hour: sent + i })),
        })
        .expect(201);
    const [large] = (await compare()).sessions;
    expect(large.figures.tradeCount).toBe(2_500);
    expect(large.equity.length).toBeLessThanOrEqual(200);
  });

  it('compares the first session with each other session', async () => {
    const { session, compare } = await aComparison();
    const a = await session(tradesWith(-40, 30, 60, -0.5, -25, -16, 80, 10));
    const b = await session(tradesWith(-10, 5, 12, -8, 20, -15));
    const c = await session([aTrade({ plNet: 3 })], { accountCurrency: 'EUR' });
    const { pairs } = await compare(`?sessionIds=${a.id},${b.id},${c.id}`);
    expect(pairs).toHaveLength(2);
    expect(pairs[0]).toMatchObject({
      a: a.id,
      b: b.id,
      unit: 'plNet',
      n: { a: 8, b: 6 },
      difference: 11.64583333,
      low: -24.23770376,
      high: 47.52937043,
      tStatistic: 0.73518944,
      degreesOfFreedom: 8.91905281,
      pValue: 0.48110777,
    });
    expect(pairs[1]).toMatchObject({ a: a.id, b: c.id, unit: 'plPct', n: { a: 8, b: 1 }, pValue: null });
    expect((await compare(`?sessionIds=${a.id}`)).pairs).toEqual([]);
  });

  it('compares each session with each later session if the query requests this', async () => {
    const { session, compare, path } = await aComparison();
    const ids: string[] = [];
    for (const plNets of [[1, 2, 4], [3, -5], [-1, 2, 9], []]) ids.push((await session(tradesWith(...plNets))).id); // prettier-ignore
    const query = `?sessionIds=${ids.join()}`;
    const { pairs } = await compare(`${query}&pairs=all`);
    const [a, b, c, d] = ids;
    expect(pairs.map((pair: { a: string; b: string }) => [pair.a, pair.b])).toEqual([
      [a, b],
      [a, c],
      [a, d],
      [b, c],
      [b, d],
      [c, d],
    ]);
    expect(pairs.slice(0, 3)).toEqual((await compare(`${query}&pairs=first`)).pairs);
    expect((await compare(`?sessionIds=${b},${c}`)).pairs).toEqual([pairs[3]]);
    expect((await compare(`?sessionIds=${a}&pairs=all`)).pairs).toEqual([]);
    for (const pairs of ['none', '', 'ALL', 'all&pairs=all'])
      expectProblem(await t.call.get(`${path}?pairs=${pairs}`), 'VALIDATION_FAILED', ['pairs']);
  });

  it('returns the same figures of daily returns as the risk analysis', async () => {
    const { session, compare } = await aComparison();
    const fields = { accountTimezone: 'Asia/Tokyo', initialBalance: 1000 };
    const { id } = await session(sweptTrades(0), fields);
    const empty = await session([]);
    const { sessions } = await compare(`?sessionIds=${id},${empty.id}`);
    const { returns, exposure } = (await t.call.get(`/sessions/${id}/analysis/risk`).expect(200)).body;
    const { sharpe, sortino, cagrPct, calmar } = returns;
    expect(sharpe).toBeGreaterThan(3);
    expect(sessions[0].returns).toEqual({ sharpe, sortino, cagrPct, calmar, timeInMarket: exposure.timeInMarket }); // prettier-ignore
    const none = { sharpe: null, sortino: null, cagrPct: null, calmar: null, timeInMarket: null };
    expect(sessions[1].returns).toEqual(none);
  });

  it('returns the correlation of the daily returns of the sessions, and one account that combines the sessions', async () => {
    const { path, session, compare } = await aComparison();
    const ids = await sweptSessions(t, path.split('/')[2]!);
    const picked = await compare(`?sessionIds=${ids[0]},${ids[9]}`);
    expect(picked.correlation).toEqual([
      [1, 0.19533741],
      [0.19533741, 1],
    ]);
    expect(picked.combined).toEqual({
      days: 60,
      sharpe: 8.3187508,
      returnPct: 29.17997667,
      maxDrawdownPct: 3.49660223,
    });
    const all = await compare(`?sessionIds=${ids.join()}`);
    expect(all.correlation.map((row: number[]) => row.length)).toEqual(Array(10).fill(10));
    expect(all.correlation[3][4]).toBe(-0.06666135);
    expect(all.combined).toMatchObject({ days: 60, sharpe: 5.52114537, returnPct: 9.05476135 });

    const late = await session(sweptTrades(1, 60, 30), { initialBalance: 1000 });
    const apart = await compare(`?sessionIds=${ids[0]},${late.id}`);
    expect(apart.correlation[0][1]).toBe(-0.14668364);
    expect(apart.combined.days).toBe(30);

    const tokyo = await session(sweptTrades(0), { initialBalance: 1000, accountTimezone: 'Asia/Tokyo' });
    const zones = await compare(`?sessionIds=${ids[0]},${tokyo.id}`);
    expect(zones.correlation).toEqual([[1, null], [null, 1]]); // prettier-ignore
    expect(zones.combined).toEqual({ days: 0, sharpe: null, returnPct: null, maxDrawdownPct: null });
  });

  it('counts shared time only if two sessions trade the same market', async () => {
    const { session, compare } = await aComparison();
    const symbol = 'ETHUSDT';
    const assets = [{}, { symbol }];
    const at = (start: number, end: number, fields: Fields = {}) =>
      aTrade({ entryTime: T + start * HOUR, exitTime: T + end * HOUR, ...fields });
    const a = await session([at(0, 10), at(5, 20)]);
    const b = await session([at(18, 22), at(0, 20, { symbol })], { assets });
    const { pairs } = await compare(`?sessionIds=${a.id},${b.id}`);
    // Both sessions are in BTCUSDT together for 2 of the 20 hours of session a. Session b has 24 hours in its two
    // markets.
    expect(pairs[0].sharedMarketTime).toBe(0.1);
  });

  it('reflects every change of the trades', async () => {
    const { session, compare } = await aComparison();
    const { id } = await session(tradesWith(1));
    expect((await compare()).sessions[0].figures.plNet).toBe(1);
    await t.call.post(`/sessions/${id}/trades`, { trades: [aTrade({ plNet: 2 })] }).expect(201);
    expect((await compare()).sessions[0].figures.plNet).toBe(3);
    expect((await compare('?breakEvenThreshold=2')).sessions[0].figures.breakEvenCount).toBe(2);
  });

  it('reuses cached statistics, and the cached results of sessions that were compared before', async () => {
    const { session, compare } = await aComparison();
    const one = await session(tradesWith(1, 2));
    const two = await session(tradesWith(3));
    await statsOf(t.call, one);
    const runs = t.app.get(StatisticsRuns);
    const asked: string[] = [];
    const statistics = runs.statistics.bind(runs);
    Object.assign(runs, {
      statistics: (...[state, ...more]: Parameters<typeof statistics>) => {
        asked.push(state.id);
        return statistics(state, ...more);
      },
    });
    try {
      await compare();
      expect(asked).toEqual([two.id]);
      await compare();
      expect(asked).toEqual([two.id]);
    } finally {
      Reflect.deleteProperty(runs, 'statistics');
    }
  });

  it('refuses sessions of another project or workspace, and names these sessions in the error', async () => {
    const { session, path } = await aComparison();
    const mine = await session([]);
    const { id: elsewhere } = await aSessionWith(t.call, []);
    const { id: theirs } = await aSessionWith(t.other, []);
    for (const unknown of [elsewhere, theirs, UNKNOWN, 'no-id']) {
      const response = await t.call.get(`${path}?sessionIds=${mine.id},${unknown}`);
      expectProblem(response, 'SESSION_NOT_FOUND', ['sessionIds[1]']);
      expect(response.body.message).toContain(unknown);
    }
  });

  it('refuses lists of ids that are malformed, repeat an id, or are too long', async () => {
    const { path } = await aComparison();
    const tooMany = Array.from({ length: 21 }, (_, i) => `id-${i}`).join(',');
    for (const ids of ['', 'a,', ',a', 'a,,b', 'a,a', 'a,A', tooMany, 'a%00', 'a&sessionIds=b'])
      expectProblem(await t.call.get(`${path}?sessionIds=${ids}`), 'VALIDATION_FAILED', ['sessionIds']);
    expectProblem(await t.call.get(`/projects/${UNKNOWN}/comparison`), 'PROJECT_NOT_FOUND');
    expectProblem(await t.call.get(`/projects/no-id/comparison`), 'PROJECT_NOT_FOUND');
  });

  it('stops computing if the client disconnects', async () => {
    const { session, path } = await aComparison();
    for (let i = 0; i < 3; i += 1) await session(tradesWith(i + 1));
    const queue = t.app.get(StatsQueue);
    const { small } = queue as unknown as { readonly small: FairQueue };
    const waiting = new FairQueue({ running: 0, waiting: 10, waitingPerGroup: 10 });
    Object.assign(queue, { small: waiting });
    try {
      const request = t.call.get(path);
      const answered = request.then(
        () => 'answered',
        () => 'aborted',
      );
      await until(() => waiting.size > 0);
      request.abort();
      await until(() => waiting.size === 0);
      expect(await answered).toBe('aborted');
      await settled(
        () => waiting.size,
        () => t.call.get('/projects'),
      );
      expect(waiting.size).toBe(0);
    } finally {
      Object.assign(queue, { small });
    }
  });
});
