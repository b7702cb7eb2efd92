import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { DataSource } from 'typeorm';
import type { ApiKey } from '../../src/platform/auth/api-key.entity.js';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import { SCOPES } from '../../src/platform/auth/principal.js';
import { Workspace } from '../../src/platform/auth/workspace.entity.js';
import { eraseWorkspace, rowsOfWorkspace } from '../../src/cli/workspace/erase-workspace.js';
import { TradeInsertsService } from '../../src/trades/trade-inserts.service.js';
import { type TestApp, callerWith, startTestApp } from '../support/app.js';
import { aSession, projectInput } from '../support/factories.js';
import { until } from '../support/until.js';

let t: TestApp;
let workspace: string;
beforeAll(async () => {
  t = await startTestApp();
  ({ workspace } = t.environment.configuredKeys[0]!);
});
afterAll(() => t.close());

/** Creates a key in the workspace of `t.call`. */
async function aKey(): Promise<{ key: ApiKey; secret: string }> {
  return t.app.get(KeysService).create({ name: 'slow', workspace, scopes: SCOPES, expiresAt: null });
}

/**
 * Sends the headers of a POST that passes the guard, but no body yet.
 * @returns a function that sends the body and returns status and code of the response
 */
async function letIn(path: string, secret: string, type: string): Promise<(body: string) => Promise<string>> {
  const { port } = t.app.getHttpServer().address() as AddressInfo;
  const headers = { 'x-api-key': secret, 'content-type': type, expect: '100-continue' };
  const sending = request({ port, path, method: 'POST', headers });
  sending.flushHeaders();
  await once(sending, 'continue');
  return async (body) => {
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    sending.end(body);
    const [response] = await answered;
    const { code } = (await json(response)) as { code?: string };
    return `${response.statusCode} ${code ?? ''}`.trim();
  };
}

/** Revokes a key and waits until the service notices. */
async function revoked({ key, secret }: { key: ApiKey; secret: string }): Promise<void> {
  await t.app.get(KeysService).revoke(key);
  await until(async () => (await callerWith(t.stranger, secret).get('/projects')).status === 401);
}

const FILE = [
  'clientId,symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice',
  'late,BTCUSDT,long,1,1700000000000,100,1700000060000,110\n',
].join('\n');

describe('a key whose request body arrives late', () => {
  it('stores no trade of a JSON body if the key is revoked before the body has arrived', async () => {
    const key = await aKey();
    const send = await letIn('/projects', key.secret, 'application/json');
    await revoked(key);
    const input = projectInput();
    expect(await send(JSON.stringify({ ...input, name: 'too late' }))).toBe('401 UNAUTHORIZED');
    const { body } = await t.call.get('/projects').expect(200);
    expect(body.projects.map(({ name }: { name: string }) => name)).not.toContain('too late');
  });

  it.each(['', '?preview=true'])(
    'gets a 401 if it is revoked before the file has arrived, and no trade of the file is stored: import%s',
    async (query) => {
      const session = await aSession(t.call);
      const key = await aKey();
      const send = await letIn(`/sessions/${session.id}/trades/import${query}`, key.secret, 'text/csv');
      await revoked(key);
      expect(await send(FILE)).toBe('401 UNAUTHORIZED');
      const { body } = await t.call.get(`/sessions/${session.id}/trades`).expect(200);
      expect(body.trades).toEqual([]);
    },
  );

  it('is accepted as long as it is valid, however late the body arrives', async () => {
    const session = await aSession(t.call);
    const { secret } = await aKey();
    const sendFile = await letIn(`/sessions/${session.id}/trades/import`, secret, 'text/csv');
    const sendJson = await letIn('/projects', secret, 'application/json');
    expect([await sendFile(FILE), await sendJson(JSON.stringify(projectInput()))]).toEqual(['201', '201']);
  });
});

describe('the trades of a file that has waited for a slot', () => {
  const parts = () => {
    throw new Error('trades were read');
  };
  const callerOf = (actor: string, workspaceId: string) =>
    ({ workspaceId, actorKind: 'key', actor, address: null, requestId: null }) as const;

  it('are not stored if the key was revoked, or the workspace was erased, during the wait', async () => {
    const session = await aSession(t.call);
    const { key } = await aKey();
    const inserts = t.app.get(TradeInsertsService);
    const insert = (actor: string) =>
      inserts.insertParts(callerOf(actor, key.workspaceId), session.id, parts);
    await expect(insert(key.id)).rejects.toThrow('trades were read');
    await t.app.get(KeysService).revoke(key);
    await expect(insert(key.id)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const workspaces = t.app.get(DataSource).getRepository(Workspace);
    await workspaces.update({ id: key.workspaceId }, { erasedAt: 1 });
    await expect(insert('configured:own')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await workspaces.update({ id: key.workspaceId }, { erasedAt: null });
    await expect(insert('configured:own')).rejects.toThrow('trades were read');
  });
});

describe('a workspace that is erased while the body of a request arrives', () => {
  it('has no rows afterwards, and the service refuses keys of this workspace in its settings', async () => {
    const { workspace: erased, secret } = t.environment.configuredKeys[1]!;
    const session = await aSession(t.other);
    const sendJson = await letIn('/projects', secret, 'application/json');
    const sendFile = await letIn(`/sessions/${session.id}/trades/import`, secret, 'text/csv');
    await eraseWorkspace(t.app.get(DataSource), erased);
    expect(await sendJson(JSON.stringify(projectInput()))).toBe('403 FORBIDDEN');
    expect(await sendFile(FILE)).toBe('403 FORBIDDEN');
    const { body } = await t.other.get('/projects').expect(403);
    expect(body).toMatchObject({ code: 'FORBIDDEN', message: 'The workspace was erased.' });
    await t.other.get('/health/live').expect(200);
    await t.other.get('/metrics').expect(200);
    const left = Object.entries(await rowsOfWorkspace(t.app.get(DataSource), erased)).filter(
      ([, n]) => n > 0,
    );
    expect(left).toEqual([['audit_entries', 1]]);
  });

  it('can be used again after the command has created a key for this workspace', async () => {
    const { workspace: erased } = t.environment.configuredKeys[1]!;
    await t.app
      .get(KeysService)
      .create({ name: 'again', workspace: erased, scopes: SCOPES, expiresAt: null });
    await until(async () => (await t.other.get('/projects')).status === 200);
    expect((await t.other.get('/projects').expect(200)).body).toEqual({ projects: [] });
  });
});
