import Papa from 'papaparse';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { AuditEntryDto } from '../../src/platform/admin/audit.dto.js';
import { AUDIT_COLUMNS } from '../../src/platform/admin/audit-csv.js';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import { SCOPES, type Scope } from '../../src/platform/auth/principal.js';
import { type RefusedKey, RefusedKeys } from '../../src/platform/auth/refused-keys.js';
import { WorkspaceQuotas } from '../../src/platform/auth/workspace-quotas.js';
import { recordExport } from '../../src/cli/workspace/export-workspace.js';
import { type Caller, type TestApp, callerWith, startTestApp } from '../support/app.js';
import {
  type Answered,
  aProject,
  aSession,
  aSessionWith,
  aSymbol,
  aTrade,
  ingest,
} from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { until } from '../support/until.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Entry = Answered<AuditEntryDto>;

interface Newcomer {
  readonly call: Caller;
  readonly secret: string;
  readonly key: RefusedKey;
  readonly workspace: string;
}

/** Creates a stored key and returns its caller. The workspace is new unless a workspace is named. */
async function newcomer(
  scopes: readonly Scope[] = SCOPES,
  workspace = `w-${randomUUID()}`,
): Promise<Newcomer> {
  const wanted = { name: 'newcomer', workspace, scopes, expiresAt: null };
  const { key, secret } = await t.app.get(KeysService).create(wanted);
  const { id: keyId, workspaceId } = key;
  return { call: callerWith(t.stranger, secret), secret, key: { keyId, workspaceId }, workspace };
}

const entries = async (call: Caller, query = ''): Promise<Entry[]> =>
  (await call.get(`/audit?count=500${query}`).expect(200)).body.entries;

const head = ({ secret }: Newcomer, path: string) => t.stranger.head(path).set('x-api-key', secret);

describe('an export of trades', () => {
  it.each(['csv', 'ndjson', 'parquet'])(
    'in the format %s has one audit entry with the number of its trades',
    async (format) => {
      const { call, key } = await newcomer();
      const { id } = await aSessionWith(call, [aTrade(), aTrade(), aTrade()]);
      const path = `/sessions/${id}/trades/export?format=${format}`;
      await call.get(path).set('x-request-id', 'my.export').expect(200);
      const exported = await entries(call, '&action=trades.export');
      expect(exported).toEqual([
        {
          id: expect.any(String),
          time: expect.any(Number),
          actor: { kind: 'key', id: key.keyId },
          action: 'trades.export',
          resource: { type: 'session', id, tradeId: null },
          count: 3,
          address: expect.stringMatching(/127\.0\.0\.1$/),
          requestId: 'my.export',
        },
      ]);
      await call.get(path).expect(200);
      expect(await entries(call, `&action=trades.export&resourceId=${id}`)).toHaveLength(2);
    },
  );

  it('has an audit entry with the count 0 if the session has no trades', async () => {
    const { call } = await newcomer();
    await call.get(`/sessions/${(await aSession(call)).id}/trades/export`).expect(200);
    expect(await entries(call, '&action=trades.export')).toMatchObject([{ count: 0 }]);
  });

  it('has no audit entry if the request is a HEAD, has a wrong parameter, or is for an unknown or foreign session', async () => {
    const someone = await newcomer();
    const { call } = someone;
    const { id } = await aSessionWith(call, [aTrade()]);
    const stranger = await newcomer();
    await head(someone, `/sessions/${id}/trades/export`).expect(200);
    await call.get(`/sessions/${id}/trades/export?format=xlsx`).expect(400);
    await call.get(`/sessions/${randomUUID()}/trades/export`).expect(404);
    expectProblem(await stranger.call.get(`/sessions/${id}/trades/export`), 'SESSION_NOT_FOUND');
    for (const each of [call, stranger.call])
      expect(await entries(each, '&action=trades.export')).toEqual([]);
  });
});

