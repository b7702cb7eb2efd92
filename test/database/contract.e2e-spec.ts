import type supertest from 'supertest';
import { TestApp, startTestApp } from '../support/app.js';
import {
  Fields,
  MINUTE,
  T,
  aProject,
  aSession,
  aSymbol,
  aTrade,
  everySessionField,
  ingest,
  projectInput,
} from '../support/factories.js';
import { quietBars, stopped, storeBars } from '../support/ideal-r.js';
import { Endpoint, differences, hasInterface, readEndpoints } from '../support/interface-document.js';
import { operations } from '../support/openapi-document.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Numeric fields that may be null according to docs/api.md. */
const NULLABLE = new Set([
  'rangeStart',
  'rangeEnd',
  'randomSourceStart',
  'randomSourceEnd',
  'endedAt',
  'stopLoss',
  'takeProfit',
  'rMultiple',
]);

type Ask = () => PromiseLike<supertest.Response>;

/**
 * Creates a session on a symbol with stored bars. The ideal-R analysis can measure one of its trades, and the other
 * trade has no stop.
 */
async function aMeasurableSession(): Promise<{ readonly id: string }> {
  const symbol = aSymbol();
  await storeBars(t, symbol, quietBars(0, 1600, { 5: { high: 1030 } }));
  const session = await aSession(t.call, { assets: [{ symbol }] });
  await ingest(t.call, session, [stopped({ symbol }), aTrade({ symbol, plNet: -5 })]);
  return session;
}

const onSession =
  (ask: (id: string) => PromiseLike<supertest.Response>, session = aMeasurableSession): Ask =>
  async () =>
    ask((await session()).id);

/** Requests to every route: one request for each shape that a response of the route can have. */
const REQUESTS: Readonly<Record<string, readonly Ask[]>> = {
  'POST /projects': [() => t.call.post('/projects', projectInput())],
  'GET /projects': [async () => (await aProject(t.call), t.call.get('/projects'))],
  'POST /sessions': [
    async () =>
      t.call.post('/sessions', { projectId: (await aProject(t.call)).id, name: 'Run', initialBalance: 1 }),
    async () => t.call.post('/sessions', withoutMultiplier(everySessionField((await aProject(t.call)).id))),
  ],
  'GET /sessions/{id}': [
    onSession((id) => t.call.get(`/sessions/${id}`)),
    onSession(async (id) => (await t.call.post(`/sessions/${id}/finish`), t.call.get(`/sessions/${id}`))),
  ],
  'POST /sessions/{id}/finish': [
    onSession((id) => t.call.post(`/sessions/${id}/finish`)),
    onSession(
      (id) => t.call.post(`/sessions/${id}/finish`),
      () => aSession(t.call),
    ),
  ],
  'GET /sessions/{id}/stats': [
    onSession((id) => t.call.get(`/sessions/${id}/stats`)),
    onSession(
      (id) => t.call.get(`/sessions/${id}/stats`),
      () => aSession(t.call),
    ),
    onSession(
      async (id) => (await t.call.post(`/sessions/${id}/finish`), t.call.get(`/sessions/${id}/stats`)),
    ),
  ],
  'POST /sessions/{id}/trades': [
    onSession((id) =>
      t.call.post(`/sessions/${id}/trades`, { trades: [aTrade(), aTrade({ stopLoss: 990 })] }),
    ),
  ],
  'GET /candles': [
    async () => {
      const symbol = aSymbol();
      await storeBars(t, symbol, quietBars(0, 10));
      return t.call.get(`/candles?symbol=${symbol}&interval=1m&before=${T + 5 * MINUTE}`);
    },
  ],
};

/** The contract policy has a multiplier only in the responses of assets that were sent with one. */
function withoutMultiplier(session: ReturnType<typeof everySessionField>) {
  const assets = session.assets.map((asset) => ({ ...asset, contractPolicy: undefined }));
  return { ...session, assets };
}

/** The routes with a body. Each has a path, and a body with every field that the interface document may name. */
const BODIES: Readonly<Record<string, () => Promise<[path: string, fields: Fields, wrap?: string]>>> = {
  'POST /projects': async () => ['/projects', projectInput()],
  'POST /sessions': async () => ['/sessions', everySessionField((await aProject(t.call)).id)],
  'POST /sessions/{id}/trades': async () => [
    `/sessions/${(await aSession(t.call)).id}/trades`,
    aTrade(),
    'trades',
  ],
};

const endpoints = hasInterface ? readEndpoints() : [];
const withBody = endpoints.filter(({ request }) => request.length > 0);
const table = (list: readonly Endpoint[]): [string, Endpoint][] =>
  list.map((endpoint) => [endpoint.route, endpoint]);

(hasInterface ? describe : describe.skip)(
  'the interface document (skipped without ../shared/interface.md)',
  () => {
    it('lists exactly the routes to which this test file sends requests', () => {
      expect(endpoints.map(({ route }) => route).toSorted()).toEqual(Object.keys(REQUESTS).toSorted());
    });

    it.each(table(endpoints))(
      'describes the responses of %s, field by field',
      async (route, { response }) => {
        for (const ask of REQUESTS[route] ?? []) {
          const { status, body } = await ask();
          expect(status).toBeLessThan(300);
          expect(differences(response, body, NULLABLE)).toEqual([]);
        }
      },
    );

    it.each(table(withBody))('lists the required fields of %s', async (route, { request }) => {
      const [path, fields, wrap] = await BODIES[route]!();
      const bodyOf = (names: readonly string[]) => {
        const body = Object.fromEntries(names.map((name) => [name, fields[name]]));
        return wrap === undefined ? body : { [wrap]: [body] };
      };
      expect((await t.call.post(path, bodyOf(request))).status).toBe(201);
      for (const field of request) {
        const { status, body } = await t.call.post(path, bodyOf(request.filter((name) => name !== field)));
        expect([field, status, body.message]).toEqual([
          field,
          400,
          expect.stringContaining(`${field} is required`),
        ]);
      }
    });

    it.each(table(endpoints))('lists the query parameters of %s', (route, { query }) => {
      const { parameters = [] } =
        operations.get(route.replace(/^\w+/, (method) => method.toLowerCase())) ?? {};
      const documented = parameters.filter((parameter) => parameter.in === 'query');
      expect(documented.map(({ name, required }) => ({ name, isRequired: required }))).toEqual(query);
    });

    it('shows the observations and markets of an ideal-R analysis that is ready', async () => {
      const { id } = await aMeasurableSession();
      const { body } = await t.call.post(`/sessions/${id}/finish`).expect(200);
      const { state, analytics, markets } = body.stats.idealRAnalysis;
      expect([state, analytics.observations.length, markets.length]).toEqual(['ready', 1, 1]);
    });
  },
);
