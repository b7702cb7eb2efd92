import { CALCULATION_VERSION } from '../../src/shared/figures/calculator/calculate-statistics.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { anExampleSession } from '../support/example-session.js';
import { aSessionWith, ingest, tradesWith } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

const ask = ({ id }: { readonly id: string }, query = '') =>
  t.call.get(`/sessions/${id}/analysis/sizing${query}`);

describeAnalysis(() => t, 'analysis/sizing', '', 'seed=1');

describe('GET /sessions/{id}/analysis/sizing', () => {
  it('returns the account that the worked example would have with other position sizes', async () => {
    const session = await anExampleSession(t.call, { randomSeed: 42 });
    const byDefault = await ask(session).expect(200);
    expect(byDefault.body).toMatchObject({
      calculationVersion: CALCULATION_VERSION,
      reason: null,
      by: 'risk',
      trades: { total: 8, used: 7 },
      avgR: 0.70714286,
      avgGrossR: 0.75714286,
      maxConcurrentTrades: 3,
      optimum: { fractionPct: 18.99566904, growthPctInSequence: 6.54589197, reason: 'too-few-trades' },
      resamples: 1_000,
      seed: 42,
    });
    const fractions = byDefault.body.rows.map(({ fractionPct }: { fractionPct: number }) => fractionPct);
    expect(fractions).toEqual([0.25, 0.5, 1, 2]);
    expect(byDefault.body.rows[3]).toMatchObject({ finalEquity: 1099.340964, maxDrawdownPct: 4.1 });
    const given = await ask(session, '?risk=2,1,0.5,0.25&seed=42').expect(200);
    expect(given.headers['etag']).toBe(byDefault.headers['etag']);
  });

  it('returns the account that positions with other notionals would lead to', async () => {
    const { body } = await ask(await anExampleSession(t.call), '?notional=100').expect(200);
    expect(body).toMatchObject({ by: 'notional', trades: { used: 8 }, avgR: null });
  });

  it('refuses too many draws, even if the draws can be counted only in the worker thread', async () => {
    const trades = tradesWith(...Array.from({ length: 501 }, (_, i) => (i % 3) - 1));
    const withStops = trades.map((trade) => ({ ...trade, stopLoss: 900 }));
    const session = await aSessionWith(t.call, withStops.slice(0, 500));
    await ingest(t.call, session, withStops.slice(500));
    const { body } = await ask(session, '?resamples=10000').expect(400);
    expect(body.message).toBe('resamples must not be greater than 9980 for 501 trades.');
    expect(body.details).toEqual([{ field: 'resamples', message: expect.any(String) }]);
    // The limit applies to the trades that meet the filters.
    const exitTime = Number(withStops[100]!.exitTime);
    const sliced = await ask(session, `?resamples=10000&to=${exitTime}`).expect(200);
    expect(sliced.body).toMatchObject({ resamples: 10_000, slice: { tradeCount: 100, of: 501 } });
  });

  const TWENTY = Array.from({ length: 20 }, (_, i) => i + 1).join(',');

  it.each([
    'risk=0.01,100',
    'notional=0.1,1000',
    `risk=${TWENTY}`,
    'level=0.8',
    'level=0.99',
    'resamples=100',
    'resamples=10000',
    'seed=4294967295',
  ])('accepts the query %s', async (query) => {
    await ask(await anExampleSession(t.call), `?${query}`).expect(200);
  });

  it.each<[query: string, field: string]>([
    ['risk=0.009', 'risk'],
    ['risk=100.01', 'risk'],
    ['risk=', 'risk'],
    ['risk=1,1', 'risk'],
    ['risk=1&risk=2', 'risk'],
    [`risk=${TWENTY},21`, 'risk'],
    ['notional=0.09', 'notional'],
    ['notional=1000.1', 'notional'],
    ['risk=1&notional=1', 'risk'],
    ['level=0.79', 'level'],
    ['level=0.991', 'level'],
    ['resamples=99', 'resamples'],
    ['resamples=10001', 'resamples'],
    ['seed=-1', 'seed'],
    ['breakEvenThreshold=1', 'breakEvenThreshold'],
  ])('refuses the query %s with an error for %s', async (query, field) => {
    expectProblem(await ask(await anExampleSession(t.call), `?${query}`), 'VALIDATION_FAILED', [field]);
  });
});
