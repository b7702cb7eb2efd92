import { PROBLEM_STATUS } from '../src/shared/problems/problem.js';
import { closeApps, startApps, t } from './routes/apps.js';
import { COMMON_FAILURES } from './routes/every-route.js';
import { FAILURES, KEYED_ROUTES, SUCCESSES } from './routes/routes.js';
import { codesOf, contentOf, operations, problemsOf, successOf } from './support/openapi-document.js';

beforeAll(startApps);
afterAll(closeApps);

/** A shared cache must keep no response, because it does not know that `x-api-key` identifies the caller. */
const KEEP_PRIVATE = 'private, no-cache';

const ALL_FAILURES = [...COMMON_FAILURES, ...FAILURES];

describe('a response matches its documented schema', () => {
  it('get /metrics: plain text', async () => {
    const { headers } = await t.call.get('/metrics').expect(200);
    expect(headers['cache-control']).toBe(KEEP_PRIVATE);
    const { content } = operations.get('get /metrics')?.responses['200'] ?? {};
    expect(Object.keys(content ?? {})).toEqual(['text/plain']);
    expect(headers['content-type']).toMatch(/^text\/plain;/);
  });

  it.each([...SUCCESSES])('%s: %s', async (route, _, ask) => {
    const response = await ask();
    expect(successOf(route)).toContain(String(response.status));
    expect(response.headers['cache-control']).toBe(KEEP_PRIVATE);
    const schema = contentOf(route, response.status)?.schema;
    if (response.status === 204) {
      expect([response.text, schema]).toEqual(['', undefined]);
      return;
    }
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(problemsOf(schema ?? {}, response.body)).toEqual([]);
  });

  it.each(ALL_FAILURES)('%s: %s', async (route, code, ask) => {
    const response = await ask();
    expect([response.status, response.body.code]).toEqual([PROBLEM_STATUS[code], code]);
    expect(response.headers['cache-control']).toBe(KEEP_PRIVATE);
    const content = contentOf(route, response.status);
    expect(content).toBeDefined();
    expect(problemsOf(content?.schema ?? {}, response.body)).toEqual([]);
    expect(codesOf(route, String(response.status))).toContain(code);
    const { headers = {} } = operations.get(route)?.responses[response.status] ?? {};
    if (response.headers['retry-after']) expect(Object.keys(headers)).toContain('Retry-After');
  });
});

/**
 * Responses that depend on the number of requests that wait for connections. These responses are tested in
 * tenants.e2e-spec.ts.
 */
const SHOWN_ELSEWHERE = KEYED_ROUTES.map((route) => `${route} 503 BUSY`);

describe('a documented response', () => {
  it('is covered by a tested request', () => {
    const documented = [...operations].flatMap(([route, { responses }]) =>
      Object.keys(responses).flatMap((status) =>
        status.startsWith('2')
          ? [`${route} ${status}`]
          : codesOf(route, status).map((code) => `${route} ${status} ${String(code)}`),
      ),
    );
    const shown = [
      'get /metrics 200',
      'get /sessions/{id}/events 200',
      'get /sessions/{id}/report 200',
      'get /sessions/{id}/trades/export 200',
      ...SUCCESSES.flatMap(([route]) => successOf(route).map((status) => `${route} ${status}`)),
      ...ALL_FAILURES.map(([route, code]) => `${route} ${PROBLEM_STATUS[code]} ${code}`),
      ...SHOWN_ELSEWHERE,
    ];
    expect(documented.toSorted()).toEqual([...new Set(shown)].toSorted());
  });

  it('has examples that match its schema', () => {
    for (const { responses } of operations.values()) {
      for (const { content } of Object.values(responses)) {
        const { schema = {}, examples = {} } = content?.['application/json'] ?? {};
        for (const { value } of Object.values(examples)) expect(problemsOf(schema, value)).toEqual([]);
      }
    }
  });
});
