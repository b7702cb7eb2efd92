import { CALCULATION_VERSION } from '../src/shared/figures/calculator/calculate-statistics.js';
import { CALCULATED_FIGURES, FIGURES } from '../src/shared/figures/definitions/figures.js';
import { IDEAL_R } from '../src/shared/figures/definitions/ideal-r.js';
import { TestApp, startTestApp } from './support/app.js';
import { describeAnalysis } from './support/analysis-routes.js';
import { exampleTrades, anExampleSession } from './support/example-session.js';
import {
  MINUTE,
  aSession,
  aSessionWith,
  aSymbol,
  aTrade,
  finish,
  ingest,
  statsOf,
} from './support/factories.js';
import { quietBars, stopped, storeBars } from './support/ideal-r.js';
import { ownSymbol, startLiveApp } from './support/live-app.js';
import { expectProblem } from './support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ IDEAL_R_HORIZON_MS: String(10 * MINUTE) });
});
afterAll(() => t.close());

type Named = { readonly id: string };

const ask = ({ id }: Named, figure: string, threshold = 0) =>
  t.call.get(`/sessions/${id}/stats/explain?figure=${figure}&breakEvenThreshold=${threshold}`);

const explanationOf = async (session: Named, figure: string, threshold?: number) =>
  (await ask(session, figure, threshold).expect(200)).body;

/** Every numeric field of the statistics. */
async function valuesOf(session: Named, threshold = 0): Promise<Record<string, number>> {
  const { expectancyComponents, idealRAnalysis, ...rest } = await statsOf(t.call, session, threshold);
  const all = { ...rest, ...expectancyComponents, ...idealRAnalysis.analytics };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => typeof value === 'number')) as never;
}

describeAnalysis(() => t, 'stats/explain', '?figure=winCount');

describe('GET /sessions/{id}/stats/explain', () => {
  it('explains how a figure of the worked example is computed', async () => {
    expect(await explanationOf(await anExampleSession(t.call), 'profitFactor', 1)).toEqual({
      calculationVersion: CALCULATION_VERSION,
      figure: 'profitFactor',
      value: 2.36538462,
      unit: 'ratio',
      definition: FIGURES.profitFactor.definition,
      formula: 'Σ positive plGross / |Σ negative plGross|',
      source: 'Definition of this service, docs/statistics.md',
      inputs: [
        { name: 'Σ positive plGross', value: 184.5 },
        { name: '|Σ negative plGross|', value: 78 },
      ],
      arithmetic: '184.5 / 78 = 2.36538462',
      counted: 8,
      excluded: [],
      state: null,
      reason: null,
    });
  });

  it('names the trades that a figure leaves out', async () => {
    const session = await aSession(t.call, { initialBalance: 1000 });
    const { trades } = await ingest(t.call, session, exampleTrades());
    const ids = trades.map(({ id }) => id);
    const { counted, excluded } = await explanationOf(session, 'avgWin', 1);
    expect(counted).toBe(4);
    expect(excluded).toEqual([
      { reason: 'loss', count: 3, tradeIds: [ids[0], ids[4], ids[5]] },
      { reason: 'break-even', count: 1, tradeIds: [ids[3]] },
    ]);
  });

  it('names at most 100 excluded trades per reason', async () => {
    const losses = (count: number) => Array.from({ length: count }, () => aTrade({ plNet: -1 }));
    const session = await aSessionWith(t.call, losses(100));
    const excludedFrom = async () => (await explanationOf(session, 'avgWin')).excluded[0];
    expect((await excludedFrom()).tradeIds).toHaveLength(100);
    await ingest(t.call, session, losses(1));
    const excluded = await excludedFrom();
    expect([excluded.count, excluded.tradeIds.length]).toEqual([101, 100]);
  });

  it('explains every numeric field of the statistics, with its value', async () => {
    const session = await anExampleSession(t.call);
    const values = await valuesOf(session, 1);
    expect(Object.keys(values).toSorted()).toEqual(Object.keys(FIGURES).toSorted());
    for (const [figure, value] of Object.entries(values)) {
      const explanation = await explanationOf(session, figure, 1);
      expect([figure, explanation.value ?? 0]).toEqual([figure, value]);
    }
  });

  it('returns null for all figures that are undefined without trades, and only for these figures', async () => {
    const session = await aSession(t.call);
    for (const [figure, { undefinedWhen }] of Object.entries(CALCULATED_FIGURES)) {
      const { value, counted, excluded, reason } = await explanationOf(session, figure);
      expect([figure, value === null]).toEqual([figure, undefinedWhen !== null]);
      expect([counted, excluded, reason]).toEqual([0, [], 'no-trades']);
    }
  });

  it.each(['', '?figure=', '?figure=equityCurve', '?figure=toString', '?figure=plNet&figure=plNet'])(
    'refuses the query %j',
    async (query) => {
      const { id } = await aSession(t.call);
      expectProblem(await t.call.get(`/sessions/${id}/stats/explain${query}`), 'VALIDATION_FAILED', [
        'figure',
      ]);
    },
  );
});

