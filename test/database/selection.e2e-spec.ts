import { TestApp, startTestApp } from '../support/app.js';
import { aProject, aSession, ingest } from '../support/factories.js';
import { aRun, anExampleStudy, dailyTrades } from '../support/example-study.js';
import { expectProblem } from '../support/problems.js';
import { resultsOfP } from '../support/study-rows.js';
import type { SelectionAnswer } from '../../src/selection/routes/selection.dto.js';
import type { LeaderboardAnswer } from '../../src/selection/routes/leaderboard.dto.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const get = async (projectId: string, path: string) =>
  (await t.call.get(`/projects/${projectId}/${path}`).expect(200)).body;
const selectionOf = (projectId: string, query = ''): Promise<SelectionAnswer> =>
  get(projectId, `analysis/selection${query}`);
const leaderboardOf = (projectId: string, query = ''): Promise<LeaderboardAnswer> =>
  get(projectId, `leaderboard${query}`);
const namesOf = ({ sessions }: LeaderboardAnswer) => sessions.map(({ session }) => session.name);

/** Sends requests that are refused, each with a field and a part of its message. */
async function expectRefused(
  projectId: string,
  requests: readonly [path: string, field: string, message: string][],
) {
  for (const [path, field, message] of requests) {
    const answer = await t.call.get(`/projects/${projectId}/${path}`);
    expectProblem(answer, 'VALIDATION_FAILED');
    expect(answer.body.details).toMatchObject([{ field }]);
    expect(answer.body.message).toContain(message);
  }
}

