import { randomUUID } from 'node:crypto';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import { SCOPES, type Scope } from '../../src/platform/auth/principal.js';
import { openApiDocument } from '../../src/openapi.js';
import { ROUTES } from '../routes/routes.js';
import { type Caller, type TestApp, callerWith, startTestApp } from '../support/app.js';
import { aProject, aSession, aSessionWith, aTrade, ingest } from '../support/factories.js';
import { type Document, withResponses } from '../support/openapi-document.js';
import { expectProblem } from '../support/problems.js';

let lenient: TestApp;
let strict: TestApp;
beforeAll(async () => {
  lenient = await startTestApp();
  strict = await startTestApp({ REQUIRE_DELETE_SCOPE: 'true' });
});
afterAll(async () => {
  await lenient.close();
  await strict.close();
});

/** Returns a caller of the workspace with a stored key that has these scopes. */
async function callerOf({ app, stranger }: TestApp, workspace: string, scopes: Scope[]): Promise<Caller> {
  const wanted = { name: 'scoped', workspace, scopes, expiresAt: null };
  return callerWith(stranger, (await app.get(KeysService).create(wanted)).secret);
}

const aWorkspace = () => `w-${randomUUID()}`;

/** The path of each route with the method DELETE, for a new resource. */
const DELETIONS: Readonly<Record<string, (owner: Caller) => Promise<string>>> = {
  'delete /projects/{id}': async (owner) => `/projects/${(await aProject(owner)).id}`,
  'delete /sessions/{id}': async (owner) => `/sessions/${(await aSession(owner)).id}`,
  'delete /sessions/{id}/trades': async (owner) =>
    `/sessions/${(await aSessionWith(owner, [aTrade()])).id}/trades`,
  'delete /sessions/{id}/trades/{tradeId}': async (owner) => {
    const session = await aSession(owner);
    const { trades } = await ingest(owner, session, [aTrade()]);
    return `/sessions/${session.id}/trades/${trades[0]!.id}`;
  },
};

describe('the scope delete', () => {
  it('is tested for every route with the method DELETE', () => {
    const routes = [...ROUTES.keys()].filter((route) => route.startsWith('delete '));
    expect(Object.keys(DELETIONS).toSorted()).toEqual(routes.toSorted());
  });

  describe.each(Object.entries(DELETIONS))('for %s', (_route, pathOf) => {
    /** Sends the request with a key of these scopes, and returns whether the resource is gone. */
    async function deletes(t: TestApp, scopes: Scope[]): Promise<boolean> {
      const workspace = aWorkspace();
      const owner = await callerOf(t, workspace, [...SCOPES]);
      const path = await pathOf(owner);
      const response = await (await callerOf(t, workspace, scopes)).delete(path);
      if (response.status === 403) expectProblem(response, 'FORBIDDEN');
      else expect([200, 204]).toContain(response.status);
      // Deleting the trades of a session is successful even if there are none.
      const again = await owner.delete(path);
      const isGone = again.status === 404 || again.body.removed === 0;
      expect(isGone).toBe(response.status !== 403);
      return isGone;
    }

    it('is sufficient for a deletion, with and without the setting REQUIRE_DELETE_SCOPE', async () => {
      expect(await deletes(lenient, ['delete'])).toBe(true);
      expect(await deletes(strict, ['delete'])).toBe(true);
    });

    it('is not required for a key with the scope write if the setting is off, so keys of earlier versions can still delete', async () => {
      expect(await deletes(lenient, ['read', 'write', 'admin'])).toBe(true);
      expect(await deletes(lenient, ['write'])).toBe(true);
    });

    it('is required if the setting is on, whatever other scopes a key has', async () => {
      expect(await deletes(strict, ['read', 'write', 'admin', 'audit'])).toBe(false);
    });
  });

  it('allows neither reading nor writing', async () => {
    const call = await callerOf(strict, aWorkspace(), ['delete']);
    for (const request of [
      call.get('/projects'),
      call.post('/projects', { name: 'P', symbol: 'BTCUSDT', timeframe: '1h' }),
      call.get('/audit'),
      call.get('/keys'),
    ])
      expectProblem(await request, 'FORBIDDEN');
    await call.get('/me').expect(200);
  });

  it('allows no deletion in another workspace', async () => {
    const { id } = await aSession(strict.other);
    const call = await callerOf(strict, aWorkspace(), ['delete']);
    expectProblem(await call.delete(`/sessions/${id}`), 'SESSION_NOT_FOUND');
    await strict.other.get(`/sessions/${id}`).expect(200);
  });

  it('is one of the scopes of keys in API_KEYS, so these keys can delete if the setting is on', async () => {
    const { id } = await aSession(strict.call);
    await strict.call.delete(`/sessions/${id}`).expect(204);
  });

  it('is named in the error and in the OpenAPI document', async () => {
    const { id } = await aProject(strict.call);
    for (const [t, scopes] of [
      [lenient, '"write" or "delete"'],
      [strict, '"delete"'],
    ] as const) {
      const message = `This key lacks the scope ${scopes} that the request needs.`;
      const response = await (await callerOf(t, aWorkspace(), ['read'])).delete(`/projects/${id}`);
      expect(response.body.message).toBe(message);
      const { paths } = withResponses(openApiDocument(t.app, t.environment) as unknown as Document);
      const operation = paths['/projects/{id}']!['delete']!;
      expect(JSON.stringify(operation.responses['403'])).toContain(JSON.stringify(message));
    }
  });
});

