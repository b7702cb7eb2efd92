import { TestApp, startTestApp } from '../support/app.js';
import { aProject, ingest } from '../support/factories.js';
import { aRun, anExampleStudy, dailyTrades } from '../support/example-study.js';
import { expectRefused } from '../support/refused-queries.js';
import { BAR_OF_P, COUNTS_OF_P, resultsOfP } from '../support/study-rows.js';
import type { SelectionAnswer } from '../../src/review/selection/routes/selection.dto.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const get = async (projectId: string, path: string) =>
  (await t.call.get(`/projects/${projectId}/${path}`).expect(200)).body;
const selectionOf = (projectId: string, query = ''): Promise<SelectionAnswer> =>
  get(projectId, `analysis/selection${query}`);

describe('GET /projects/{id}/analysis/selection', () => {
  it('returns the worked example, in which one session was deleted and one was copied at other costs', async () => {
    const { projectId, sessions } = await anExampleStudy(t.call);
    const costs = { entryFee: 1, exitFee: 1, type: 'fixed' };
    await t.call.post(`/sessions/${sessions[9]!.id}/copy`, { feesConfig: costs }).expect(201);
    await t.call.delete(`/sessions/${sessions[3]!.id}`).expect(204);
    const { trials, bar, sessions: tries, ...answer } = await selectionOf(projectId);
    expect(answer).toMatchObject({ study: null, level: 0.95, state: 'ready', reason: null, since: null });
    expect(trials).toEqual(COUNTS_OF_P);
    expect(bar).toEqual(BAR_OF_P);
    const ofId = (id: string) => tries.find(({ sessionId }) => sessionId === id)!;
    expect(ofId(sessions[9]!.id)).toMatchObject({
      deflatedSharpe: 0.96883956,
      minTrackRecordDays: 46.94222063,
      minBacktestDays: 9.22315413,
      pValue: 0.00012495,
      bonferroni: 0.00124949,
      holm: 0.00124949,
      bhy: 0.00365972,
      verdict: 'above-the-bar',
    });
    expect(ofId(sessions[0]!.id)).toMatchObject({ deflatedSharpe: 0.30406325, verdict: 'within-luck' });
    expect(ofId(sessions[3]!.id)).toMatchObject({ name: null, ended: 'deleted', tradingDays: 60 });
    expect(tries.filter(({ duplicateOf }) => duplicateOf)).toHaveLength(1);
  });

  it('answers with 304 until a try changes', async () => {
    const { projectId, sessions } = await anExampleStudy(t.call);
    const path = `/projects/${projectId}/analysis/selection`;
    const { headers } = await t.call.get(path).expect(200);
    const etag = headers['etag']!;
    await t.call.get(path).set('if-none-match', etag).expect(304);
    await ingest(t.call, sessions[0]!, dailyTrades([[80, 5]]));
    expect((await t.call.get(path).set('if-none-match', etag).expect(200)).headers['etag']).not.toBe(etag);
  });

  it('covers one study, and also returns the number of tries in all studies of the project', async () => {
    const { id } = await aProject(t.call);
    await aRun(t.call, id, resultsOfP(1), { trial: { study: 'A' } });
    await aRun(t.call, id, resultsOfP(2));
    expect((await selectionOf(id, '?study=A')).trials).toMatchObject({ total: 1, project: 2 });
    expect(await selectionOf(id, '?study=none')).toMatchObject({ state: 'unavailable', reason: 'no-trades' });
  });

  it('refuses wrong parameters', async () => {
    const { id } = await aProject(t.call);
    await expectRefused(t.call, id, [
      ['analysis/selection?level=0.79', 'level', 'level'],
      ['analysis/selection?level=0.991', 'level', 'level'],
      ['analysis/selection?study=*', 'study', 'must not be *'],
      ['analysis/selection?count=0', 'count', 'count'],
      ['analysis/selection?cursor=x', 'cursor', 'nextCursor'],
    ]);
  });
});

describe('GET /projects/{id}/analysis/overfitting', () => {
  it('returns the tests of the worked example', async () => {
    const { projectId } = await anExampleStudy(t.call);
    const { panel, cscv, spa, stepM, state } = await get(projectId, 'analysis/overfitting');
    expect(state).toBe('ready');
    expect(panel).toEqual({ sessions: 10, excluded: [], from: '2024-01-01', to: '2024-02-29', days: 60 });
    expect(cscv).toMatchObject({
      splits: 252,
      overfitted: 13,
      slope: -0.67605288,
      medianLogit: Number(Math.LN10.toFixed(8)),
    });
    expect(spa).toMatchObject({ statistic: 4.01611066, pValue: 0.000999, upper: 0.000999 });
    expect(stepM).toHaveLength(10);
    expect(await get(projectId, 'analysis/overfitting?seed=1')).not.toEqual({ spa });
  });

  it('refuses wrong parameters', async () => {
    const { id } = await aProject(t.call);
    await expectRefused(t.call, id, [
      ['analysis/overfitting?blocks=3', 'blocks', 'blocks'],
      ['analysis/overfitting?blocks=5', 'blocks', 'must be even'],
      ['analysis/overfitting?blocks=18', 'blocks', 'blocks'],
      ['analysis/overfitting?paths=99', 'paths', 'paths'],
      ['analysis/overfitting?paths=10001', 'paths', 'paths'],
      ['analysis/overfitting?seed=4294967296', 'seed', 'seed'],
      ['analysis/overfitting?study=*', 'study', 'must not be *'],
    ]);
    await get(id, 'analysis/overfitting?blocks=16&paths=10000&seed=4294967295');
    await get(id, 'analysis/overfitting?blocks=4&paths=100&seed=0');
  });
});

describe('GET /projects/{id}/analysis/walk-forward', () => {
  it('pairs sessions with equal parameters, whatever the order of the parameters', async () => {
    const { id } = await aProject(t.call);
    const windows = [
      ['in', { n: 1, s: 'x' }],
      ['out', { s: 'x', n: 1 }],
      ['in', { n: '2' }],
      ['out', { n: 2 }],
    ] as const;
    const ids: string[] = [];
    for (const [place, [sample, parameters]] of windows.entries()) {
      const results = resultsOfP(1, 20).map(([day, plNet]) => [day + 20 * place, plNet] as const);
      ids.push((await aRun(t.call, id, results, { trial: { sample, parameters } })).id);
    }
    const { windows: shown } = await get(id, 'analysis/walk-forward');
    expect(shown.map((window: { in: string | null; out: string }) => [window.in, window.out])).toEqual([
      [ids[0], ids[1]],
      [null, ids[3]],
    ]);
  });

  it('returns the windows of the worked example', async () => {
    const { id } = await aProject(t.call);
    const results = resultsOfP(9, 90);
    for (const n of [0, 1, 2]) {
      const trial = { parameters: { n } };
      await aRun(t.call, id, results.slice(20 * n, 20 * n + 30), { trial: { ...trial, sample: 'in' } });
      await aRun(t.call, id, results.slice(20 * n + 30, 20 * n + 50), { trial: { ...trial, sample: 'out' } });
    }
    expect(await get(id, 'analysis/walk-forward')).toMatchObject({
      state: 'ready',
      reason: null,
      paired: 3,
      efficiency: 1.33716042,
      won: 3,
      share: 1,
      interval: { low: 0.43850297, high: 1 },
      combined: { days: 60, sharpe: 13.62043225, returnPct: 62.3144224 },
    });
  });
});
