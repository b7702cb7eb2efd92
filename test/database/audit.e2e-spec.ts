import { Workspace } from '../../src/platform/auth/workspace.entity.js';
import { minutesText, sendCandles } from '../support/candle-imports.js';
import { DataSource } from 'typeorm';
import { AuditRetentionService } from '../../src/platform/audit/audit-retention.service.js';
import { ACTIONS, type Action } from '../../src/platform/audit/actions.js';
import type { AuditEntryDto } from '../../src/platform/admin/audit.dto.js';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import { SCOPES, type Scope } from '../../src/platform/auth/principal.js';
import { type Caller, type TestApp, callerWith, startTestApp } from '../support/app.js';
import { DAY, type Answered, aProject, aSession, aSessionWith, aTrade, everySessionField, ingest, projectInput } from '../support/factories.js'; // prettier-ignore
import { type OwnDatabase, anOwnDatabase } from '../support/own-database.js';
import { expectProblem } from '../support/problems.js';

const DRAWABLE = { randomSourceStart: 1_600_000_000_000, randomSourceEnd: 1_600_100_000_000 };

let t: TestApp;
let own: OwnDatabase;
/** Keeps all entries, in a database of its own, because other apps remove old entries from the shared database. */
let forever: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  own = await anOwnDatabase();
  forever = await startTestApp({ AUDIT_RETENTION_DAYS: '0' }, own.address);
});
afterAll(async () => {
  await t.close();
  await forever.close();
  await own.remove();
});

type Entry = Answered<AuditEntryDto>;

/**
 * The actions that a request over HTTP adds to the log at once. The other actions are those of commands, which change
 * whole workspaces and quotas, and refused keys, which the service stores once per minute.
 */
type OverHttp = Exclude<Action, `workspace.${string}` | 'quotas.set' | 'key.refuse'>;

async function entries(call: Caller, query = ''): Promise<Entry[]> {
  return (await call.get(`/audit?count=500${query}`).expect(200)).body.entries;
}

/**
 * A caller with a stored key of a workspace that no other test uses. The audit log contains the creation of the key.
 */
async function newcomer(
  scopes: readonly Scope[] = SCOPES,
  { app, stranger }: TestApp = t,
): Promise<{ call: Caller; keyId: string }> {
  const name = `audit-${Math.random().toString(36).slice(2)}`;
  const { key, secret } = await app
    .get(KeysService)
    .create({ name, workspace: name, scopes, expiresAt: null });
  return { call: callerWith(stranger, secret), keyId: key.id };
}

const CSV = 'side,qty,entryTime,entryPrice,exitTime,exitPrice\n';
const CSV_ROWS = ['long,1,1700000000000,1,1700000000000,2\n', 'long,2,1700000000000,1,1700000000000,2\n'];

const importFile = (call: Caller, id: string, rows = CSV_ROWS) =>
  call
    .post(`/sessions/${id}/trades/import`)
    .set('content-type', 'text/csv')
    .send(CSV + rows.join(''));

/** Returns the content of an entry, except its author, time and address. */
const said = ({ action, resource, count }: Entry) => ({ action, ...resource, count });

