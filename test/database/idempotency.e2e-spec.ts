import { DataSource } from 'typeorm';
import { IdempotencyService } from '../../src/platform/idempotency/idempotency.service.js';
import { type Caller, TestApp, callerWith, startTestApp } from '../support/app.js';
import { aProject, aSession, aSessionWith, aTrade, projectInput } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
/** A second instance on the same database, with the same keys. */
let second: TestApp;
let callers: readonly [Caller, Caller];
beforeAll(async () => {
  t = await startTestApp();
  second = await startTestApp({ API_KEYS: t.environment.API_KEYS });
  callers = [t.call, callerWith(second.stranger, t.secrets.own)];
});
afterAll(async () => {
  await second.close();
  await t.close();
});

let made = 0;
const aKey = () => `key-${(made += 1)}`;

const HEADER = 'Idempotency-Key';
const post = (call: Caller, path: string, body: object, key: string) =>
  call.post(path, body).set(HEADER, key);

const projectCount = async (call = t.call): Promise<number> =>
  (await call.get('/projects').expect(200)).body.projects.length;

/** Counts the rows that requests with an Idempotency-Key can create, and the stored keys. */
async function counts(): Promise<unknown> {
  const workspace = '(SELECT id FROM workspaces WHERE name = $1)';
  const { configuredKeys } = t.environment;
  const tables = ['projects', 'sessions', 'trades', 'idempotency_keys'];
  return Promise.all(
    tables.map((table) =>
      t.app
        .get(DataSource)
        .query(`SELECT count(*)::int FROM ${table} WHERE workspace_id = ${workspace}`, [
          configuredKeys[0]!.workspace,
        ]),
    ),
  );
}

/** A request that creates something each time it is sent without a key. */
const CREATIONS: [route: string, prepare: () => Promise<[path: string, body: object]>][] = [
  ['POST /projects', async () => ['/projects', projectInput()]],
  [
    'POST /sessions',
    async () => ['/sessions', { projectId: (await aProject(t.call)).id, name: 'Run', initialBalance: 1000 }],
  ],
  [
    'POST /sessions/{id}/copy',
    async () => [`/sessions/${(await aSessionWith(t.call, [aTrade()])).id}/copy`, {}],
  ],
];

describe.each(CREATIONS)('%s', (_, prepare) => {
  it('returns the first response again for the same key, from every instance of the service', async () => {
    const [path, body] = await prepare();
    const key = aKey();
    const first = await post(t.call, path, body, key).expect(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    for (const call of callers) {
      const again = await post(call, path, body, key).expect(201);
      expect(again.text).toBe(first.text);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.headers['content-type']).toBe(first.headers['content-type']);
    }
    const other = await post(t.call, path, body, aKey()).expect(201);
    expect(other.text).not.toBe(first.text);
    expect((await t.call.post(path, body).expect(201)).text).not.toBe(first.text);
  });

  it('creates only one resource if ten requests with one key arrive at once', async () => {
    const [path, body] = await prepare();
    const key = aKey();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (__, i) => post(callers[i % 2]!, path, body, key).expect(201)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] !== 'true')).toHaveLength(1);
  });

  it.each([
    ['129 characters', 'x'.repeat(129)],
    ['an empty key', ''],
    ['empty quotes', '""'],
    ['a character that is not ASCII', 'é'],
    ['a tab', 'a\tb'],
  ])('refuses %s as a key, names the header in the error, and creates nothing', async (__, key) => {
    const [path, body] = await prepare();
    const before = await counts();
    expectProblem(await post(t.call, path, body, key), 'VALIDATION_FAILED', [HEADER]);
    expect(await counts()).toEqual(before);
    await post(t.call, path, body, aKey()).expect(201);
    expect(await counts()).not.toEqual(before);
  });
});

