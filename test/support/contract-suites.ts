import { type TestApp, startTestApp } from './app.js';
import { type Document, document as wholeDocument } from './openapi-document.js';

/** The suites of the five modules of the contract. */
const SUITES = [
  'database/contract',
  'database/projects',
  'database/sessions',
  'database/trades',
  'database/stats',
  'candles-endpoint',
];

const CONTRACT = [
  'post /projects',
  'get /projects',
  'post /sessions',
  'get /sessions/{id}',
  'post /sessions/{id}/trades',
  'post /sessions/{id}/finish',
  'get /sessions/{id}/stats',
  'get /candles',
];

/**
 * Runs the suites of the contract on a service without a feature. All apps that this file starts are reduced.
 * @param feature its folder in `src/review/`, or `review` for all features
 */
export async function expectContractWithout(feature: string): Promise<void> {
  process.env['TEST_WITHOUT'] = feature;
  describe(`without ${feature}, the OpenAPI document`, () => {
    let t: TestApp;
    beforeAll(async () => {
      t = await startTestApp();
    });
    afterAll(() => t.close());

    it('contains the routes that exist, and the contract', async () => {
      const { body } = await t.call.get('/docs-json').expect(200);
      const existing: string[] = [];
      for (const route of routesOf(wholeDocument)) if (await exists(t, route)) existing.push(route);
      expect(routesOf(body).toSorted()).toEqual(existing.toSorted());
      expect(existing).toEqual(expect.arrayContaining(CONTRACT));
    });
  });
  for (const suite of SUITES) await import(`../${suite}.e2e-spec.js`);
}

const routesOf = ({ paths }: Pick<Document, 'paths'>): string[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );

/** Sends a request that changes nothing, and returns whether a route answers it. */
async function exists({ call }: TestApp, route: string): Promise<boolean> {
  const [method, path = ''] = route.split(' ');
  const { body } = await call[method as 'get'](path.replaceAll(/\{\w+\}/g, 'none'));
  return !['NOT_FOUND', 'METHOD_NOT_ALLOWED'].includes(body.code);
}
