import fc from 'fast-check';
import { DataSource } from 'typeorm';
import type { SessionRecord } from '../../src/sessions/session-record.dto.js';
import type { UpdateSessionDto } from '../../src/sessions/update-session.dto.js';
import { TestApp, startTestApp } from '../support/app.js';
import {
  type Answered,
  DAY,
  type Fields,
  T,
  aProject,
  aSession,
  aSessionWith,
  aTrade,
  everySessionField,
  finish,
  ingest,
  statsOf,
} from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { propertyRuns } from '../support/property-runs.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Page = { readonly sessions: readonly Answered<SessionRecord>[]; readonly nextCursor: string | null };
type Id = { readonly id: string };

const UNKNOWN = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

const pathOf = (query: Fields) =>
  `/sessions?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()}`;

async function pageOf(query: Fields): Promise<Page> {
  return (await t.call.get(pathOf(query)).expect(200)).body;
}

/** Yields every page of a list, and calls `between` after each page. */
async function pagesOf(
  query: Fields,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Page[]> {
  const pages = [await pageOf(query)];
  for (let page = pages[0]!; page.nextCursor !== null; pages.push(page)) {
    await between();
    page = await pageOf({ ...query, cursor: page.nextCursor });
  }
  return pages;
}

const idsOf = (pages: readonly Page[]) => pages.flatMap(({ sessions }) => sessions.map(({ id }) => id));

const recordOf = async ({ id }: Id): Promise<Answered<SessionRecord>> =>
  (await t.call.get(`/sessions/${id}/record`).expect(200)).body.session;

const revisionsOf = async ({ id }: Id): Promise<unknown> => {
  const [row] = await t.app
    .get(DataSource)
    .query<unknown[]>('SELECT revision, label_revision AS label FROM sessions WHERE id = $1', [id]);
  return row;
};

describe('GET /sessions/{id}/record', () => {
  it('returns every field of the session, its tags, its summary and its project', async () => {
    const project = await aProject(t.call);
    const { body } = await t.call
      .post('/sessions', { ...everySessionField(project.id), tags: ['b', 'a'], assets: undefined })
      .expect(201);
    const { session } = body;
    await ingest(t.call, session, [aTrade({ plNet: 10 }), aTrade({ plNet: -4, hour: 2 })]);
    const stats = await statsOf(t.call, session, 0);
    expect((await t.call.get(`/sessions/${session.id}/record`).expect(200)).body).toEqual({
      session: {
        ...session,
        tags: ['b', 'a'],
        trial: everySessionField('').trial,
        playhead: null,
        draws: 0,
        sourceFile: null,
        runAt: null,
        summary: {
          tradeCount: 2,
          winCount: 1,
          lossCount: 1,
          breakEvenCount: 0,
          plGross: stats.plGross,
          feesPaid: stats.feesPaid,
          plNet: stats.plNet,
          plNetPct: stats.plNetPct,
          firstEntryTime: T,
          lastExitTime: T + 2 * 3_600_000 + 60_000,
        },
      },
      project,
    });
  });

  it('returns 404 for an id that is not a session', async () => {
    for (const id of [UNKNOWN, 'x'])
      expectProblem(await t.call.get(`/sessions/${id}/record`), 'SESSION_NOT_FOUND');
    const { id } = await aSession(t.call);
    expectProblem(await t.other.get(`/sessions/${id}/record`), 'SESSION_NOT_FOUND');
  });
});

describe('GET /sessions', () => {
  it('returns records, newest first', async () => {
    const { id: projectId } = await aProject(t.call);
    const first = await aSession(t.call, { projectId, assets: [{}, { symbol: 'ETHUSDT' }], tags: ['x'] });
    const second = await aSessionWith(t.call, [aTrade()], { projectId });
    await finish(t.call, second);
    expect(await pageOf({ projectId })).toEqual({
      sessions: [await recordOf(second), await recordOf(first)],
      nextCursor: null,
    });
    const { sessions } = await pageOf({ count: 2 });
    expect(sessions.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  it("lists only sessions of the caller's workspace", async () => {
    const { id } = await aSession(t.call);
    const { body } = await t.other.get('/sessions').expect(200);
    expect(body.sessions.map((session: Id) => session.id)).not.toContain(id);
  });

  it('returns summaries that also count trades which an older version of the service has stored', async () => {
    const { id: projectId } = await aProject(t.call);
    const session = await aSessionWith(t.call, [aTrade({ plNet: 5 })], { projectId });
    await t.app
      .get(DataSource)
      .query('UPDATE sessions SET revision = revision + 1, trade_count = 7, pl_net = 0 WHERE id = $1', [
        session.id,
      ]);
    const { sessions } = await pageOf({ projectId });
    expect(sessions[0]!.summary).toMatchObject({ tradeCount: 1, plNet: 5 });
  });

  it('returns an empty list for a project without sessions, and 404 for an unknown project', async () => {
    const { id } = await aProject(t.call);
    expect(await pageOf({ projectId: id })).toEqual({ sessions: [], nextCursor: null });
    const foreign = (await aProject(t.other)).id;
    for (const projectId of [UNKNOWN, foreign, 'x', ''])
      expectProblem(await t.call.get(pathOf({ projectId })), 'PROJECT_NOT_FOUND');
  });

  it('finds names that contain special characters, ignores case, and finds no other names', async () => {
    const { id: projectId } = await aProject(t.call);
    const names = ['100 % (a_b) \\ [x] .*', 'London ÖFFNUNG', 'Лондон', 'plain'];
    for (const name of names) await aSession(t.call, { projectId, name });
    const found = async (search: string) =>
      (await pageOf({ projectId, search })).sessions.map(({ name }) => name).toReversed();
    expect(await found('%')).toEqual([names[0]]);
    expect(await found('_')).toEqual([names[0]]);
    expect(await found('\\ [X] .*')).toEqual([names[0]]);
    expect(await found('öffnung')).toEqual([names[1]]);
    expect(await found('ЛОНДОН')).toEqual([names[2]]);
    expect(await found('LON')).toEqual([names[1]]);
    expect(await found('.')).toEqual([names[0]]);
    expect(await found(' ')).toEqual(names.slice(0, 2));
    expect(await found('l'.repeat(100))).toEqual([]);
  });

  const refused: [what: string, query: Fields, field: string][] = [
    ['a count of 0', { count: 0 }, 'count'],
    ['a count of 501', { count: 501 }, 'count'],
    ['a count that is not a number', { count: 'x' }, 'count'],
    ['an unknown status', { status: 'ACTIVE' }, 'status'],
    ['an empty search', { search: '' }, 'search'],
    ['a search of 101 characters', { search: 'x'.repeat(101) }, 'search'],
    ['an empty tag', { tag: ' ' }, 'tag'],
    ['a tag of 41 characters', { tag: 'x'.repeat(41) }, 'tag'],
    ['an empty cursor', { cursor: '' }, 'cursor'],
    ['a text that is not a cursor', { cursor: 'abc' }, 'cursor'],
    ['an unknown parameter', { order: 'asc' }, 'order'],
  ];
  it.each(refused)('refuses %s', async (_, query, field) => {
    expectProblem(await t.call.get(pathOf(query)), 'VALIDATION_FAILED', [field]);
  });

  it.each([{ count: 1 }, { count: 500 }, { search: 'x'.repeat(100) }, { tag: '🚀'.repeat(40) }])(
    'accepts %j',
    async (query) => {
      await pageOf(query);
    },
  );

  it('refuses a cursor that was changed, or that belongs to another list', async () => {
    const { id: projectId } = await aProject(t.call);
    for (let i = 0; i < 3; i += 1) await aSession(t.call, { projectId, tags: ['x'] });
    const { nextCursor } = await pageOf({ projectId, count: 1 });
    expect(nextCursor).not.toBeNull();
    const other = (await aProject(t.call)).id;
    const queries = [{}, { projectId: other }, { projectId, tag: 'x' }, { projectId, status: 'active' }];
    for (const query of queries)
      expectProblem(await t.call.get(pathOf({ ...query, cursor: nextCursor })), 'VALIDATION_FAILED', [
        'cursor',
      ]);
    const [list, time, id] = JSON.parse(Buffer.from(nextCursor!, 'base64url').toString());
    for (const changed of [
      [list],
      [list, time],
      [list, time, 'x'],
      [list, String(time), id],
      [time, list, id],
      {},
    ]) {
      const cursor = Buffer.from(JSON.stringify(changed)).toString('base64url');
      expectProblem(await t.call.get(pathOf({ projectId, cursor })), 'VALIDATION_FAILED', ['cursor']);
    }
    // The parameter `count` may differ between pages.
    expect((await pageOf({ projectId, count: 2, cursor: nextCursor })).sessions).toHaveLength(2);
  });

  it('returns each session that exists during the whole listing exactly once, while other sessions are created and deleted', async () => {
    const { id: projectId } = await aProject(t.call);
    const sessions: Id[] = [];
    for (let i = 0; i < 30; i += 1)
      sessions.push(await aSession(t.call, { projectId, tags: i % 3 ? [] : ['x'] }));
    // All sessions get the same creation time.
    await t.app
      .get(DataSource)
      .query('UPDATE sessions SET created_at = 1 WHERE project_id = $1', [projectId]);
    const going = sessions.filter((_, i) => i % 5 === 4);
    const staying = sessions.filter((session) => !going.includes(session));
    const pages = await pagesOf({ projectId, count: 4 }, async () => {
      await aSession(t.call, { projectId });
      const one = going.pop();
      if (one) await t.call.delete(`/sessions/${one.id}`).expect(204);
    });
    const ids = idsOf(pages);
    expect(new Set(ids).size).toBe(ids.length);
    const seen = ids.filter((id) => staying.some((session) => session.id === id));
    expect(seen.toSorted()).toEqual(staying.map(({ id }) => id).toSorted());
    for (const { sessions: page } of pages) expect(page.length).toBeLessThanOrEqual(4);
  });

  it('returns pages of 100 sessions by default', async () => {
    const { id: projectId } = await aProject(t.call);
    for (let i = 0; i < 101; i += 1) await aSession(t.call, { projectId });
    expect((await pagesOf({ projectId })).map(({ sessions }) => sessions.length)).toEqual([100, 1]);
  });

  it('returns the same sessions as a plain filter of all sessions', async () => {
    const { id: projectId } = await aProject(t.call);
    const fields = fc.record({
      name: fc.constantFrom('London', 'london 2', 'Paris', 'a%b', 'a_b'),
      tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'X'), { maxLength: 3 }),
      isFinished: fc.boolean(),
    });
    const all: Answered<SessionRecord>[] = [];
    for (const { isFinished, ...input } of fc.sample(fields, 40)) {
      const session = await aSession(t.call, { projectId, ...input });
      if (isFinished) await finish(t.call, session);
      all.unshift(await recordOf(session));
    }
    const query = fc.record(
      {
        status: fc.constantFrom('active', 'finished'),
        tag: fc.constantFrom('x', 'y', 'X', 'z'),
        search: fc.constantFrom('LONDON', 'a', '%', '_', ' 2', 'zzz'),
        count: fc.integer({ min: 1, max: 9 }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async (wanted) => {
        const { status, tag, search } = wanted;
        const expected = all.filter(
          (session) =>
            (!status || session.status === status) &&
            (!tag || session.tags.includes(tag)) &&
            (!search || session.name.toLowerCase().includes(search.toLowerCase())),
        );
        const pages = await pagesOf({ projectId, ...wanted });
        expect(pages.flatMap(({ sessions }) => sessions)).toEqual(expected);
        for (const { sessions, nextCursor } of pages)
          expect(sessions.length === (wanted.count ?? 100) || nextCursor === null).toBe(true);
      }),
      { numRuns: propertyRuns(15) },
    );
  });
});

describe('GET /projects/{id}/tags', () => {
  it('returns the number of sessions with each tag: most-used tags first, and equally used tags by code point', async () => {
    const { id: projectId } = await aProject(t.call);
    await aSession(t.call, { tags: ['elsewhere'] });
    for (const tags of [['b', 'a', 'Z'], ['a'], [], ['é']]) await aSession(t.call, { projectId, tags });
    expect((await t.call.get(`/projects/${projectId}/tags`).expect(200)).body).toEqual({
      tags: [
        { tag: 'a', sessions: 2 },
        { tag: 'Z', sessions: 1 },
        { tag: 'b', sessions: 1 },
        { tag: 'é', sessions: 1 },
      ],
    });
  });

  it('returns an empty list if there are no sessions, and 404 for an unknown project', async () => {
    const { id } = await aProject(t.call);
    expect((await t.call.get(`/projects/${id}/tags`).expect(200)).body).toEqual({ tags: [] });
    for (const one of [UNKNOWN, 'x'])
      expectProblem(await t.call.get(`/projects/${one}/tags`), 'PROJECT_NOT_FOUND');
    expectProblem(await t.other.get(`/projects/${id}/tags`), 'PROJECT_NOT_FOUND');
  });
});

describe('PATCH /sessions/{id}', () => {
  const CHANGES = {
    name: 'Renamed',
    strategy: 'Another',
    description: '',
    layoutTemplate: '4',
    rangeStart: T - DAY,
    rangeEnd: null,
    blindMode: false,
    smoothCandles: false,
    accountTimezone: 'Asia/Tokyo',
    tags: ['y', 'x'],
    sourceFile: 'result.zip',
    trial: { study: null, parameters: { fast: 3, slow: 'x', on: true }, codeVersion: null, sample: 'out' },
  } satisfies Record<keyof UpdateSessionDto, unknown>;
  const TRIAL = everySessionField('').trial;
  const parametersNamed = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, i]));
  const aWholeSession = async () => aSession(t.call, everySessionField((await aProject(t.call)).id));

  it.each([...Object.entries(CHANGES).map(([name, value]) => ({ [name]: value })), CHANGES])(
    'changes only %j, whether the session is active or finished',
    async (changes) => {
      for (const isFinished of [false, true]) {
        const session = await aWholeSession();
        if (isFinished) await finish(t.call, session);
        const before = await recordOf(session);
        const revisions = (await revisionsOf(session)) as { revision: number; label: number };
        const { body } = await t.call.patch(`/sessions/${session.id}`, changes).expect(200);
        expect(body).toEqual({ session: { ...before, ...changes, updatedAt: expect.any(Number) } });
        expect(body.session.updatedAt).toBeGreaterThanOrEqual(before.updatedAt);
        expect(await recordOf(session)).toEqual(body.session);
        expect(await revisionsOf(session)).toEqual({ ...revisions, label: revisions.label + 1 });
      }
    },
  );

  it('changes nothing if no value differs', async () => {
    const session = await aWholeSession();
    await t.call.patch(`/sessions/${session.id}`, { tags: ['a'] }).expect(200);
    const before = await recordOf(session);
    const revisions = await revisionsOf(session);
    const { name, rangeStart, blindMode } = before;
    for (const same of [{}, undefined, { name: ` ${name} `, rangeStart, blindMode, tags: [' a '] }]) {
      expect((await t.call.patch(`/sessions/${session.id}`, same).expect(200)).body.session).toEqual(before);
    }
    expect(await revisionsOf(session)).toEqual(revisions);
  });

  it('changes only the given labels of a try, but replaces its parameters as a whole', async () => {
    const session = await aSession(t.call);
    const none = { study: null, parameters: {}, codeVersion: null, sample: null };
    expect((await recordOf(session)).trial).toEqual(none);
    const steps = [
      [{ study: ' A ' }, { study: 'A' }],
      [{ parameters: { fast: -0, slow: 2 } }, { parameters: { fast: 0, slow: 2 } }],
      [
        { sample: 'out', codeVersion: ' v 1 ' },
        { sample: 'out', codeVersion: 'v 1' },
      ],
      [{ parameters: { fast: 1 } }, { parameters: { fast: 1 } }],
      [{}, {}],
      [
        { study: null, sample: null },
        { study: null, sample: null },
      ],
      [{ codeVersion: null, parameters: {} }, none],
    ];
    const expected: object = { ...none };
    for (const [trial, change] of steps) {
      Object.assign(expected, change);
      const { body } = await t.call.patch(`/sessions/${session.id}`, { trial }).expect(200);
      expect(body.session.trial).toEqual(expected);
      expect((await recordOf(session)).trial).toEqual(expected);
    }
  });

  it('keeps the ETag of the statistics, and a finish returns the new labels', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    const { headers } = await t.call.get(`/sessions/${session.id}/stats`).expect(200);
    await t.call.patch(`/sessions/${session.id}`, { name: 'Renamed' }).expect(200);
    await t.call.get(`/sessions/${session.id}/stats`).set('if-none-match', headers['etag']!).expect(304);
    expect((await finish(t.call, session)).session.name).toBe('Renamed');
    await t.call.patch(`/sessions/${session.id}`, { name: 'Again' }).expect(200);
    expect((await finish(t.call, session)).session.name).toBe('Again');
  });

  const limits: [what: string, changes: Fields, field?: string][] = [
    ['a name of 200 characters', { name: 'x'.repeat(200) }],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['no name', { name: null }, 'name'],
    ['a strategy of 1,000 characters', { strategy: 'x'.repeat(1000) }],
    ['a strategy of 1,001 characters', { strategy: 'x'.repeat(1001) }, 'strategy'],
    ['a description of 5,000 characters', { description: 'x'.repeat(5000) }],
    ['a description of 5,001 characters', { description: 'x'.repeat(5001) }, 'description'],
    ['a layout of 32 characters', { layoutTemplate: 'x'.repeat(32) }],
    ['a layout of 33 characters', { layoutTemplate: 'x'.repeat(33) }, 'layoutTemplate'],
    ['a file name of 255 characters', { sourceFile: 'x'.repeat(255) }],
    ['a file name of 256 characters', { sourceFile: 'x'.repeat(256) }, 'sourceFile'],
    ['an empty file name', { sourceFile: '' }, 'sourceFile'],
    ['a file with its path', { sourceFile: 'runs/a.json' }, 'sourceFile'],
    ['a file with a path of Windows', { sourceFile: 'runs\\a.json' }, 'sourceFile'],
    ['a time of the run', { runAt: 1 }, 'runAt'],
    ['20 tags', { tags: Array.from({ length: 20 }, (_, i) => `${i}`) }],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, i) => `${i}`) }, 'tags'],
    ['tags that are null', { tags: null }, 'tags'],
    ['a study of 100 characters', { trial: { ...TRIAL, study: 'x'.repeat(100) } }],
    ['a study of 101 characters', { trial: { study: 'x'.repeat(101) } }, 'trial.study'],
    ['an empty study', { trial: { study: ' ' } }, 'trial.study'],
    ['the study *, which stands for all studies', { trial: { study: ' * ' } }, 'trial.study'],
    ['a code version of 100 characters', { trial: { ...TRIAL, codeVersion: 'x'.repeat(100) } }],
    ['a code version of 101 characters', { trial: { codeVersion: 'x'.repeat(101) } }, 'trial.codeVersion'],
    ['an empty code version', { trial: { codeVersion: '' } }, 'trial.codeVersion'],
    ['an unknown sample', { trial: { sample: 'both' } }, 'trial.sample'],
    ['64 parameters', { trial: { ...TRIAL, parameters: parametersNamed(64) } }],
    ['65 parameters', { trial: { parameters: parametersNamed(65) } }, 'trial.parameters'],
    [
      'a parameter with a name of 64 characters',
      { trial: { ...TRIAL, parameters: { [`a${'Z'.repeat(63)}`]: -1.5 } } },
    ],
    [
      'a parameter with a name of 65 characters',
      { trial: { parameters: { ['x'.repeat(65)]: 1 } } },
      'trial.parameters',
    ],
    [
      'a parameter whose name has all kinds of characters',
      { trial: { ...TRIAL, parameters: { 'aZ09_.-': '' } } },
    ],
    [
      'a parameter whose name begins with a digit',
      { trial: { parameters: { '1a': 1 } } },
      'trial.parameters',
    ],
    ['an empty name', { trial: { parameters: { '': 1 } } }, 'trial.parameters'],
    [
      'a parameter that is a text of 200 characters',
      { trial: { ...TRIAL, parameters: { a: '😀'.repeat(200) } } },
    ],
    [
      'a parameter that is a text of 201 characters',
      { trial: { parameters: { a: 'x'.repeat(201) } } },
      'trial.parameters',
    ],
    ['a parameter that is a text with NUL', { trial: { parameters: { a: '\0' } } }, 'trial.parameters'],
    ['a parameter that is null', { trial: { parameters: { a: null } } }, 'trial.parameters'],
    ['a parameter that is a list', { trial: { parameters: { a: [1] } } }, 'trial.parameters'],
    ['parameters that are null', { trial: { parameters: null } }, 'trial.parameters'],
    ['labels of a try that are null', { trial: null }, 'trial'],
    ['an unknown label of a try', { trial: { x: 1 } }, 'trial.x'],
    ['a time of 0', { rangeStart: 0 }, 'rangeStart'],
    ['the last possible time', { rangeStart: null, rangeEnd: 253402300799999 }],
    ['a time after the last possible time', { rangeEnd: 253402300800000 }, 'rangeEnd'],
    ['a flag that is null', { blindMode: null }, 'blindMode'],
    ['an unknown time zone', { accountTimezone: 'Nowhere' }, 'accountTimezone'],
    ['an unknown field', { x: 1 }, 'x'],
    ['a range in the wrong order', { rangeStart: T + DAY }, 'rangeStart'],
    ['an end before the stored start', { rangeEnd: T }, 'rangeEnd'],
    ['a range moved as a whole', { rangeStart: T + 5 * DAY, rangeEnd: T + 6 * DAY }],
    ['a range without its start', { rangeStart: null, rangeEnd: 1 }],
  ];
  it.each(limits)('checks the limits of the fields: %s', async (_, changes, field = '') => {
    const session = await aWholeSession();
    const before = await recordOf(session);
    const answer = await t.call.patch(`/sessions/${session.id}`, { smoothCandles: false, ...changes });
    if (field === '') {
      expect(answer.status).toBe(200);
      expect(answer.body.session).toMatchObject(changes);
    } else {
      expectProblem(answer, 'VALIDATION_FAILED', [field]);
      expect(await recordOf(session)).toEqual(before);
    }
  });

  it('refuses every other field of a session, and recommends a copy in order to change fields that affect amounts', async () => {
    const session = await aWholeSession();
    const before = await recordOf(session);
    const changeable = new Set(Object.keys(CHANGES));
    const { tags: _, trial: __, summary: ___, ...fields } = before;
    const fixed = Object.entries(fields).filter(([name]) => !changeable.has(name));
    for (const [name, value] of fixed) {
      const answer = await t.call.patch(`/sessions/${session.id}`, { name: 'x', [name]: value });
      expectProblem(answer, 'VALIDATION_FAILED', [name]);
      const ofMoney = ['initialBalance', 'accountCurrency', 'feesConfig', 'assets'].includes(name);
      expect([name, answer.body.message]).toEqual([
        name,
        expect.stringMatching(ofMoney ? /cannot be changed.*copy/ : /cannot be changed\.$/),
      ]);
    }
    expectProblem(await t.call.patch(`/sessions/${session.id}`, { summary: {} }), 'VALIDATION_FAILED', [
      'summary',
    ]);
    expect(await recordOf(session)).toEqual(before);
  });

  it('returns 404 for anything except a session of the workspace', async () => {
    const { id } = await aSession(t.call);
    for (const one of [UNKNOWN, 'x'])
      expectProblem(await t.call.patch(`/sessions/${one}`, { name: 'x' }), 'SESSION_NOT_FOUND');
    expectProblem(await t.other.patch(`/sessions/${id}`, { name: 'x' }), 'SESSION_NOT_FOUND');
  });
});