describe('an Idempotency-Key', () => {
  it.each([
    ['x', '"x"'],
    ['y'.repeat(128), `"${'y'.repeat(128)}"`],
    ['a b,c;d="e"', '"a b,c;d="e""'],
    ['"', '"""'],
  ])('is the same key with and without quotes: %s', async (plain, quoted) => {
    const first = await post(t.call, '/projects', projectInput(), plain).expect(201);
    expect((await post(t.call, '/projects', projectInput(), quoted).expect(201)).text).toBe(first.text);
  });

  it('is refused if a request contains it twice', async () => {
    const request = t.call.post('/projects', projectInput()).set(HEADER, ['a', 'b'] as never);
    expectProblem(await request, 'VALIDATION_FAILED', [HEADER]);
  });

  it('gets the first response again if only the order or the notation of the body differs', async () => {
    const key = aKey();
    const { name, symbol, timeframe } = projectInput();
    const first = await post(t.call, '/projects', { name, symbol, timeframe }, key).expect(201);
    const again = await post(t.call, '/projects', { timeframe, symbol, name }, key).expect(201);
    expect(again.text).toBe(first.text);
  });

  it('is refused with another body or path', async () => {
    const key = aKey();
    const first = await post(t.call, '/projects', projectInput(), key).expect(201);
    const before = await projectCount();
    for (const fields of [{ name: 'Other' }, { name: ' Breakout' }, { symbol: 'btcusdt' }]) {
      const refused = await post(t.call, '/projects', projectInput(fields), key);
      expectProblem(refused, 'IDEMPOTENCY_KEY_REUSED');
      expect(refused.headers['idempotent-replayed']).toBeUndefined();
    }
    const session = await aSession(t.call, { projectId: first.body.project.id });
    const copy = await post(t.call, `/sessions/${session.id}/copy`, projectInput(), key);
    expectProblem(copy, 'VALIDATION_FAILED', ['symbol', 'timeframe']);
    expectProblem(await post(t.call, `/sessions/${session.id}/copy`, {}, key), 'IDEMPOTENCY_KEY_REUSED');
    expect(await projectCount()).toBe(before);
    expect((await post(t.call, '/projects', projectInput(), key).expect(201)).text).toBe(first.text);
  });

  it('is refused for a copy of another session', async () => {
    const [one, other] = [await aSession(t.call), await aSession(t.call)];
    const key = aKey();
    await post(t.call, `/sessions/${one.id}/copy`, {}, key).expect(201);
    expectProblem(await post(t.call, `/sessions/${other.id}/copy`, {}, key), 'IDEMPOTENCY_KEY_REUSED');
  });

  it('can be used again after a failed request, which stores nothing', async () => {
    const key = aKey();
    const { id: projectId } = await aProject(t.call);
    const body = { name: 'Run', initialBalance: 1000 };
    expectProblem(await post(t.call, '/sessions', { ...body, projectId: 'x' }, key), 'PROJECT_NOT_FOUND');
    expectProblem(await post(t.call, '/sessions', body, key), 'VALIDATION_FAILED', ['projectId']);
    const { body: answer, headers } = await post(t.call, '/sessions', { ...body, projectId }, key).expect(
      201,
    );
    expect(answer.session.projectId).toBe(projectId);
    expect(headers['idempotent-replayed']).toBeUndefined();
  });

  it('has no effect in other workspaces', async () => {
    const key = aKey();
    const mine = await post(t.call, '/projects', projectInput(), key).expect(201);
    const theirs = await post(t.other, '/projects', projectInput({ name: 'Other' }), key).expect(201);
    expect(theirs.body.project.id).not.toBe(mine.body.project.id);
    expect(await projectCount(t.other)).toBe(1);
  });

  it('gets the same response until it expires, even if the project has changed', async () => {
    const key = aKey();
    const first = await post(t.call, '/projects', projectInput(), key).expect(201);
    const database = t.app.get(DataSource);
    const expire = (atMs: number) =>
      database.query('UPDATE idempotency_keys SET expires_at = $1 WHERE key = $2', [atMs, key]);
    const [{ lifetime }] = await database.query(
      'SELECT expires_at - created_at AS lifetime FROM idempotency_keys WHERE key = $1',
      [key],
    );
    expect(lifetime).toBe(24 * 3_600_000);
    await expire(Date.now() + 60_000);
    expect((await post(t.call, '/projects', projectInput(), key)).text).toBe(first.text);
    await expire(Date.now());
    const other = await post(t.call, '/projects', projectInput({ name: 'Other' }), key).expect(201);
    expect(other.body.project.name).toBe('Other');
    expect((await post(t.call, '/projects', projectInput({ name: 'Other' }), key)).text).toBe(other.text);
  });

  it('is removed from the database after it has expired, while other keys are kept', async () => {
    const [old, valid] = [aKey(), aKey()];
    for (const key of [old, valid]) await post(t.call, '/projects', projectInput(), key).expect(201);
    const database = t.app.get(DataSource);
    await database.query('UPDATE idempotency_keys SET expires_at = 1 WHERE key = $1', [old]);
    await t.app.get(IdempotencyService).sweep();
    const left = await database.query<{ key: string }[]>(
      'SELECT key FROM idempotency_keys WHERE key IN ($1, $2)',
      [old, valid],
    );
    expect(left).toEqual([{ key: valid }]);
  });

  it('still gets the stored response after a restart', async () => {
    const key = aKey();
    const first = await post(t.call, '/projects', projectInput(), key).expect(201);
    const restarted = await startTestApp({ API_KEYS: t.environment.API_KEYS });
    try {
      const call = callerWith(restarted.stranger, t.secrets.own);
      expect((await post(call, '/projects', projectInput(), key).expect(201)).text).toBe(first.text);
    } finally {
      await restarted.close();
    }
  });

  it('has no effect on other routes', async () => {
    const session = await aSession(t.call);
    const key = aKey();
    for (const trades of [[aTrade()], [aTrade()]])
      await post(t.call, `/sessions/${session.id}/trades`, { trades }, key).expect(201);
  });
});