describe('a report', () => {
  it('has one audit entry if it is sent, but no entry if the response is a 304, the request is a HEAD, or the session is foreign', async () => {
    const someone = await newcomer();
    const { call } = someone;
    // No other test stores candles for this symbol. Candles would change the ETag.
    const { id } = await aSession(call, { assets: [{ symbol: aSymbol() }] });
    const path = `/sessions/${id}/report`;
    const { headers } = await call.get(path).expect(200);
    const reported = () => entries(call, '&action=session.report');
    expect((await reported()).map(({ resource, count }) => [resource, count])).toEqual([
      [{ type: 'session', id, tradeId: null }, null],
    ]);
    await call.get(path).set('if-none-match', headers['etag']!).expect(304);
    await head(someone, path).expect(200);
    const stranger = await newcomer();
    expectProblem(await stranger.call.get(path), 'SESSION_NOT_FOUND');
    expect(await reported()).toHaveLength(1);
    expect(await entries(stranger.call, '&action=session.report')).toEqual([]);
  });
});

describe('a command', () => {
  it('has an audit entry if it changes a quota, but no entry if the quota already had the given value', async () => {
    const { call, workspace, key } = await newcomer();
    const quotas = t.app.get(WorkspaceQuotas);
    await quotas.set(workspace, { sessions: 5, trades: 10 });
    await quotas.set(workspace, { sessions: 5 });
    await quotas.set(workspace, {});
    expect(await quotas.set('no-such-workspace', { sessions: 5 })).toBeNull();
    expect(await quotas.set(workspace, { sessions: null })).toMatchObject({ sessions: null, trades: 10 });
    const resource = { type: 'workspace', id: key.workspaceId, tradeId: null };
    const actor = { kind: 'command', id: 'cli' };
    const changed = { action: 'quotas.set', actor, resource, count: null, address: null, requestId: null };
    expect(await entries(call, '&actor=cli&action=quotas.set')).toMatchObject([changed, changed]);
  });

  it('that exports a workspace has an audit entry with the number of rows', async () => {
    const { call, workspace, key } = await newcomer();
    await recordExport(t.app.get(DataSource), workspace, { projects: 2, trades: 40 });
    expect(await entries(call, '&action=workspace.export')).toMatchObject([
      {
        actor: { kind: 'command', id: 'cli' },
        resource: { type: 'workspace', id: key.workspaceId },
        count: 42,
      },
    ]);
  });
});

