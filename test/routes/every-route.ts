import { KeysService } from '../../src/platform/auth/keys.service.js';
import type { ProblemCode } from '../../src/shared/problems/problem.js';
import type { TestApp } from '../support/app.js';
import { aSession } from '../support/factories.js';
import { away, broken, limited, spent, t } from './apps.js';
import { UNKNOWN_ID } from './requests.js';
import { type Failure, everywhere } from './route-facts.js';
import { BODY_ROUTES, ID_ROUTES, KEYED_ROUTES, ROUTES } from './routes.js';

/** Sends a request to a route, by any caller and with any body. If the path names a session, this session exists. */
async function askRoute(
  app: TestApp,
  route: string,
  options: Partial<{ key: string; query: string; body: string; type: string }> = {},
) {
  const [method = '', path = ''] = route.split(' ');
  const { id } = app === t ? await aSession(t.call) : { id: UNKNOWN_ID };
  const own = path.replace('{id}', id).replace('{tradeId}', UNKNOWN_ID);
  const url = `${own}${options.query ?? ROUTES.get(route)?.query ?? ''}`;
  const request = app.stranger[method as 'get' | 'post' | 'put' | 'patch' | 'delete'](url);
  if (options.key !== '') void request.set('x-api-key', options.key ?? app.secrets.own);
  if (options.body === undefined) return request;
  return request.set('content-type', options.type ?? 'application/json').send(options.body);
}

/** Creates a key without scopes, in a separate workspace. */
async function unscopedKey(): Promise<string> {
  const wanted = { name: 'unscoped', workspace: 'unscoped', scopes: [], expiresAt: null };
  return (await t.app.get(KeysService).create(wanted)).secret;
}

/** The error code for an unknown id, by the first part of the path. */
const NOT_FOUND: Readonly<Record<string, ProblemCode>> = {
  keys: 'KEY_NOT_FOUND',
  projects: 'PROJECT_NOT_FOUND',
  sessions: 'SESSION_NOT_FOUND',
};

/**
 * The failures of a route that all routes have, that all routes with a body have, or that all routes with an id have.
 */
export const COMMON_FAILURES: readonly Failure[] = [
  ...everywhere(KEYED_ROUTES, 'UNAUTHORIZED', (route) => askRoute(t, route, { key: '' })),

  ...everywhere(KEYED_ROUTES, 'FORBIDDEN', async (route) => askRoute(t, route, { key: await unscopedKey() })),

  ...everywhere(KEYED_ROUTES, 'VALIDATION_FAILED', (route) => askRoute(t, route, { query: '?x=1' })),

  ...everywhere(KEYED_ROUTES, 'INTERNAL_ERROR', (route) => askRoute(broken, route)),

  ...everywhere([...KEYED_ROUTES, 'get /health/ready'], 'DATABASE_UNAVAILABLE', (route) =>
    !route.startsWith('get') || route === 'get /metrics'
      ? askRoute(away, route, { key: 'not-known-yet' })
      : askRoute(away, route),
  ),

  ...everywhere(KEYED_ROUTES, 'RATE_LIMITED', async (route) => {
    await limited.call.get('/projects');
    return askRoute(limited, route);
  }),

  ...everywhere(
    KEYED_ROUTES.filter((route) => route !== 'get /metrics'),
    'QUOTA_REQUESTS',
    (route) => askRoute(spent, route),
  ),

  ...everywhere(
    BODY_ROUTES.filter((route) => !/\/(import|imports\/preview)$/.test(route)),
    'MALFORMED_JSON',
    (route) => askRoute(t, route, { body: '{' }),
  ),

  ...everywhere(BODY_ROUTES, 'UNSUPPORTED_MEDIA_TYPE', (route) =>
    askRoute(t, route, { body: '{}', type: 'text/plain' }),
  ),

  ...everywhere(BODY_ROUTES, 'PAYLOAD_TOO_LARGE', (route) =>
    askRoute(t, route, { body: ' '.repeat(1_100_000) }),
  ),
  ...ID_ROUTES.map(({ route, ask }): Failure => {
    const [, resource = ''] = /\/(\w+)/.exec(route) ?? [];
    return [route, NOT_FOUND[resource]!, () => ask(t.call, UNKNOWN_ID)];
  }),
];
