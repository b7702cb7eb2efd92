import { DataSource } from 'typeorm';
import { SESSIONS_OF_A_PART } from '../../src/review/trials/study-sessions.store.js';
import { TestApp, startTestApp } from '../support/app.js';
import { aProject, aSession, aSessionWith, aTrade } from '../support/factories.js';
import { aRun, anExampleStudy } from '../support/example-study.js';
import { copyRows } from '../support/copy-rows.js';
import { resultsOfP } from '../support/study-rows.js';
import { expectRefused } from '../support/refused-queries.js';
import type { LeaderboardAnswer } from '../../src/review/selection/routes/leaderboard.dto.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const get = async (projectId: string, path: string) =>
  (await t.call.get(`/projects/${projectId}/${path}`).expect(200)).body;
const leaderboardOf = (projectId: string, query = ''): Promise<LeaderboardAnswer> =>
  get(projectId, `leaderboard${query}`);
const namesOf = ({ sessions }: LeaderboardAnswer) => sessions.map(({ session }) => session.name);

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

  it('reads sessions with trades on days of the year 10000, which PostgreSQL does not read as dates', async () => {
    const { id } = await aProject(t.call);
    // The last instant of the year 9999 is a day of the year 10000 in this time zone.
    const exitTime = Date.parse('9999-12-31T23:59:59Z');
    const trades = [aTrade({ entryTime: exitTime - 3_600_000, exitTime })];
    const accountTimezone = 'Pacific/Kiritimati';
    await aSessionWith(t.call, trades, { projectId: id, name: 'far', accountTimezone });
    expect(namesOf(await leaderboardOf(id))).toEqual(['far']);
    for (const path of ['analysis/selection', 'analysis/overfitting', 'analysis/walk-forward', 'parameters'])
      await get(id, path);
  });

  it('shows each session once, even if sessions are added while the list is read', async () => {
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

  it('shows changed labels and names, and no deleted sessions', async () => {
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

  it('refuses wrong parameters, and states the position of the first wrong character in `where`', async () => {
    const { id } = await aProject(t.call);
    const where = (text: string) => `leaderboard?where=${encodeURIComponent(text)}`;
    await expectRefused(t.call, id, [
      ['leaderboard?sort=deflatedSharpe', 'sort', 'must be a figure'],
      ['leaderboard?order=up', 'order', 'order'],
      ['leaderboard?fold=yes', 'fold', 'must be one of true, false'],
      ['leaderboard?all=1', 'all', 'must be one of true, false'],
      ['leaderboard?judged=last', 'judged', 'must be one of any, first'],
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

describe('a study of more sessions than are read at a time', () => {
  const copies = SESSIONS_OF_A_PART + 100;

  /** Creates a study with many copies of the rows of one session, each with another value of its parameters. */
  async function aLargeStudy(): Promise<string> {
    const { id } = await aProject(t.call);
    const session = await aRun(t.call, id, resultsOfP(9), { trial: { parameters: { n: 0, text: '' } } });
    await leaderboardOf(id);
    const database = t.app.get(DataSource);
    const copyOf = `md5(s.project_id::text || i)::uuid`;
    const numbers = `generate_series(1, ${copies}) i`;
    const parameters = `json_build_object('n', i, 'text', 'x' || i % 7)`;
    await copyRows(database, 'sessions', `${numbers} WHERE s.id = '${session.id}'`, {
      id: copyOf,
      name: `'copy ' || i`,
      trial: `json_build_object('study', NULL, 'parameters', ${parameters}, 'codeVersion', NULL, 'sample', NULL)`,
    });
    for (const table of ['trials', 'session_figures'])
      await copyRows(database, table, `${numbers} WHERE s.session_id = '${session.id}'`, {
        session_id: copyOf,
      });
    return id;
  }

  it('is sorted, filtered and listed as a whole', async () => {
    const id = await aLargeStudy();
    const last = await leaderboardOf(id, '?sort=parameters.n&count=2');
    expect(namesOf(last)).toEqual([`copy ${copies}`, `copy ${copies - 1}`]);
    const where = encodeURIComponent(`parameters.text="x3",parameters.n>${SESSIONS_OF_A_PART},plNet=429`);
    const some = await leaderboardOf(id, `?sort=parameters.n&order=asc&where=${where}&count=1`);
    expect(some.sessions[0]!.trial.parameters).toEqual({ n: 1_004, text: 'x3' });
    expect(await get(id, 'leaderboard/grid?x=n')).toMatchObject({ reason: 'too-many-values', missing: 0 });
    expect((await get(id, 'leaderboard/grid?x=text&figure=plNet')).cells).toHaveLength(8);
    expect((await get(id, 'parameters')).parameters).toEqual([
      { name: 'n', sessions: copies + 1, distinct: copies + 1, values: null, minimum: 0, maximum: copies },
      {
        name: 'text',
        sessions: copies + 1,
        distinct: 8,
        values: ['', 'x0', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6'],
        minimum: null,
        maximum: null,
      },
    ]);
    expect((await get(id, 'analysis/selection')).trials).toMatchObject({
      total: copies + 1,
      counted: 1,
      duplicates: copies,
    });
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

  it('contain all studies', async () => {
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
