import type { ProblemCode } from '../src/shared/problems/problem.js';
import { UNKNOWN_ID } from './routes/requests.js';
import { ADMIN_ROUTES, KEYED_ROUTES, ROUTES } from './routes/routes.js';
import { type TestApp, startTestApp } from './support/app.js';
import { contentOf, document, operations } from './support/openapi-document.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('the documented routes', () => {
  it('are the routes of the service', () => {
    expect([...operations.keys()].toSorted()).toEqual([...ROUTES.keys()].toSorted());
  });

  it('have the parameters that the service accepts', () => {
    const documented = [...operations].flatMap(([route, { parameters }]) =>
      parameters.map(({ name, in: place, required }) => `${route} ${place} ${name}${required ? '' : '?'}`),
    );
    const accepted = [...ROUTES].flatMap(([route, { parameters }]) => [
      ...[...route.matchAll(/\{(\w+)\}/g)].map(([, id]) => `${route} path ${id}`),
      ...(parameters?.split(', ') ?? []).map((parameter) => `${route} ${parameter}`),
    ]);
    expect(documented.toSorted()).toEqual(accepted.toSorted());
  });

  it('refuse a parameter that is given twice, with a message that says so', async () => {
    for (const [route, { parameters = '' }] of ROUTES) {
      const [method = '', path = ''] = route.split(' ');
      const names = [...parameters.matchAll(/query (\w+)/g)].map(([, name]) => name!);
      for (const name of names) {
        const url = `${path.replace(/\{\w+\}/g, UNKNOWN_ID)}?${name}=1&${name}=1`;
        const request = t.stranger[method as 'get' | 'post'](url).set('x-api-key', t.secrets.own);
        const { body } = await request.set('content-type', 'application/json');
        const { message } = body.details?.find(({ field }: { field: string }) => field === name) ?? {};
        expect([route, name, message]).toEqual([route, name, expect.stringMatching(/^must be given once/)]);
      }
    }
  });

  it('require a key, except the health routes', () => {
    expect(document.components.securitySchemes).toEqual({
      ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    });
    expect(document.security).toEqual([{ ApiKeyAuth: [] }]);
    const open = [...operations].filter(([, { security }]) => security !== undefined).map(([route]) => route);
    expect(open).toEqual(['get /health/live', 'get /health/ready']);
  });

  it('have a unique summary and operationId', () => {
    for (const { summary } of operations.values()) expect(summary).toMatch(/\S/);
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(operations.size);
  });

  it('require a body if one of its fields is required', () => {
    for (const [route, { requestBody }] of operations) {
      const body = requestBody && (requestBody.required ? 'required' : 'optional');
      expect([route, body]).toEqual([route, ROUTES.get(route)?.body]);
    }
  });

  it('are served at /docs and /docs-json without a key', async () => {
    const { body } = await t.stranger.get('/docs-json').expect(200);
    expect(Object.keys(body.paths)).toEqual(Object.keys(document.paths));
    await t.stranger.get('/docs').expect(200);
  });
});

/** Returns the message of an error's example. */
const exampleMessage = (route: string, status: number, code: ProblemCode): string => {
  const { value } = contentOf(route, status)?.examples?.[code] ?? {};
  return (value as { message?: string } | undefined)?.message ?? '';
};

const readRoutes = KEYED_ROUTES.filter((route) => route.startsWith('get '));

/**
 * Returns the first required query parameter. Without a required one, returns the first parameter, and without any
 * parameter `limit`, which no route has.
 */
function firstOfQuery(route: string): string {
  const query = operations.get(route)!.parameters.filter(({ in: place }) => place === 'query');
  return (query.find(({ required }) => required) ?? query[0])?.name ?? 'limit';
}

describe('the example of an error', () => {
  it.each(KEYED_ROUTES)('names, for %s, the scope that the route needs', (route) => {
    if (route === 'get /me') {
      expect(exampleMessage(route, 403, 'FORBIDDEN')).toBe('This key has no scope.');
      return;
    }
    const ofMethod = route.startsWith('get') ? 'read' : 'write';
    const scope = route === 'post /candles/import' ? 'candles' : ADMIN_ROUTES.has(route) ? 'admin' : ofMethod;
    const message = exampleMessage(route, 403, 'FORBIDDEN');
    expect(message).toContain(`"${scope}"`);
    expect(message.includes('"audit"')).toBe(route === 'get /audit');
    const removes = route.startsWith('delete') || route === 'post /sessions/{id}/rewind';
    expect(message.includes('"delete"')).toBe(removes);
  });

  /** Fields of bodies, and query parameters of requests that are not reads. */
  const wrongFields: [route: string, field: string][] = [
    ['post /projects', 'name'],
    ['post /sessions', 'projectId'],
    ['post /sessions/{id}/trades', 'trades'],
    ['patch /sessions/{id}/trades/{tradeId}', 'limit'],
    ['delete /sessions/{id}/trades/{tradeId}', 'limit'],
    ['put /sessions/{id}/state', 'state'],
    ['post /sessions/{id}/copy', 'limit'],
    ['post /sessions/{id}/finish', 'breakEvenThreshold'],
    ['post /keys', 'name'],
    ['post /keys/{id}/rotate', 'limit'],
    ...readRoutes.map((route): [string, string] => [route, firstOfQuery(route)]),
  ];
  it.each(wrongFields)('names, for %s, the field %s', (route, field) => {
    expect(exampleMessage(route, 400, 'VALIDATION_FAILED')).toMatch(new RegExp(`^${field} `));
  });
});
