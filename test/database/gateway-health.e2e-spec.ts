import { ProbeDatabase } from '../../src/platform/health/probe-database.js';
import { TestApp, startTestApp } from '../support/app.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

it('an instance is ready if all its migrations have run, even if a newer version has run more migrations', async () => {
  const { body } = await t.stranger.get('/health/ready').expect(200);
  expect(body).toEqual({ status: 'ok' });
  const { migrations } = await t.app.get(ProbeDatabase).open();
  const newest = migrations.pop();
  await t.stranger.get('/health/ready').expect(200);
  if (newest) migrations.push(newest);
});

it('an instance with a pending migration is alive but not ready', async () => {
  const { migrations } = await t.app.get(ProbeDatabase).open();
  const missing = {
    name: 'Missing9999999999999',
    up: () => Promise.resolve(),
    down: () => Promise.resolve(),
  };
  migrations.push(missing);
  try {
    const answer = await t.stranger.get('/health/ready');
    expectProblem(answer, 'DATABASE_UNAVAILABLE');
    expect(answer.body.message).toContain('Migrations that have not run: 1.');
    await t.stranger.get('/health/live').expect(200);
  } finally {
    migrations.pop();
  }
});