describe('a change', () => {
  interface Changed {
    readonly type: string;
    readonly id: string;
    readonly tradeId?: string;
    readonly count?: number;
  }
  type Act = (call: Caller) => Promise<Changed>;

  const aStoredTrade = async (call: Caller) => {
    const { id } = await aSession(call);
    const [trade] = (await ingest(call, { id }, [aTrade()])).trades;
    return { id, tradeId: trade!.id, path: `/sessions/${id}/trades/${trade!.id}` };
  };
  const ofSession = (id: string, rest: object = {}): Changed => ({ type: 'session', id, ...rest });

  const CHANGES: Readonly<Record<string, Act>> = {
    'project.create': async (call) => ({ type: 'project', id: (await aProject(call)).id }),
    'project.edit': async (call) => {
      const { id } = await aProject(call);
      await call.patch(`/projects/${id}`, { name: 'Renamed' }).expect(200);
      await call.patch(`/projects/${id}`, { name: 'Renamed' }).expect(200);
      return { type: 'project', id };
    },
    'project.delete': async (call) => {
      const { id } = await aProject(call);
      await call.delete(`/projects/${id}`).expect(204);
      await call.delete(`/projects/${id}`).expect(404);
      return { type: 'project', id };
    },
    'session.create': async (call) => ofSession((await aSession(call)).id),
    'session.edit': async (call) => {
      const { id } = await aSession(call);
      await call.patch(`/sessions/${id}`, { tags: ['a'] }).expect(200);
      await call.patch(`/sessions/${id}`, { tags: ['a'] }).expect(200);
      return ofSession(id);
    },
    'session.finish': async (call) => {
      const { id } = await aSession(call);
      await call.post(`/sessions/${id}/finish`).expect(200);
      await call.post(`/sessions/${id}/finish`).expect(200);
      return ofSession(id);
    },
    'session.draw': async (call) => {
      const { id } = await aSession(call, DRAWABLE);
      await call.post(`/sessions/${id}/draw`, { length: 60_000 }).expect(200);
      return ofSession(id);
    },
    'session.copy': async (call) => {
      const { id } = await aSessionWith(call, [aTrade(), aTrade()]);
      const { body } = await call.post(`/sessions/${id}/copy`).expect(201);
      return ofSession(body.session.id, { count: 2 });
    },
    'session.delete': async (call) => {
      const { id } = await aSessionWith(call, [aTrade(), aTrade()]);
      await call.delete(`/sessions/${id}`).expect(204);
      await call.delete(`/sessions/${id}`).expect(404);
      return ofSession(id, { count: 2 });
    },
    'state.put': async (call) => {
      const { id } = await aSession(call);
      await call.put(`/sessions/${id}/state`, { state: {} }).expect(200);
      await call.put(`/sessions/${id}/state`, { state: {} }).set('if-none-match', '*').expect(412);
      return ofSession(id);
    },
    'trades.ingest': async (call) => {
      const session = await aSession(call);
      const trades = [aTrade(), aTrade(), aTrade()];
      await ingest(call, session, trades);
      await ingest(call, session, trades);
      return ofSession(session.id, { count: 3 });
    },
    'trades.import': async (call) => {
      const { id } = await aSession(call);
      await importFile(call, id).expect(201);
      await importFile(call, id).expect(201);
      await importFile(call, id, [...CSV_ROWS, 'x\n']).expect(400);
      return ofSession(id, { count: 2 });
    },
    'trades.delete': async (call) => {
      const { id } = await aSessionWith(call, [aTrade(), aTrade()]);
      await call.delete(`/sessions/${id}/trades`).expect(200);
      await call.delete(`/sessions/${id}/trades`).expect(200);
      return ofSession(id, { count: 2 });
    },
    'trades.rewind': async (call) => {
      const { id } = await aSessionWith(call, [aTrade(), aTrade()]);
      await call.post(`/sessions/${id}/rewind`, { to: 1 }).expect(200);
      return ofSession(id, { count: 2 });
    },
    'candles.import': async (call) => {
      const symbol = `AUDIT${Math.random().toString(36).slice(2, 8)}`.toUpperCase();
      await sendCandles(call, symbol, undefined, { preview: 'true' }).expect(200);
      await sendCandles(call, symbol).expect(201);
      await sendCandles(call, symbol).expect(200);
      await sendCandles(call, symbol, 'x').expect(400);
      await sendCandles(call, symbol, minutesText(0, 3, 1)).expect(409);
      const { workspace: name } = (await call.get('/me').expect(200)).body as { workspace: string };
      const { id } = await t.app.get(DataSource).getRepository(Workspace).findOneByOrFail({ name });
      return { type: 'workspace', id, count: 3 };
    },
    'trade.edit': async (call) => {
      const { id, tradeId, path } = await aStoredTrade(call);
      await call.patch(path, { qty: 2, note: 'A secret of mine' }).expect(200);
      await call.patch(path, { qty: 2 }).expect(200);
      return ofSession(id, { tradeId });
    },
    'trade.delete': async (call) => {
      const { id, tradeId, path } = await aStoredTrade(call);
      await call.delete(path).expect(204);
      await call.delete(path).expect(404);
      return ofSession(id, { tradeId });
    },
  };

  it.each(Object.entries(CHANGES))(
    'adds exactly one audit entry, and a repetition of its request adds no entry: %s',
    async (action, act) => {
      const { call, keyId } = await newcomer();
      const start = Date.now();
      const { type, id, tradeId = null, count = null } = await act(call);
      const found = await entries(call, `&action=${action}`);
      expect(found).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          time: expect.any(Number),
          actor: { kind: 'key', id: keyId },
          action,
          resource: { type, id, tradeId },
          count,
          address: expect.stringMatching(/127\.0\.0\.1$/),
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      ]);
      expect(found[0]!.time).toBeGreaterThanOrEqual(start);
      expect(found[0]!.time).toBeLessThanOrEqual(Date.now());
      expect(JSON.stringify(await entries(call))).not.toContain('secret');
    },
  );

  it('is tested in this file or in a named file for every action of the audit log', () => {
    // Other tests cover these actions: changes of keys are tested below, and whole workspaces beside their commands.
    const elsewhere = ['key.create', 'key.rotate', 'key.revoke', 'workspace.import', 'workspace.erase'];
    // These actions are tested in audit-exports.e2e-spec.ts.
    const others = ['trades.export', 'session.report', 'workspace.export', 'quotas.set', 'key.refuse'];
    expect([...Object.keys(CHANGES), ...elsewhere, ...others].toSorted()).toEqual(ACTIONS.toSorted());
  });

  it('is recorded in the audit log with the id of its request', async () => {
    const { call } = await newcomer();
    await call.post('/projects', projectInput()).set('x-request-id', 'my.request').expect(201);
    expect((await entries(call))[0]!.requestId).toBe('my.request');
  });

  it('is recorded with the name of the configured key that made the change', async () => {
    await aProject(t.other);
    expect((await entries(t.other))[0]!.actor).toEqual({ kind: 'key', id: 'configured:other' });
  });

  it('of a key has an entry without address and request id if a command made the change', async () => {
    const { call, keyId } = await newcomer();
    const keys = t.app.get(KeysService);
    const old = (await keys.find(keyId))!;
    const { key } = await keys.rotate(old, 60_000);
    await keys.revoke(key);
    await keys.revoke(key);
    const found = await entries(call);
    expect(found.map(said)).toEqual([
      { action: 'key.revoke', type: 'key', id: key.id, tradeId: null, count: null },
      { action: 'key.create', type: 'key', id: key.id, tradeId: null, count: null },
      { action: 'key.rotate', type: 'key', id: keyId, tradeId: null, count: null },
      { action: 'key.create', type: 'key', id: keyId, tradeId: null, count: null },
    ]);
    const command = { actor: { kind: 'command', id: 'cli' }, address: null, requestId: null };
    for (const entry of found) expect(entry).toMatchObject(command);
  });

  it('has no second entry if a request with the same Idempotency-Key is sent again', async () => {
    const { call } = await newcomer();
    for (let i = 0; i < 2; i += 1)
      await call.post('/projects', projectInput()).set('Idempotency-Key', 'once').expect(201);
    expect(await entries(call, '&action=project.create')).toHaveLength(1);
  });

  it('has no entry if it fails', async () => {
    const { call } = await newcomer();
    const { id, projectId } = await aSessionWith(call, [aTrade({ clientId: 'stored' })]);
    await call.post(`/sessions/${id}/finish`).expect(200);
    const before = await entries(call);
    const active = await aSessionWith(call, [aTrade({ clientId: 'stored' })], { projectId });
    const between = await entries(call);
    expect(between.length).toBe(before.length + 2);
    const path = `/sessions/${id}`;
    for (const [request, status] of [
      [call.post(`${path}/trades`, { trades: [aTrade()] }), 409],
      [
        call.post(`/sessions/${active.id}/trades`, {
          trades: [aTrade(), aTrade({ clientId: 'stored', qty: 3 })],
        }),
        409,
      ],
      [call.delete(`${path}/trades`), 409],
      [call.delete(`/projects/${projectId}`), 409],
      [call.patch(path, { name: '' }), 400],
      [call.post('/projects', {}), 400],
      [call.post('/sessions', { projectId: 'x', name: 'x', initialBalance: 1000 }), 404],
      [call.post(`${path}/copy`, { assets: [{ symbol: 'OTHER' }] }), 400],
      [importFile(call, id), 409],
    ] as const)
      expect((await request).status).toBe(status);
    expect(await entries(call)).toEqual(between);
  });

  it('has an entry of its own beside concurrent changes, but only one entry if its request arrives several times at once', async () => {
    const { call } = await newcomer();
    const session = await aSession(call);
    const shared = [aTrade(), aTrade()];
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => ingest(call, session, i < 6 ? shared : [aTrade()])),
    );
    await Promise.all([1, 2, 3].map(() => call.post(`/sessions/${session.id}/finish`).expect(200)));
    const ingested = await entries(call, '&action=trades.ingest');
    expect(ingested.map(({ count }) => count).toSorted((a, b) => a! - b!)).toEqual([1, 1, 1, 1, 1, 1, 2]);
    expect(await entries(call, '&action=session.finish')).toHaveLength(1);
  });
});

