import { type TestApp, startTestApp } from './support/app.js';
import { expectProblem } from './support/problems.js';

const PATHS = ['/docs', '/docs/', '/docs/swagger-ui.css', '/docs-json', '/docs-yaml'];

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
    for (const path of ['/docs', '/docs-json']) await t.stranger.get(path).expect(200);
  });
});
