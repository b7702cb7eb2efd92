import { CALCULATION_VERSION } from '../../src/shared/figures/calculator/calculate-statistics.js';
import { AnalysisQueue } from '../../src/review/analysis/service/analysis-queue.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { anExampleSession } from '../support/example-session.js';
import { aSession, aSessionWith, tradesWith } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { stateCount } from '../support/stated-count.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

const ask = ({ id }: { readonly id: string }, query = '') =>
  t.call.get(`/sessions/${id}/analysis/monte-carlo${query}`);
const pathsOf = async (session: { readonly id: string }, query = '') =>
  (await ask(session, query).expect(200)).body;

describeAnalysis(() => t, 'analysis/monte-carlo', '', 'seed=1');

describe('GET /sessions/{id}/analysis/monte-carlo', () => {
  it('returns the paths of the worked example', async () => {
    const session = await anExampleSession(t.call, { randomSeed: 42 });
    const { equityBands, ...paths } = await pathsOf(session, '?ruinLevel=900');
    expect(paths).toEqual({
      calculationVersion: CALCULATION_VERSION,
      slice: null,
      reason: null,
      method: 'bootstrap',
      basis: 'money',
      riskPct: null,
      sampleSize: 8,
      paths: 2_000,
      trades: 8,
      seed: 42,
      suggested: { basis: null, reason: 'too-few-trades', spread: expect.any(Object), riskPct: 1.9 },
      finalEquity: expect.objectContaining({ p05: 913, p50: 1098.5, p95: 1284 }),
      maxDrawdown: expect.objectContaining({ p05: 16, p50: 50.5, p95: 128.5 }),
      maxDrawdownPct: expect.any(Object),
      riskOfRuin: 0.071,
      standardError: 0.00574278,
    });
    expect(equityBands).toHaveLength(9);
    expect(equityBands[0]).toEqual({ trade: 0, p05: 1000, p25: 1000, p50: 1000, p75: 1000, p95: 1000 });
    expect(equityBands[8]).toEqual({ trade: 8, ...paths.finalEquity });
  });

  it('shuffles the trades or draws blocks of trades, depending on the method', async () => {
    const session = await anExampleSession(t.call);
    const shuffled = await pathsOf(session, '?method=shuffle&paths=20000');
    expect(shuffled.maxDrawdown).toMatchObject({ p05: 40, p50: 56, p95: 81.5 });
    expect(shuffled.finalEquity).toMatchObject({ p05: 1098.5, p95: 1098.5 });
    expect(shuffled).toMatchObject({ paths: 20_000, trades: 8, riskOfRuin: 0, standardError: 0 });
    const blocks = await pathsOf(session, '?method=block&seed=42');
    expect(blocks.maxDrawdown).toMatchObject({ p05: 25.5, p50: 41.5, p95: 105.525 });
  });

  it('uses the seed of the session, modulo 2^32, and returns the same paths again', async () => {
    const session = await anExampleSession(t.call, { randomSeed: 2 ** 32 * 5 + 42 });
    const byDefault = await ask(session).expect(200);
    expect(byDefault.body.seed).toBe(42);
    const given = await ask(session, '?seed=42').expect(200);
    expect(given.text).toBe(byDefault.text);
    expect(given.headers['etag']).toBe(byDefault.headers['etag']);
    const another = await ask(session, '?seed=4294967295').expect(200);
    expect(another.body).toMatchObject({ seed: 4_294_967_295 });
    expect(another.body.finalEquity).not.toEqual(byDefault.body.finalEquity);
  });

  it('uses half of the initial balance as the default ruin level', async () => {
    const session = await aSessionWith(t.call, tradesWith(-500), { initialBalance: 1000 });
    expect((await pathsOf(session)).riskOfRuin).toBe(1);
    expect((await pathsOf(session, '?ruinLevel=499.99')).riskOfRuin).toBe(0);
    expect((await pathsOf(session, '?ruinLevel=0')).riskOfRuin).toBe(0);
  });

  it('draws the requested number of trades', async () => {
    const session = await anExampleSession(t.call);
    const { trades, equityBands } = await pathsOf(session, '?trades=1000&paths=100');
    expect([trades, equityBands.length]).toEqual([1_000, 200]);
    // 5 = round(1000 / 199)
    expect([equityBands[1].trade, equityBands.at(-1).trade]).toEqual([5, 1_000]);
  });

  it('returns no paths if there are no trades', async () => {
    expect(await pathsOf(await aSession(t.call, { randomSeed: 7 }), '?method=block')).toEqual({
      calculationVersion: CALCULATION_VERSION,
      slice: null,
      reason: 'no-trades',
      method: 'block',
      basis: 'money',
      riskPct: null,
      sampleSize: 0,
      paths: 0,
      trades: 0,
      seed: 7,
      suggested: { basis: null, reason: 'too-few-trades', spread: null, riskPct: null },
      equityBands: [],
      finalEquity: null,
      maxDrawdown: null,
      maxDrawdownPct: null,
      riskOfRuin: null,
      standardError: null,
    });
  });

  it('compounds results that are measured in percent of the equity, or in R', async () => {
    const session = await anExampleSession(t.call, { randomSeed: 42 });
    expect(await pathsOf(session, '?basis=equity&ruinLevel=900')).toMatchObject({
      basis: 'equity',
      finalEquity: { p05: 916.02185974, p95: 1318.57800265 },
      riskOfRuin: 0.063,
    });
    const byRisk = await ask(session, '?basis=risk').expect(200);
    expect(byRisk.body).toMatchObject({ basis: 'risk', riskPct: 1, sampleSize: 7, trades: 7 });
    const given = await ask(session, '?basis=risk&riskPct=1').expect(200);
    expect(given.headers['etag']).toBe(byRisk.headers['etag']);
    expect(await pathsOf(session, '?basis=risk&riskPct=2&ruinLevel=900')).toMatchObject({
      finalEquity: { p05: 914.57507374, p95: 1328.19606148 },
      riskOfRuin: 0.065,
    });
  });

  it('states the reason if no paths can be drawn with the requested basis', async () => {
    const session = await aSessionWith(t.call, tradesWith(-100, 5), { initialBalance: 50 });
    const none = { paths: 0, trades: 0, finalEquity: null };
    expect(await pathsOf(session, '?basis=equity')).toMatchObject({ ...none, reason: 'equity-not-positive' });
    expect(await pathsOf(session, '?basis=risk')).toMatchObject({ ...none, reason: 'no-valid-stops' });
  });

  it('names the maximum number of paths in the error, even if only the worker thread can compute this maximum', async () => {
    const session = await anExampleSession(t.call);
    const { queues } = t.app.get<{ readonly queues: Record<'small', object> }>(AnalysisQueue);
    const problem = { field: 'paths', message: 'must not be greater than 9 for paths of 7 trades' };
    Object.assign(queues.small, { run: () => Promise.resolve({ refusal: problem }) });
    try {
      expectProblem(await ask(session, '?basis=risk'), 'VALIDATION_FAILED', ['paths']);
    } finally {
      Reflect.deleteProperty(queues.small, 'run');
    }
  });

  it('draws paths of 10,000 trades for a session with more trades', async () => {
    const session = await anExampleSession(t.call);
    await stateCount(t, session, 1_000_000);
    expect(await pathsOf(session, '?paths=100')).toMatchObject({ paths: 100, trades: 10_000 });
  });

  it.each<[count: number, query: string]>([
    [8, 'paths=100'],
    [8, 'paths=20000'],
    [8, 'paths=100&trades=10000'],
    [8, 'trades=1'],
    [8, 'basis=equity'],
    [8, 'basis=risk&riskPct=0.01'],
    [8, 'basis=risk&riskPct=100&trades=1000&paths=20000'],
    [8, 'seed=0'],
    [8, 'ruinLevel=1000000000000000'],
    [2_000, 'paths=10000'],
    [200_000, 'method=shuffle&paths=100'],
  ])('accepts, for a session of %d trades, the query %s', async (count, query) => {
    const session = await anExampleSession(t.call);
    await stateCount(t, session, count);
    await ask(session, `?${query}`).expect(200);
  });

  it.each<[count: number, query: string, field: string]>([
    [8, 'method=Bootstrap', 'method'],
    [8, 'method=', 'method'],
    [8, 'paths=99', 'paths'],
    [8, 'paths=20001', 'paths'],
    [8, 'paths=100.5', 'paths'],
    [8, 'trades=0', 'trades'],
    [8, 'trades=10001&paths=100', 'trades'],
    [8, 'trades=8&method=shuffle', 'trades'],
    [8, 'basis=Money', 'basis'],
    [8, 'riskPct=1', 'riskPct'],
    [8, 'basis=equity&riskPct=1', 'riskPct'],
    [8, 'basis=risk&riskPct=0.009', 'riskPct'],
    [8, 'basis=risk&riskPct=100.01', 'riskPct'],
    [8, 'basis=risk&trades=1001&paths=20000', 'paths'],
    [8, 'seed=-1', 'seed'],
    [8, 'seed=4294967296', 'seed'],
    [8, 'seed=0.5', 'seed'],
    [8, 'ruinLevel=-0.01', 'ruinLevel'],
    [8, 'ruinLevel=1e16', 'ruinLevel'],
    [8, 'breakEvenThreshold=1', 'breakEvenThreshold'],
    // More than 2e7 trades in total.
    [8, 'paths=2001&trades=10000', 'paths'],
    [8, 'trades=1001&paths=20000', 'paths'],
    [2_001, 'paths=10000', 'paths'],
    [1_000_000, 'paths=2001', 'paths'],
    [10_001, 'method=shuffle', 'paths'],
    [200_001, 'method=shuffle&paths=100', 'method'],
  ])(
    'refuses, for %d trades, the query %s with an error for %s, without computing anything',
    async (count, query, field) => {
      const session = await anExampleSession(t.call);
      await stateCount(t, session, count);
      const queue = t.app.get(AnalysisQueue);
      let asked = 0;
      Object.assign(queue, { run: () => Promise.reject(new Error(`${(asked += 1)}`)) });
      try {
        expectProblem(await ask(session, `?${query}`), 'VALIDATION_FAILED', [field]);
        expect(asked).toBe(0);
      } finally {
        Reflect.deleteProperty(queue, 'run');
      }
    },
  );

  it('names the maximum number of paths in the error for too many paths', async () => {
    const session = await anExampleSession(t.call);
    const { body } = await ask(session, '?paths=20000&trades=3000').expect(400);
    expect(body.message).toBe('paths must not be greater than 6666 for paths of 3000 trades.');
  });
});