describe('GET /audit', () => {
  it('returns each entry once over all pages, newest first', async () => {
    const { call } = await newcomer();
    for (let i = 0; i < 6; i += 1) await aProject(call);
    const all = await entries(call);
    expect(all.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 6 }, () => 'project.create'),
      'key.create',
    ]);
    const paged: Entry[] = [];
    let cursor = '';
    do {
      const { body } = await call.get(`/audit?count=2${cursor}`).expect(200);
      paged.push(...body.entries);
      cursor = body.nextCursor && `&cursor=${body.nextCursor}`;
      // This adds an entry before the first page.
      await aProject(call);
    } while (cursor);
    expect(paged).toEqual(all);
  });

  it('finds entries by time, action, resource and author', async () => {
    const { call, keyId } = await newcomer();
    const session = await aSessionWith(call, [aTrade()]);
    const { id: other } = await aProject(call);
    await call.patch(`/projects/${other}`, { name: 'x' }).expect(200);
    const actions = async (query: string) => (await entries(call, query)).map(({ action }) => action);
    expect(await actions(`&resourceId=${session.id}`)).toEqual(['trades.ingest', 'session.create']);
    expect(await actions(`&resourceId=${other}&action=project.edit`)).toEqual(['project.edit']);
    expect(await actions('&resourceId=x')).toEqual([]);
    const [edit] = (await entries(call, '&action=project.edit')) as [Entry];
    expect(await actions(`&from=${edit.time}`)).toContain('project.edit');
    expect(await actions(`&from=${edit.time + 1}`)).toEqual([]);
    expect(await actions(`&to=${edit.time}`)).not.toContain('project.edit');
    expect(await actions(`&to=${edit.time + 1}`)).toContain('project.edit');
    const { body } = await call.post('/keys', { name: 'second' }).expect(201);
    await aProject(callerWith(t.stranger, body.secret));
    expect(await actions(`&actor=${body.key.id}`)).toEqual(['project.create']);
    expect(await actions(`&actor=${keyId}&resourceId=${session.id}`)).toHaveLength(2);
    expect(await actions(`&actor=${keyId}&resourceId=${body.key.id}`)).toEqual(['key.create']);
    expect(await actions('&actor=cli')).toEqual(['key.create']);
    expect(await actions('&actor=nobody')).toEqual([]);
  });

  it('refuses a cursor made with different filters, and refuses unknown filters', async () => {
    const { call } = await newcomer();
    await aProject(call);
    const { body } = await call.get('/audit?count=1').expect(200);
    const path = `/audit?cursor=${body.nextCursor}`;
    expectProblem(await call.get(`${path}&action=project.create`), 'VALIDATION_FAILED', ['cursor']);
    expectProblem(await call.get(`${path}&actor=x`), 'VALIDATION_FAILED', ['cursor']);
    await call.get(`/audit?actor=${'x'.repeat(255)}`).expect(200);
    for (const [query, field] of [
      ['action=project.destroy', 'action'],
      ['from=x', 'from'],
      ['to=0', 'to'],
      ['count=501', 'count'],
      ['actor=', 'actor'],
      [`actor=${'x'.repeat(256)}`, 'actor'],
      ['actor=x&actor=y', 'actor'],
      ['format=xml', 'format'],
      ['subject=x', 'subject'],
    ])
      expectProblem(await call.get(`/audit?${query}`), 'VALIDATION_FAILED', [field!]);
  });

  it('requires the scope admin or audit', async () => {
    expectProblem(await (await newcomer(['read', 'write', 'delete'])).call.get('/audit'), 'FORBIDDEN');
    for (const scope of ['admin', 'audit'] as const)
      expect(await entries((await newcomer([scope])).call)).toHaveLength(1);
  });

  it("returns only entries of the caller's workspace", async () => {
    const [mine, theirs] = [await newcomer(), await newcomer()];
    const { id } = await aProject(theirs.call);
    await aProject(mine.call);
    expect(await entries(mine.call, `&resourceId=${id}`)).toEqual([]);
    expect(await entries(theirs.call, `&resourceId=${id}`)).toHaveLength(1);
    const { body } = await theirs.call.get('/audit?count=1').expect(200);
    const page = await mine.call.get(`/audit?cursor=${body.nextCursor}`).expect(200);
    for (const { actor } of page.body.entries) expect(actor.id).not.toBe(theirs.keyId);
  });
});

