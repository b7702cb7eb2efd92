import { aTrade } from '../support/factories.js';
import { WITH_KEY, aDataDirectory, cleanUp, newSession, startService } from '../support/service-process.js';

afterAll(cleanUp);

/** Enough trades for the worker thread to compute the statistics. */
const TRADES = Array.from({ length: 2_500 }, (_, i) =>
  aTrade({ clientId: `trade-${i}`, plNet: ((i * 7) % 23) - 11, hour: (i * 13) % 700 }),
);

it('the statistics of a large session come from a thread that ends with the service', async () => {
  // With these settings Node.js reports which threads it starts, and when they end.
  const settings = {
    ...WITH_KEY,
    DATA_DIR: await aDataDirectory(),
    TRADE_MINIMUM: '0',
    NODE_DEBUG: 'worker',
  };
  const service = await startService(settings);
  const started = /\[(\d+)\] starts worker script \S+\/statistics\.worker\.js/;
  const path = `/sessions/${await newSession(service)}`;
  for (let i = 0; i < TRADES.length; i += 500)
    expect((await service.post(`${path}/trades`, { trades: TRADES.slice(i, i + 500) })).status).toBe(201);
  const few = `/sessions/${await newSession(service)}`;
  expect((await service.post(`${few}/trades`, { trades: TRADES.slice(0, 500) })).status).toBe(201);
  expect((await service.get(`${few}/stats`)).body.stats.tradeCount).toBe(500);
  expect(service.output()).not.toMatch(started);

  const { status, body } = await service.get(`${path}/stats`);
  expect(status).toBe(200);
  expect(body.stats.tradeCount).toBe(TRADES.length);
  const [, thread] = await service.prints(started);
  const ended = `hears end event for Worker ${thread}`;
  expect(service.output()).not.toContain(ended);
  expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(service.output()).toContain(ended);
});
