import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type TestApp, startTestApp } from './support/app.js';
import { expectProblem } from './support/problems.js';

const PATHS = ['/docs', '/docs/', '/docs/swagger-ui.css', '/docs-json', '/docs-json/contract', '/docs-yaml'];

describe('DOCS', () => {
  let t: TestApp;
  afterEach(() => t.close());

  it('removes Swagger UI and the OpenAPI document, and nothing else, if it is set to off', async () => {
    t = await startTestApp({ DOCS: 'off' });
    for (const path of PATHS) expectProblem(await t.call.get(path), 'NOT_FOUND');
    await t.call.get('/projects').expect(200);
  });

  it('is on by default', async () => {
    t = await startTestApp();
    for (const path of ['/docs', '/docs-json', '/docs-json/contract']) await t.stranger.get(path).expect(200);
  });
});

describe('the OpenAPI document', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp();
  });
  afterAll(() => t.close());

  it('is not part of the page of Swagger UI, which loads it by its address', async () => {
    const { text, headers } = await t.stranger.get('/docs/swagger-ui-init.js').expect(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(text).toContain("url: src.replace('/swagger-ui-init.js', '-json/contract')");
    expect(text).not.toContain('/projects');
    expect(text.length).toBeLessThan(1_200);
  });

  it('has an ETag, with which a client that has the document gets a 304', async () => {
    const { headers, body } = await t.stranger.get('/docs-json').expect(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(body.openapi).toBe('3.0.0');
    const tag = headers['etag']!;
    for (const known of [tag, `"other", ${tag}`, '*']) {
      const again = await t.stranger.get('/docs-json').set('if-none-match', known).expect(304);
      expect([again.text, again.headers['etag']]).toEqual(['', tag]);
    }
    await t.stranger.get('/docs-json').set('if-none-match', '"other"').expect(200);
    const head = await t.stranger.head('/docs-json').expect(200);
    expect([head.headers['etag'], head.headers['content-length']]).toEqual([tag, headers['content-length']]);
  });

  it('has a part with the eight operations of the contract and all that they refer to', async () => {
    const { body, headers } = await t.stranger.get('/docs-json/contract').expect(200);
    expect(headers['etag']).toBeDefined();
    const routes = Object.entries(body.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method} ${path}`),
    );
    expect(routes).toEqual([
      'post /projects',
      'get /projects',
      'post /sessions',
      'get /sessions/{id}',
      'post /sessions/{id}/trades',
      'post /sessions/{id}/finish',
      'get /sessions/{id}/stats',
      'get /candles',
    ]);
    const problems = await lintFromString({
      source: JSON.stringify(body),
      config: await createConfig({ extends: ['recommended'], rules: { 'no-unused-components': 'error' } }),
    });
    expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  });

  it('has another ETag if the settings change the document', async () => {
    const tagOf = async ({ stranger }: TestApp) => (await stranger.get('/docs-json')).headers['etag'];
    const [same, other] = [await startTestApp(), await startTestApp({ TRADE_MINIMUM: '0.5' })];
    try {
      expect(await tagOf(same)).toBe(await tagOf(t));
      expect(await tagOf(other)).not.toBe(await tagOf(t));
    } finally {
      await same.close();
      await other.close();
    }
  });
});