describe('entries older than AUDIT_RETENTION_DAYS', () => {
  /** Changes the time of the newest entry. */
  async function age({ app }: TestApp, call: Caller, days: number): Promise<void> {
    const [{ id }] = (await entries(call)) as [Entry];
    const time = Math.round(Date.now() - days * DAY);
    await app.get(DataSource).query('UPDATE audit_entries SET time = $2 WHERE id = $1', [id, time]);
  }

  it('are removed, however many there are, and newer entries are kept', async () => {
    const { call, keyId } = await newcomer();
    await aProject(call);
    await age(t, call, 400.5);
    await aProject(call);
    await age(t, call, 399.5);
    await t.app.get(DataSource).query(
      `INSERT INTO audit_entries (workspace_id, id, time, actor_kind, actor, action, resource_type, resource_id)
       SELECT workspace_id, gen_random_uuid(), i, 'key', '', 'project.edit', 'project', id
       FROM api_keys, generate_series(1, 2500) i WHERE id = $1`,
      [keyId],
    );
    await t.app.get(AuditRetentionService).sweep();
    expect((await entries(call)).map(({ action }) => action)).toEqual(['key.create', 'project.create']);
  });

  it('are kept forever if the setting is 0', async () => {
    const { call } = await newcomer(SCOPES, forever);
    await age(forever, call, 4000);
    await forever.app.get(AuditRetentionService).sweep();
    expect(await entries(call)).toHaveLength(1);
  });
});