describe('the explanation of a figure of the ideal R', () => {
  const DEFERRED = { state: 'deferred', reason: 'session-active' };

  it('is deferred while a manual session is active', async () => {
    const session = await aSessionWith(t.call, [stopped(), stopped(), aTrade()], { mode: 'manual' });
    expect(await explanationOf(session, 'averageIdealR')).toMatchObject({
      ...DEFERRED,
      value: null,
      arithmetic: 'undefined: measuredTrades is 0',
      counted: 0,
      excluded: [
        { reason: 'no-initial-risk', count: 1 },
        { reason: 'incomplete', count: 2 },
      ],
    });
    expect(await explanationOf(session, 'eligibleTrades')).toMatchObject({
      ...DEFERRED,
      value: 2,
      counted: 2,
    });
  });

  it('has the value of the statistics after the finish of the session', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 60, { 3: { high: 1024 } }));
    const session = await aSession(t.call, { assets: [{ symbol }] });
    await ingest(t.call, session, [stopped({ plNet: -5 }), stopped({ hour: 5 }), aTrade()]);
    const { headers } = await ask(session, 'averageIdealR').expect(200);
    await finish(t.call, session);
    const ready = await ask(session, 'averageIdealR').set('if-none-match', headers['etag']!).expect(200);
    expect(ready.body).toMatchObject({
      state: 'ready',
      reason: 'session-finished',
      value: 2.4,
      inputs: [
        { name: 'Σ idealR', value: 2.4 },
        { name: 'measuredTrades', value: 1 },
      ],
      arithmetic: '2.4 / 1 = 2.4',
      counted: 1,
    });
    await ask(session, 'averageIdealR').set('if-none-match', ready.headers['etag']!).expect(304);
    const values = await valuesOf(session);
    for (const figure of Object.keys(IDEAL_R)) {
      const explanation = await explanationOf(session, figure);
      expect([figure, explanation.value]).toEqual([figure, values[figure]]);
    }
    // The explanations of other figures do not depend on the candles.
    expect(await explanationOf(session, 'plNet')).toMatchObject({ state: null, reason: null });
  });

  it('changes with the candles', async () => {
    const symbol = aSymbol();
    const session = await aSessionWith(t.call, [stopped()], { assets: [{ symbol }] });
    await finish(t.call, session);
    const before = await ask(session, 'maxIdealR').expect(200);
    expect(before.body).toMatchObject({ state: 'unavailable', reason: 'candles-unavailable', value: null });
    await storeBars(t, symbol, quietBars(0, 60));
    const after = await ask(session, 'maxIdealR').set('if-none-match', before.headers['etag']!).expect(200);
    expect(after.body).toMatchObject({ state: 'ready', value: 0.5 });
  });

  it('is also available for large sessions', async () => {
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, 60));
    const session = await aSession(t.call, { assets: [{ symbol }] });
    await ingest(
      t.call,
      session,
      Array.from({ length: 400 }, () => stopped()),
    );
    await finish(t.call, session);
    expect(await explanationOf(session, 'measuredTrades')).toMatchObject({ state: 'ready', value: 400, counted: 400 }); // prettier-ignore
  });

  it('has no ETag while candles are loading', async () => {
    const live = await startLiveApp();
    try {
      const symbol = ownSymbol(live.venue);
      const session = await aSessionWith(live.call, [stopped()], { assets: [{ symbol }] });
      live.venue.play({ kind: 'internal-error', symbol });
      await finish(live.call, session);
      const path = `/sessions/${session.id}/stats/explain?figure=maxIdealR`;
      const { body, headers } = await live.call.get(path).expect(200);
      expect(body).toMatchObject({ state: 'pending', reason: 'candles-loading', value: null });
      expect(headers['etag']).toBeUndefined();
    } finally {
      await live.close();
    }
  });

  it('states why a figure does not exist', async () => {
    const none = await aSession(t.call);
    await finish(t.call, none);
    expect(await explanationOf(none, 'maxIdealR')).toMatchObject({
      state: 'unavailable',
      reason: 'no-trades',
    });
    const withoutStops = await aSessionWith(t.call, [aTrade()]);
    await finish(t.call, withoutStops);
    const explanation = await explanationOf(withoutStops, 'maxIdealR');
    expect(explanation).toMatchObject({ state: 'unavailable', reason: 'no-valid-stops', value: null });
  });
});
