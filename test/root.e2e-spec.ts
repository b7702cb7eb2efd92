import { type TestApp, startTestApp } from './support/app.js';
import { expectProblem } from './support/problems.js';

let t: TestApp;
afterEach(() => t.close());

const targets: [settings: Record<string, string>, page: string][] = [
  [{}, '/desk/'],
  [{ DOCS: 'off' }, '/desk/'],
  [{ DESK: 'off' }, '/docs'],
  [{ BASE_PATH: '/tools/backtest' }, '/tools/backtest/desk/'],
  [{ BASE_PATH: '/tools/backtest', DESK: 'off' }, '/tools/backtest/docs'],
];

describe('the root of the address', () => {
  it.each(targets)('redirects, with the settings %j, to %s without a key', async (settings, page) => {
    t = await startTestApp(settings);
    const { BASE_PATH } = t.environment;
    for (const root of new Set(['/', `${BASE_PATH}/`, `${BASE_PATH}/?utm=1`, BASE_PATH || '/'])) {
      for (const answer of [await t.stranger.get(root), await t.stranger.head(root)]) {
        expect([root, answer.status, answer.headers['location']]).toEqual([root, 302, page]);
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    }
    await t.stranger.get(page).expect(200);
  });

  it('returns 404 if the settings remove the desk and the documentation', async () => {
    t = await startTestApp({ DESK: 'off', DOCS: 'off' });
    expectProblem(await t.stranger.get('/'), 'NOT_FOUND');
    await t.stranger.head('/').expect(404);
  });

  it('redirects without looking up the key, and ignores refused keys and limits of requests', async () => {
    t = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1', FAILED_KEYS_PER_MINUTE: '1' });
    for (const secret of ['wrong', t.secrets.own])
      for (let times = 0; times < 3; times += 1)
        await t.stranger.get('/').set('x-api-key', secret).expect(302);
    await t.call.get('/projects').expect(200);
  });

  it('supports only GET and HEAD', async () => {
    t = await startTestApp();
    for (const method of ['post', 'put', 'patch', 'delete'] as const) {
      expectProblem(await t.stranger[method]('/'), 'UNAUTHORIZED');
      expectProblem(await t.stranger[method]('/').set('x-api-key', t.secrets.own), 'NOT_FOUND');
    }
  });
});