describe('a transaction that fails at its end', () => {
  /** Returns everything that a change can affect, as stored. */
  async function stored(): Promise<unknown[]> {
    const tables = [
      'projects',
      'sessions',
      'session_assets',
      'session_states',
      'session_imports',
      'trades',
      'api_keys',
      'audit_entries',
    ];
    const rows = tables.map((table) => `SELECT to_jsonb(t) - 'last_used_at' AS row FROM ${table} t`);
    return forever.app.get(DataSource).query(`SELECT row FROM (${rows.join(' UNION ALL ')}) r ORDER BY row`);
  }

  it('stores neither the change nor its audit entry for any action, and gets a 500 instead of a file for an export', async () => {
    const { call } = forever;
    const database = forever.app.get(DataSource);
    const empty = await aProject(call);
    const session = await aSession(call);
    const drawable = await aSession(call, DRAWABLE);
    const trade = (await ingest(call, session, [aTrade()])).trades[0]!;
    const key = (await call.post('/keys', { name: 'laptop' }).expect(201)).body.key;
    const path = `/sessions/${session.id}`;
    const requests: Readonly<Record<OverHttp, () => PromiseLike<{ readonly status: number }>>> = {
      'project.create': () => call.post('/projects', projectInput()),
      'project.edit': () => call.patch(`/projects/${empty.id}`, { name: 'Renamed' }),
      'project.delete': () => call.delete(`/projects/${empty.id}`),
      'session.create': () => call.post('/sessions', everySessionField(empty.id)),
      'session.edit': () => call.patch(path, { tags: ['a'] }),
      'session.finish': () => call.post(`${path}/finish`),
      'session.copy': () => call.post(`${path}/copy`),
      'session.draw': () => call.post(`/sessions/${drawable.id}/draw`, { length: 60_000 }),
      'session.delete': () => call.delete(path),
      'state.put': () => call.put(`${path}/state`, { state: {} }),
      'trades.ingest': () => call.post(`${path}/trades`, { trades: [aTrade()] }),
      'trades.import': () => importFile(call, session.id),
      'trades.delete': () => call.delete(`${path}/trades`),
      'trades.rewind': () => call.post(`${path}/rewind`, { to: 1 }),
      'trades.export': () => call.get(`${path}/trades/export`),
      'session.report': () => call.get(`${path}/report`),
      'trade.edit': () => call.patch(`${path}/trades/${trade.id}`, { qty: 2 }),
      'trade.delete': () => call.delete(`${path}/trades/${trade.id}`),
      'candles.import': () => sendCandles(call, 'FAILED'),
      'key.create': () => call.post('/keys', { name: 'other' }),
      'key.rotate': () => call.post(`/keys/${key.id}/rotate`),
      'key.revoke': () => call.post(`/keys/${key.id}/revoke`),
    };
    const before = await stored();
    await database.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`,
    );
    await database.query(
      `CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON audit_entries DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION fail()`,
    );
    for (const [action, request] of Object.entries(requests)) {
      expect([action, (await request()).status]).toEqual([action, 500]);
      expect([action, await stored()]).toEqual([action, before]);
    }
    await database.query('DROP TRIGGER fail ON audit_entries');
    for (const request of [requests['session.edit'], requests['key.rotate'], requests['session.delete']])
      expect((await request()).status).toBeLessThan(300);
  });
});
