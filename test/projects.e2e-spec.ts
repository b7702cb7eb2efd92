import { TestApp, startTestApp } from './support/app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('projects', () => {
  it('creates a project with its name trimmed and its symbol in upper case', async () => {
    const { body } = await t.call
      .post('/projects', { name: '  Breakout ', symbol: 'btcusdt', timeframe: '15m' })
      .expect(201);
    expect(body.project).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'Breakout',
      symbol: 'BTCUSDT',
      timeframe: '15m',
      createdAt: expect.any(Number),
      updatedAt: body.project.createdAt,
    });
  });
});