describe('GET /projects/{id}/analysis/selection', () => {
  it('counts a deleted session and a copy at other costs like the worked example', async () => {
    const { projectId, sessions } = await anExampleStudy(t.call);
    const costs = { entryFee: 1, exitFee: 1, type: 'fixed' };
    await t.call.post(`/sessions/${sessions[9]!.id}/copy`, { feesConfig: costs }).expect(201);
    await t.call.delete(`/sessions/${sessions[3]!.id}`).expect(204);
    const { trials, bar, sessions: tries, ...answer } = await selectionOf(projectId);
    expect(answer).toMatchObject({ study: null, level: 0.95, state: 'ready', reason: null, since: null });
    expect(trials).toEqual({
      total: 11,
      counted: 10,
      duplicates: 1,
      live: 10,
      deleted: 1,
      emptied: 0,
      moved: 0,
      pending: 0,
      known: 10,
      project: 11,
    });
    expect(bar).toEqual({
      variance: 0.02614267,
      expectedMaximum: 1.5745983,
      sharpePerDay: 0.25459202,
      sharpe: 4.86397368,
    });
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

  it('is of one study, and counts the tries of all studies beside', async () => {
    const { id } = await aProject(t.call);
    await aRun(t.call, id, resultsOfP(1), { trial: { study: 'A' } });
    await aRun(t.call, id, resultsOfP(2));
    expect((await selectionOf(id, '?study=A')).trials).toMatchObject({ total: 1, project: 2 });
    expect(await selectionOf(id, '?study=none')).toMatchObject({ state: 'unavailable', reason: 'no-trades' });
  });

  it('refuses wrong parameters', async () => {
    const { id } = await aProject(t.call);
    await expectRefused(id, [
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
    expect(cscv).toMatchObject({ splits: 252, overfitted: 13, slope: -0.67605288, medianLogit: 2.30258509 });
    expect(spa).toMatchObject({ statistic: 4.01611066, pValue: 0.000999, upper: 0.000999 });
    expect(stepM).toHaveLength(10);
    expect(await get(projectId, 'analysis/overfitting?seed=1')).not.toEqual({ spa });
  });

  it('refuses wrong parameters', async () => {
    const { id } = await aProject(t.call);
    await expectRefused(id, [
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

describe('GET /projects/{id}/leaderboard', () => {
  it('ranks the sessions of the worked example', async () => {
    const { projectId } = await anExampleStudy(t.call);
    const where = encodeURIComponent('parameters.fast<3,plNet>=-50');
    expect(namesOf(await leaderboardOf(projectId, `?where=${where}`))).toEqual([
      'P0',
      'P2',
      'P1',
      'P5',
      'P7',
      'P6',
    ]);
    const [best] = (await leaderboardOf(projectId, '?count=1')).sessions;
    expect(best).toMatchObject({
      session: { name: 'P9' },
      trial: { study: null, parameters: { fast: 4, slow: 1 } },
      figures: { plNet: 429, sharpe: 9.90550172, tradeCount: 60 },
      selection: { trials: 10, deflatedSharpe: 0.96883956, verdict: 'above-the-bar' },
    });
  });

  it('shows each session once while others appear', async () => {
    const { projectId } = await anExampleStudy(t.call);
    const order = '?sort=plNet&order=asc&count=3';
    const found: string[] = [];
    let cursor: string | null = null;
    let made = 0;
    do {
      const page: LeaderboardAnswer = await leaderboardOf(
        projectId,
        `${order}${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      found.push(...namesOf(page));
      cursor = page.nextCursor;
      await aRun(t.call, projectId, [[0, -900 - made]], { name: `new ${made}` });
      made += 1;
    } while (cursor !== null);
    expect(found.toSorted()).toEqual(Array.from({ length: 10 }, (_, k) => `P${k}`));
  });

  it('shows changes of labels and names, and no deleted session', async () => {
    const { projectId, sessions } = await anExampleStudy(t.call);
    const { id } = sessions[9]!;
    await t.call
      .patch(`/sessions/${id}`, { name: 'Renamed', trial: { parameters: { fast: 7 } } })
      .expect(200);
    const [best] = (await leaderboardOf(projectId, '?count=1')).sessions;
    expect(best).toMatchObject({ session: { name: 'Renamed' }, trial: { parameters: { fast: 7 } } });
    await t.call.delete(`/sessions/${id}`).expect(204);
    const after = await leaderboardOf(projectId);
    expect(namesOf(after)).not.toContain('Renamed');
    expect(after.sessions[0]!.selection!.trials).toBe(10);
  });

  it('refuses wrong parameters, and names the first wrong character of conditions', async () => {
    const { id } = await aProject(t.call);
    const where = (text: string) => `leaderboard?where=${encodeURIComponent(text)}`;
    await expectRefused(id, [
      ['leaderboard?sort=deflatedSharpe', 'sort', 'must be a figure'],
      ['leaderboard?order=up', 'order', 'order'],
      [where('shape>1'), 'where', 'at character 1:'],
      [where('sharpe >1'), 'where', 'at character 7:'],
      [where('sharpe=>1'), 'where', 'at character 8:'],
      [where('sharpe>1,'), 'where', 'at character 10:'],
      [where(`parameters.a="${'x'.repeat(486)}"`), 'where', '500 characters'],
      ['leaderboard/grid', 'x', 'required'],
      ['leaderboard/grid?x=1', 'x', 'name of a parameter'],
      ['leaderboard/grid?x=a&figure=parameters.a', 'figure', 'must be a figure'],
      ['leaderboard/grid?x=a&aggregate=sum', 'aggregate', 'aggregate'],
    ]);
    await get(id, where(`parameters.a="${'x'.repeat(485)}"`));
  });
});

describe('GET /projects/{id}/leaderboard/grid and parameters', () => {
  it('show the parameters of the worked example', async () => {
    const { projectId } = await anExampleStudy(t.call);
    const { cells, missing } = await get(projectId, 'leaderboard/grid?x=fast&y=slow');
    expect([cells.length, missing]).toEqual([10, 0]);
    expect(cells.at(-1)).toMatchObject({
      x: 4,
      y: 1,
      value: 9.90550172,
      neighbours: { cells: 3, median: 0.31426443 },
    });
    expect(await get(projectId, 'parameters')).toMatchObject({
      studies: [{ study: null, trials: 10 }],
      parameters: [
        { name: 'fast', sessions: 10, distinct: 5, minimum: 0, maximum: 4 },
        { name: 'slow', sessions: 10, distinct: 2, values: [0, 1] },
      ],
      truncated: false,
    });
  });

  it('list all studies', async () => {
    const { id } = await aProject(t.call);
    await aRun(t.call, id, [[0, 1]], { trial: { study: 'B', parameters: { b: 1 } } });
    await aRun(t.call, id, [[0, 2]], { trial: { study: 'A', parameters: { a: 'x' } } });
    await aSession(t.call, { projectId: id, trial: { study: 'without trades', parameters: { c: 1 } } });
    const { studies, parameters } = await get(id, 'parameters?study=*');
    expect(studies).toEqual([
      { study: 'A', trials: 1 },
      { study: 'B', trials: 1 },
    ]);
    expect(parameters.map(({ name }: { readonly name: string }) => name)).toEqual(['a', 'b']);
  });
});
