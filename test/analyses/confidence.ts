import { CALCULATION_VERSION } from '../../src/shared/figures/calculator/calculate-statistics.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { anExampleSession } from '../support/example-session.js';
import { aSession, aSessionWith, aTrade, tradesWith } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { stateCount } from '../support/stated-count.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

const ask = ({ id }: { readonly id: string }, query = '') =>
  t.call.get(`/sessions/${id}/analysis/confidence${query}`);
const confidenceOf = async (session: { readonly id: string }, query = '') =>
  (await ask(session, query).expect(200)).body;

/** Returns the expected object for a figure that has no interval. */
const skipped = (value: number | null, reason: string, note: string | null = 'indicative') => ({
  value,
  low: null,
  high: null,
  method: null,
  note,
  reason,
});

/** 20 trades, 5 of which lose. */
const TWENTY = [12, 30, -20, 10, 5, -40, 25, 18, -15, 60, 7, -5, 12, 9, -8, 7.5, 11, 3, 14, 22];

describeAnalysis(() => t, 'analysis/confidence');

describe('GET /sessions/{id}/analysis/confidence', () => {
  it('returns the intervals of the worked example', async () => {
    const session = await anExampleSession(t.call, { randomSeed: 42 });
    expect(await confidenceOf(session, '?breakEvenThreshold=1')).toEqual({
      calculationVersion: CALCULATION_VERSION,
      slice: null,
      reason: null,
      level: 0.95,
      resamples: 2_000,
      seed: 42,
      winrate: {
        value: 0.5,
        low: 0.21521606,
        high: 0.78478394,
        method: 'wilson',
        note: 'indicative',
        reason: null,
      },
      expectancy: skipped(12.3125, 'too-few-trades'),
      avgRMultiple: skipped(0.70714286, 'too-few-trades'),
      netProfitFactor: skipped(2.20858896, 'too-few-losses'),
    });
  });

  it('returns intervals around the figures of the statistics', async () => {
    const trades = TWENTY.map((plNet, hour) => aTrade({ plNet, hour, stopLoss: 980 }));
    const session = await aSessionWith(t.call, trades);
    const { expectancy, avgRMultiple, netProfitFactor, winrate } = await confidenceOf(session);
    const { stats } = (await t.call.get(`/sessions/${session.id}/stats`).expect(200)).body;
    expect([winrate, expectancy, avgRMultiple, netProfitFactor].map(({ value }) => value)).toEqual([
      stats.winrate,
      stats.expectancy,
      stats.avgRMultiple,
      stats.netProfitFactor,
    ]);
    for (const { value, low, high, note, reason } of [winrate, expectancy, avgRMultiple, netProfitFactor]) {
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
      expect([note, reason]).toEqual([null, null]);
    }
    expect([winrate.method, expectancy.method, avgRMultiple.method]).toEqual(['wilson', 'bca', 'bca']);
    expect(netProfitFactor.method).toBe('percentile');
  });

  it('returns narrower intervals at a lower level', async () => {
    const session = await aSessionWith(t.call, tradesWith(...TWENTY));
    const widths = [];
    for (const level of [0.8, 0.95, 0.99]) {
      const { expectancy, ...rest } = await confidenceOf(session, `?level=${level}`);
      expect(rest.level).toBe(level);
      widths.push(expectancy.high - expectancy.low);
    }
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  });

  it('uses the seed of the session, modulo 2^32, and returns the same intervals again', async () => {
    const session = await aSessionWith(t.call, tradesWith(...TWENTY), { randomSeed: 2 ** 32 + 5 });
    const byDefault = await ask(session).expect(200);
    expect(byDefault.body.seed).toBe(5);
    const given = await ask(session, '?seed=5&resamples=2000&level=0.95').expect(200);
    expect(given.text).toBe(byDefault.text);
    expect(given.headers['etag']).toBe(byDefault.headers['etag']);
    expect((await confidenceOf(session, '?seed=6')).expectancy).not.toEqual(byDefault.body.expectancy);
  });

  it('returns no intervals if there are no trades', async () => {
    expect(await confidenceOf(await aSession(t.call, { randomSeed: 7 }), '?resamples=10000')).toEqual({
      calculationVersion: CALCULATION_VERSION,
      slice: null,
      reason: 'no-trades',
      level: 0.95,
      resamples: 10_000,
      seed: 7,
      winrate: skipped(null, 'too-few-trades', null),
      expectancy: skipped(null, 'too-few-trades', null),
      avgRMultiple: skipped(null, 'too-few-trades', null),
      netProfitFactor: skipped(null, 'too-few-losses', null),
    });
  });

  it.each<[count: number, resamples: number]>([
    [10_000, 2_000],
    [10_001, 1_999],
    [100_000, 200],
    [200_000, 100],
    [1_000_000, 100],
  ])('uses, for a session of %d trades, %d resamples by default', async (count, resamples) => {
    const session = await anExampleSession(t.call);
    await stateCount(t, session, count);
    expect((await confidenceOf(session)).resamples).toBe(resamples);
  });

  it.each<[count: number, query: string]>([
    [8, 'resamples=100'],
    [2_000, 'resamples=10000'],
    [200_000, 'resamples=100'],
    [1_000_000, 'resamples=100'],
    [8, 'level=0.8'],
    [8, 'level=0.99'],
    [8, 'seed=0'],
    [8, 'seed=4294967295'],
  ])('accepts, for a session of %d trades, the query %s', async (count, query) => {
    const session = await anExampleSession(t.call);
    await stateCount(t, session, count);
    await ask(session, `?${query}`).expect(200);
  });

  it.each<[count: number, query: string, field: string]>([
    [8, 'level=0.799', 'level'],
    [8, 'level=0.991', 'level'],
    [8, 'level=95%25', 'level'],
    [8, 'resamples=99', 'resamples'],
    [8, 'resamples=10001', 'resamples'],
    [8, 'resamples=100.5', 'resamples'],
    [8, 'seed=-1', 'seed'],
    [8, 'seed=4294967296', 'seed'],
    // More than 2e7 draws.
    [2_001, 'resamples=10000', 'resamples'],
    [200_000, 'resamples=101', 'resamples'],
    [1_000_000, 'resamples=101', 'resamples'],
  ])('refuses, for a session of %d trades, the query %s', async (count, query, field) => {
    const session = await anExampleSession(t.call);
    await stateCount(t, session, count);
    expectProblem(await ask(session, `?${query}`), 'VALIDATION_FAILED', [field]);
  });

  it('names the maximum number of resamples in the error for too many resamples', async () => {
    const session = await anExampleSession(t.call);
    await stateCount(t, session, 3_000);
    const { body } = await ask(session, '?resamples=10000').expect(400);
    expect(body.message).toBe('resamples must not be greater than 6666 for the 3000 trades of the session.');
  });
});
