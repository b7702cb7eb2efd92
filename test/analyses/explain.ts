import { ANALYSIS_FIGURES } from '../../src/review/analysis/catalogue/analysis-figures.js';
import { WITH_FIGURES } from '../support/analysis-paths.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { type TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { anExampleWithCandles } from '../support/candle-analysis.js';
import { aSession, aSessionWith, aTrade, finish } from '../support/factories.js';
import { problemsOf, schemaNamed } from '../support/openapi-document.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

describeAnalysis(() => t, 'stats/explain', '?figure=risk.returns.sharpe');

/** Queries that are required, or that give more fields a value. */
const QUERIES: Readonly<Record<string, string>> = { breakdown: '?by=side', risk: '?rolling=7' };

/** Returns the names of all numeric fields of a response, and the values of all fields that are not in a list. */
function numbersIn(name: string, value: unknown, isInList = false): [string, number | null][] {
  if (typeof value === 'number') return [[name, isInList ? null : value]];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((element) => numbersIn(name, element, true));
  return Object.entries(value).flatMap(([field, each]) => numbersIn(`${name}.${field}`, each, isInList));
}

describe('GET /sessions/{id}/stats/explain for figures of analyses', () => {
  // The evidence has no figures of its own: its figures are figures of the other analyses.
  it('explains every numeric field of every analysis, with its value', async () => {
    await aSessionWith(t.call, [aTrade()]);
    const session = await anExampleWithCandles(t);
    await finish(t.call, session);
    const shown = new Map<string, number | null>();
    for (const { name: route } of WITH_FIGURES) {
      const path = `/sessions/${session.id}/analysis/${route}${QUERIES[route] ?? ''}`;
      const { body } = await t.call.get(path).expect(200);
      for (const [name, value] of numbersIn(route, body)) shown.set(name, value);
    }
    expect([...shown.keys()].filter((name) => !ANALYSIS_FIGURES.has(name))).toEqual([]);
    expect(shown.size).toBeGreaterThan(150);
    for (const [figure, { definition, formula, unit }] of ANALYSIS_FIGURES) {
      const { body } = await t.call.get(`/sessions/${session.id}/stats/explain?figure=${figure}`).expect(200);
      expect(body).toMatchObject({ figure, definition, formula, unit, source: expect.stringMatching(/./) });
      expect([figure, body.value]).toEqual([figure, shown.get(figure) ?? null]);
    }
  });

  it('uses the break-even threshold of the query', async () => {
    const trades = [5, -3, 20].map((plNet, hour) => aTrade({ plNet, hour }));
    const { id } = await aSessionWith(t.call, trades);
    const of = async (threshold: number) => {
      const query = `figure=confidence.winrate.value&breakEvenThreshold=${threshold}`;
      return (await t.call.get(`/sessions/${id}/stats/explain?${query}`).expect(200)).body.value;
    };
    expect([await of(0), await of(10)]).toEqual([0.66666667, 0.33333333]);
  });

  it('states why a figure is undefined', async () => {
    const { id } = await aSessionWith(t.call, [aTrade()]);
    const { body } = await t.call
      .get(`/sessions/${id}/stats/explain?figure=risk.returns.cagrPct`)
      .expect(200);
    expect(body).toMatchObject({
      value: null,
      arithmetic: 'undefined: there are fewer than 30 days, or no equity is left',
    });
  });

  it.each([
    ['no-costs', {}],
    ['rebates', { feesPaid: -2 }],
    ['no-gross-profit', { exitPrice: 90, feesPaid: 1 }],
  ])(
    'returns the documented reason %s if the break-even multiple of the costs is undefined',
    async (reason, trade) => {
      const { id } = await aSessionWith(t.call, [aTrade(trade)]);
      const { body } = await t.call
        .get(`/sessions/${id}/stats/explain?figure=costs.breakEvenMultiple`)
        .expect(200);
      expect(body).toMatchObject({ value: null, state: null, reason });
      expect(problemsOf(schemaNamed('ExplainAnswer'), body)).toEqual([]);
    },
  );

  it('returns the state of an analysis that reads candles', async () => {
    const { id } = await aSessionWith(t.call, [aTrade()], { mode: 'manual' });
    const { body } = await t.call.get(`/sessions/${id}/stats/explain?figure=exits.actual.avgR`).expect(200);
    expect(body).toMatchObject({ value: null, state: 'deferred', reason: 'session-active' });
  });

  it.each([
    'risk',
    'risk.returns',
    'risk.returns.reason',
    'risk.returns.sharpe.x',
    'calendar.days',
    'explain.value',
  ])(
    'refuses the figure %s, and the error contains an example of a valid name instead of all names',
    async (figure) => {
      const { id } = await aSession(t.call);
      const response = await t.call.get(`/sessions/${id}/stats/explain?figure=${figure}`);
      expectProblem(response, 'VALIDATION_FAILED', ['figure']);
      expect(JSON.stringify(response.body.details)).toContain('risk.returns.sharpe');
    },
  );
});