describe('a refused key', () => {
  const store = async () => {
    for (const instance of t.instances) await instance.get(RefusedKeys).store();
  };
  const refusals = (call: Caller, query = '') => entries(call, `&action=key.refuse${query}`);

  async function revoked() {
    const owner = await newcomer();
    const { body } = await owner.call.post('/keys', { name: 'old' }).expect(201);
    await owner.call.post(`/keys/${body.key.id}/revoke`).expect(200);
    return { owner, id: body.key.id as string, call: callerWith(t.stranger, body.secret) };
  }

  it('has an entry in the audit log of its workspace for each address, with the number of requests, if it was revoked', async () => {
    const { owner, id, call } = await revoked();
    await call.get('/projects').set('x-request-id', 'first').expect(401);
    await call.post('/projects', {}).expect(401);
    await call.delete(`/projects/${id}`).expect(401);
    expect(await refusals(owner.call)).toEqual([]);
    await store();
    await store();
    const found = await refusals(owner.call);
    expect(found.reduce((sum, { count }) => sum + count!, 0)).toBe(3);
    expect(found).toHaveLength(t.instances.length === 1 ? 1 : found.length);
    expect(found.map(({ requestId }) => requestId)).toContain('first');
    for (const entry of found)
      expect(entry).toMatchObject({
        actor: { kind: 'key', id },
        action: 'key.refuse',
        resource: { type: 'key', id, tradeId: null },
        address: expect.stringMatching(/127\.0\.0\.1$/),
      });
    expect(await refusals(owner.call, `&actor=${id}`)).toHaveLength(found.length);
    expect(await refusals((await newcomer()).call)).toEqual([]);
  });

  it('has an entry in the audit log of its workspace if it has expired', async () => {
    const owner = await newcomer();
    const { body } = await owner.call.post('/keys', { name: 'a' }).expect(201);
    await t.app
      .get(DataSource)
      .query('UPDATE api_keys SET expires_at = 1 WHERE id = $1 AND workspace_id = $2', [
        body.key.id,
        owner.key.workspaceId,
      ]);
    await callerWith(t.stranger, body.secret).get('/projects').expect(401);
    await store();
    expect(await refusals(owner.call)).toMatchObject([{ resource: { id: body.key.id }, count: 1 }]);
  });

  it('has an entry in the audit log of the workspace "default" if no workspace has this key; the entry contains no part of it', async () => {
    const { call } = await newcomer(['audit'], 'default');
    await store();
    const requestId = `unknown-${randomUUID()}`;
    const secret = `bss_${randomUUID()}`;
    await callerWith(t.stranger, secret).get('/projects').set('x-request-id', requestId).expect(401);
    for (const other of ['', 'x', `${secret}x`])
      await t.stranger.get('/projects').set('x-api-key', other).expect(401);
    await store();
    const found = await refusals(call, '&actor=key');
    const own = found.find((entry) => entry.requestId === requestId)!;
    expect(own).toMatchObject({ actor: { kind: 'unknown', id: 'key' }, resource: { type: 'workspace' } });
    expect(own.count).toBe(t.instances.length === 1 ? 4 : own.count);
    expect(JSON.stringify(found)).not.toContain(secret.slice(0, 12));
  });

  it('has an entry only if it is invalid: a valid key without the required scope and a request without a key have no entry', async () => {
    const owner = await newcomer();
    const reader = await newcomer(['read'], owner.workspace);
    expectProblem(await reader.call.post('/projects', {}), 'FORBIDDEN');
    await t.stranger.get('/projects').expect(401);
    await store();
    expect(await refusals(owner.call)).toEqual([]);
  });

  it('has one entry for each of 20 addresses, and a 21st entry that counts the requests from all further addresses', async () => {
    const { key, call } = await newcomer();
    const refused = t.app.get(RefusedKeys);
    const note = (address: number, requestId: string) =>
      refused.note({ key, credential: 'key', address: `192.0.2.${address}`, requestId });
    for (let address = 1; address <= 20; address += 1) note(address, `r${address}`);
    await refused.store();
    expect(await refusals(call)).toHaveLength(20);
    for (let i = 0; i < 300; i += 1) note(i % 100, `s${i}`);
    await refused.store();
    const found = (await refusals(call)).slice(0, 21);
    expect(found).toHaveLength(21);
    expect(new Set(found.map(({ address }) => address)).size).toBe(21);
    const { [0]: rest, length } = found.filter(({ address }) => address === null);
    expect([length, rest]).toMatchObject([1, { count: 80 * 3, requestId: null }]);
    for (const { address, count } of found) if (address !== null) expect(count).toBe(3);
    expect(await refusals(call)).toHaveLength(41);
  });

  it('has no entry in a workspace that was erased', async () => {
    const { key } = await newcomer();
    const database = t.app.get(DataSource);
    await database.query('UPDATE workspaces SET erased_at = 1 WHERE id = $1', [key.workspaceId]);
    const refused = t.app.get(RefusedKeys);
    refused.note({ key, credential: 'key', address: '192.0.2.1', requestId: null });
    await refused.store();
    const count = 'SELECT count(*) FROM audit_entries WHERE workspace_id = $1 AND action = $2';
    expect(await database.query(count, [key.workspaceId, 'key.refuse'])).toEqual([{ count: 0 }]);
  });

  it('has its entry at the latest when the service stops', async () => {
    const own = await startTestApp();
    try {
      const { owner, id } = await revoked();
      own.app.get(RefusedKeys).note({
        key: { keyId: id, workspaceId: owner.key.workspaceId },
        credential: 'key',
        address: '192.0.2.9',
        requestId: null,
      });
      await own.close();
      await until(async () => (await refusals(owner.call)).length === 1, 100);
    } finally {
      await own.close().catch(() => undefined);
    }
  });
});

