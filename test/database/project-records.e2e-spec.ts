import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import { SCOPES } from '../../src/platform/auth/principal.js';
import type { ProjectRecordsAnswer } from '../../src/sessions/project-records/project-record.dto.js';
import { type Caller, type TestApp, callerWith, startTestApp } from '../support/app.js';
import {
  type Answered,
  type Fields,
  aProject,
  aSession,
  aSessionWith,
  aTrade,
  finish,
  ingest,
} from '../support/factories.js';
import { aRun } from '../support/example-study.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Calls with the key of a new workspace, which has no projects. */
async function aWorkspace(): Promise<Caller> {
  const wanted = { name: 'lists', workspace: `w-${randomUUID()}`, scopes: SCOPES, expiresAt: null };
  const { secret } = await t.app.get(KeysService).create(wanted);
  return callerWith(t.stranger, secret);
}

type Page = Answered<ProjectRecordsAnswer>;

const pageOf = async (call: Caller, query: Fields = {}): Promise<Page> =>
  (await call.get('/project-records').query(query).expect(200)).body;

async function pagesOf(
  call: Caller,
  query: Fields,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Page[]> {
  const pages = [await pageOf(call, query)];
  for (let page = pages[0]!; page.nextCursor !== null; pages.push(page)) {
    await between();
    page = await pageOf(call, { ...query, cursor: page.nextCursor });
  }
  return pages;
}

const sql = (text: string, values: unknown[]) => t.app.get(DataSource).query(text, values);

describe('GET /project-records', () => {
  it('returns every field of each project, and its number of sessions, newest first', async () => {
    const call = await aWorkspace();
    const first = await aProject(call, { name: 'First' });
    const second = await aProject(call, { name: 'Second' });
    await aSession(call, { projectId: first.id });
    const last = await aSession(call, { projectId: first.id });
    expect(await pageOf(call)).toEqual({
      projects: [
        { ...second, sessionCount: 0, lastChangeAt: second.updatedAt, symbols: [], curve: [] },
        {
          ...first,
          sessionCount: 2,
          lastChangeAt: last.updatedAt,
          symbols: last.assets.map(({ symbol }) => symbol),
          curve: [],
        },
      ],
      nextCursor: null,
    });
  });

  it('shows the markets of the sessions, and the curve of the newest session that holds trades', async () => {
    const call = await aWorkspace();
    const { id: projectId } = await aProject(call);
    const on = (...symbols: string[]) => ({
      projectId,
      initialBalance: 1000,
      assets: symbols.map((symbol) => ({ symbol, timeframe: '1h' })),
    });
    await aRun(call, projectId, [[0, 500]], { assets: [{ symbol: 'AAA', timeframe: '1h' }] }, 'AAA');
    await aRun(
      call,
      projectId,
      [
        [0, 10],
        [1, -20],
      ],
      { assets: on('ZZZ', 'BBB').assets },
      'ZZZ',
    );
    await aSession(call, on('ZZZ'));
    const recordOf = async () => (await pageOf(call)).projects[0]!;
    expect(await recordOf()).toMatchObject({ symbols: ['ZZZ', 'AAA', 'BBB'], curve: [] });
    // Reading the leaderboard computes the figures.
    await call.get(`/projects/${projectId}/leaderboard`).expect(200);
    expect((await recordOf()).curve).toEqual([100, 101, 99]);
  });

  it("is empty if there are no projects, and lists only projects of the caller's workspace", async () => {
    const [mine, theirs] = [await aWorkspace(), await aWorkspace()];
    expect(await pageOf(mine)).toEqual({ projects: [], nextCursor: null });
    const { id } = await aProject(theirs);
    await aSession(theirs, { projectId: id });
    expect(await pageOf(mine)).toEqual({ projects: [], nextCursor: null });
    // A cursor from the list of another workspace shows no project of that workspace.
    for (let i = 0; i < 2; i += 1) await aProject(theirs);
    const { nextCursor } = await pageOf(theirs, { count: 1 });
    expect(await pageOf(mine, { cursor: nextCursor })).toEqual({ projects: [], nextCursor: null });
  });

  const changes: [what: string, change: (call: Caller, ids: Ids) => PromiseLike<unknown>][] = [
    ['an edit of the project', (call, { projectId }) => call.patch(`/projects/${projectId}`, { name: 'x' })],
    ['a new session', (call, { projectId }) => aSession(call, { projectId })],
    ['an edit of a session', (call, { id }) => call.patch(`/sessions/${id}`, { name: 'x' })],
    ['the finish of a session', (call, session) => finish(call, session)],
    ['new trades', (call, session) => ingest(call, session, [aTrade({ hour: 5 })])],
    ['an edited trade', (call, { id, trade }) => call.patch(`/sessions/${id}/trades/${trade}`, { qty: 3 })],
    ['a note', (call, { id, trade }) => call.patch(`/sessions/${id}/trades/${trade}`, { note: 'x' })],
    ['a removed trade', (call, { id, trade }) => call.delete(`/sessions/${id}/trades/${trade}`)],
    ['the removal of all trades', (call, { id }) => call.delete(`/sessions/${id}/trades`)],
    ['a copy', (call, { id }) => call.post(`/sessions/${id}/copy`)],
  ];
  it.each(changes)('shows the time of the last change, such as %s', async (_, change) => {
    const call = await aWorkspace();
    const session = await aSessionWith(call, [aTrade({ clientId: 'a' })]);
    const { body } = await call.get(`/sessions/${session.id}/trades`).expect(200);
    const { id, projectId } = session;
    await sql('UPDATE projects SET updated_at = 1 WHERE id = $1', [projectId]);
    await sql('UPDATE sessions SET updated_at = 2, trades_changed_at = 3 WHERE id = $1', [id]);
    expect((await pageOf(call)).projects[0]!.lastChangeAt).toBe(3);
    await change(call, { id, projectId, trade: body.trades[0].id });
    const { lastChangeAt, createdAt } = (await pageOf(call)).projects[0]!;
    expect(lastChangeAt).toBeGreaterThanOrEqual(createdAt);
  });

  it('shows the same time of the last change after a repeated batch or an edit that changes no value', async () => {
    const call = await aWorkspace();
    const trade = aTrade();
    const session = await aSessionWith(call, [trade]);
    await sql('UPDATE projects SET updated_at = 1 WHERE id = $1', [session.projectId]);
    await sql('UPDATE sessions SET updated_at = 1, trades_changed_at = NULL WHERE id = $1', [session.id]);
    await ingest(call, session, [trade]);
    await call.patch(`/sessions/${session.id}`, { name: session.name }).expect(200);
    expect((await pageOf(call)).projects[0]!.lastChangeAt).toBe(1);
  });

  it('finds projects by a part of the name, case-insensitively', async () => {
    const call = await aWorkspace();
    const names = ['100 % (a_b) \\ .*', 'ÖFFNUNG in London', 'Лондон'];
    for (const name of names) await aProject(call, { name });
    const found = async (search: string) =>
      (await pageOf(call, { search })).projects.map(({ name }) => name).toReversed();
    expect(await found('%')).toEqual([names[0]]);
    expect(await found('_')).toEqual([names[0]]);
    expect(await found('.')).toEqual([names[0]]);
    expect(await found('öffnung')).toEqual([names[1]]);
    expect(await found('ЛОНДОН')).toEqual([names[2]]);
    expect(await found('o')).toEqual([names[1]]);
    expect(await found('btcusdt')).toEqual([]);
  });

  const refused: [query: Fields, field: string][] = [
    [{ count: 0 }, 'count'],
    [{ count: 501 }, 'count'],
    [{ count: 'x' }, 'count'],
    [{ search: '' }, 'search'],
    [{ search: 'x'.repeat(101) }, 'search'],
    [{ cursor: '' }, 'cursor'],
    [{ cursor: 'abc' }, 'cursor'],
    [{ symbol: 'BTCUSDT' }, 'symbol'],
  ];
  it.each(refused)('refuses the query %j', async (query, field) => {
    expectProblem(await t.call.get('/project-records').query(query), 'VALIDATION_FAILED', [field]);
  });

  it.each([{ count: 1 }, { count: 500 }, { search: 'x'.repeat(100) }])(
    'accepts the query %j',
    async (query) => {
      await pageOf(t.call, query);
    },
  );

  it('refuses the cursor of another search or list', async () => {
    const call = await aWorkspace();
    for (let i = 0; i < 3; i += 1) await aSession(call, { projectId: (await aProject(call)).id });
    const { nextCursor } = await pageOf(call, { count: 1 });
    const { body } = await call.get('/sessions?count=1').expect(200);
    for (const query of [{ cursor: nextCursor, search: 'a' }, { cursor: body.nextCursor }])
      expectProblem(await call.get('/project-records').query(query), 'VALIDATION_FAILED', ['cursor']);
    expect((await pageOf(call, { cursor: nextCursor, count: 2 })).projects).toHaveLength(2);
  });

  it('returns every project that exists during the whole listing exactly once, with and without a search', async () => {
    const call = await aWorkspace();
    const projects: { id: string }[] = [];
    for (let i = 0; i < 20; i += 1) projects.push(await aProject(call, { name: `Idea ${i}` }));
    // Many projects are created at the same moment.
    const ids = projects.map(({ id }) => id);
    await sql('UPDATE projects SET created_at = 1 WHERE id = ANY($1)', [ids]);
    for (const search of [undefined, 'IDEA']) {
      const going = ids.filter((_, i) => i % 5 === 4);
      const pages = await pagesOf(call, { count: 3, ...(search && { search }) }, async () => {
        await aProject(call, { name: 'Idea between' });
        const one = going.pop();
        if (one && search) await call.delete(`/projects/${one}`);
      });
      const seen = pages.flatMap((page) => page.projects.map(({ id }) => id));
      expect(new Set(seen).size).toBe(seen.length);
      const staying = ids.filter((_, i) => i % 5 !== 4);
      expect(seen.filter((id) => staying.includes(id)).toSorted()).toEqual(staying.toSorted());
    }
  });

  it('returns pages of 100 projects by default', async () => {
    const call = await aWorkspace();
    for (let i = 0; i < 101; i += 1) await aProject(call);
    expect((await pagesOf(call, {})).map(({ projects }) => projects.length)).toEqual([100, 1]);
  });
});

interface Ids {
  readonly id: string;
  readonly projectId: string;
  /** Id of the session's trade. */
  readonly trade: string;
}