describe('the scope audit', () => {
  it('allows reading the log of the workspace, and nothing else', async () => {
    const workspace = aWorkspace();
    const owner = await callerOf(lenient, workspace, [...SCOPES]);
    const { id } = await aProject(owner);
    const auditor = await callerOf(lenient, workspace, ['audit']);
    const { body } = await auditor.get('/audit?action=project.create').expect(200);
    expect(body.entries).toMatchObject([{ resource: { id } }]);
    for (const request of [
      auditor.get('/projects'),
      auditor.get('/usage'),
      auditor.get('/metrics'),
      auditor.get('/keys'),
      auditor.post('/keys', { name: 'own', scopes: ['audit'] }),
      auditor.delete(`/projects/${id}`),
    ])
      expectProblem(await request, 'FORBIDDEN');
    expect((await auditor.get('/me').expect(200)).body.scopes).toEqual(['audit']);
  });

  it('is not required for a key with the scope admin', async () => {
    await (await callerOf(lenient, aWorkspace(), ['admin'])).get('/audit').expect(200);
  });

  it('is named in the error if a key lacks this scope', async () => {
    const response = await (await callerOf(lenient, aWorkspace(), ['read', 'write', 'delete'])).get('/audit');
    expectProblem(response, 'FORBIDDEN');
    expect(response.body.message).toBe('This key lacks the scope "admin" or "audit" that the request needs.');
  });
});

describe('POST /keys', () => {
  it.each(['audit', 'delete', 'candles'] as const)(
    'gives the scope %s only if the caller has it',
    async (scope) => {
      const without = await callerOf(lenient, aWorkspace(), ['read', 'write', 'admin']);
      expectProblem(await without.post('/keys', { name: 'a', scopes: ['read', scope] }), 'FORBIDDEN');
      expect((await without.get('/keys').expect(200)).body.keys).toHaveLength(1);
      const having = await callerOf(lenient, aWorkspace(), ['admin', scope]);
      const { body } = await having.post('/keys', { name: 'a', scopes: [scope] }).expect(201);
      expect(body.key.scopes).toEqual([scope]);
      expectProblem(await without.post(`/keys/${body.key.id}/rotate`), 'KEY_NOT_FOUND');
    },
  );

  it('accepts all scopes together, and refuses a scope that is given twice', async () => {
    const { body } = await lenient.call.post('/keys', { name: 'all', scopes: SCOPES }).expect(201);
    expect(body.key.scopes).toEqual(SCOPES);
    const repeated = await lenient.call.post('/keys', { name: 'a', scopes: [...SCOPES, 'audit'] });
    expectProblem(repeated, 'VALIDATION_FAILED', ['scopes']);
  });
});