describe('GET /audit?format=csv', () => {
  /** Returns the file and its rows as objects. */
  async function file(call: Caller, query = '') {
    const { text, headers } = await call.get(`/audit?format=csv${query}`).buffer(true).expect(200);
    const { data, meta } = Papa.parse<Record<string, string>>(text.trimEnd(), { header: true });
    expect(meta.fields).toEqual(AUDIT_COLUMNS);
    return { text, headers, rows: data };
  }

  const rowOf = ({ id, time, actor, action, resource, count, address, requestId }: Entry) => ({
    id,
    time: String(time),
    actorKind: actor.kind,
    actor: actor.id,
    action,
    resourceType: resource.type,
    resourceId: resource.id,
    tradeId: resource.tradeId ?? '',
    count: String(count ?? ''),
    address: address ?? '',
    requestId: requestId ?? '',
  });

  it('returns a file with the same entries as the JSON list, in the same order', async () => {
    const { call } = await newcomer();
    const session = await aSession(call);
    const { trades } = await ingest(call, session, [aTrade()]);
    await call.delete(`/sessions/${session.id}/trades/${trades[0]!.id}`).expect(204);
    const { headers, rows } = await file(call);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="audit.csv"');
    expect(rows).toEqual((await entries(call)).map(rowOf));
    expect(rows.length).toBeGreaterThan(4);
  });

  it('accepts the same filters as the JSON list', async () => {
    const { call, key } = await newcomer();
    const session = await aSession(call);
    await aProject(call);
    for (const query of [
      '&action=project.create',
      `&resourceId=${session.id}`,
      '&resourceId=x',
      '&actor=cli',
      `&actor=${key.keyId}&action=session.create`,
      '&from=1&to=2',
    ])
      expect((await file(call, query)).rows).toEqual((await entries(call, query)).map(rowOf));
  });

  it('escapes cells that a spreadsheet would read as a formula', async () => {
    const { call } = await newcomer();
    for (const requestId of ['=1+1', '-1', '+1'])
      await call
        .post('/projects', { name: 'P', symbol: 'BTCUSDT', timeframe: '1h' })
        .set('x-request-id', requestId)
        .expect(201);
    const { rows } = await file(call, '&action=project.create');
    expect(rows.map(({ requestId }) => requestId)).toEqual(["'+1", "'-1", "'=1+1"]);
  });

  it('contains every entry of a long list once', async () => {
    const { call, key } = await newcomer();
    await t.app.get(DataSource).query(
      `INSERT INTO audit_entries (workspace_id, id, time, actor_kind, actor, action, resource_type, resource_id)
       SELECT $1::uuid, gen_random_uuid(), 1700000000000 + i / 3, 'subject', '=HYPERLINK("x")', 'project.edit', 'project', $2::uuid
       FROM generate_series(1, 1500) i`,
      [key.workspaceId, randomUUID()],
    );
    const { rows } = await file(call, '&action=project.edit');
    expect(rows).toHaveLength(1500);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1500);
    expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([`'=HYPERLINK("x")`]));
    const times = rows.map(({ time }) => Number(time));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('refuses a cursor, refuses a key with neither the scope admin nor audit, and returns no entry of another workspace', async () => {
    const [mine, theirs] = [await newcomer(), await newcomer()];
    const { id } = await aProject(theirs.call);
    const { body } = await theirs.call.get('/audit?count=1').expect(200);
    const refused = await theirs.call.get(`/audit?format=csv&cursor=${body.nextCursor}`);
    expectProblem(refused, 'VALIDATION_FAILED', ['cursor']);
    expectProblem(await (await newcomer(['read', 'write'])).call.get('/audit?format=csv'), 'FORBIDDEN');
    expect((await file(mine.call, `&resourceId=${id}`)).rows).toEqual([]);
    expect((await file((await newcomer(['audit'])).call)).rows).toHaveLength(1);
  });
});
