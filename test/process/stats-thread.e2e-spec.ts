import { aTrade } from '../support/factories.js';
import { WITH_KEY, aDataDirectory, cleanUp, startService } from '../support/service-process.js';

afterAll(cleanUp);

/** More than are computed beside the requests. */
const TRADES = Array.from({ length: 2_500 }, (_, i) =>
  aTrade({ clientId: `trade-${i}`, plNet: ((i * 7) % 23) - 11, hour: (i * 13) % 700 }),
);

async function statsWith(thread: 'on' | 'off'): Promise<string> {
  const service = await startService({
    ...WITH_KEY,
    DATA_DIR: await aDataDirectory(),
    STATS_THREAD: thread,
    TRADE_MINIMUM: '0',
  });
  const project = await service.post('/projects', { name: 'Run', symbol: 'BTCUSDT', timeframe: '1m' });
  const session = await service.post('/sessions', {
    projectId: project.body.project.id,
    name: 'Run',
    initialBalance: 1000,
  });
  const path = `/sessions/${session.body.session.id}`;
  for (let i = 0; i < TRADES.length; i += 500) {
    expect((await service.post(`${path}/trades`, { trades: TRADES.slice(i, i + 500) })).status).toBe(201);
  }
  const stats = await service.get(`${path}/stats`);
  expect(stats.status).toBe(200);
  expect(stats.body.stats.tradeCount).toBe(TRADES.length);
  return JSON.stringify(stats.body);
}

it('the statistics of a large session are the same from a thread of their own', async () => {
  expect(await statsWith('on')).toBe(await statsWith('off'));
});
