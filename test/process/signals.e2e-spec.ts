import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { readStream } from '../support/event-stream.js';
import {
  Exit,
  KEY,
  RunningService,
  WITH_KEY,
  aDataDirectory,
  aDirectory,
  cleanUp,
  launch,
  newSession,
  startService,
  until,
  aTrade,
} from '../support/service-process.js';

const ENDED: Exit = { code: 0, signal: null };

afterAll(cleanUp);

interface OpenRequest {
  send(rest: string): void;
  readonly answer: Promise<{ readonly status: number | undefined; readonly text: string }>;
}

/** Sends a request with an incomplete body over a keep-alive connection. */
async function beginIngest(service: RunningService, session: string, begun: string): Promise<OpenRequest> {
  const agent = new Agent({ keepAlive: true });
  const outgoing = request(`${service.url}/sessions/${session}/trades`, {
    method: 'POST',
    agent,
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
  });
  const answer = (async () => {
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    return { status: incoming.statusCode, text };
  })();
  answer.catch(() => undefined);
  outgoing.write(begun);
  await once(outgoing, 'socket');
  // The responses to these requests show that the bytes sent earlier have arrived.
  for (let i = 0; i < 20; i += 1) await service.get('/health/live');
  return { send: (rest) => outgoing.end(rest), answer };
}

const TRADES = JSON.stringify({
  trades: Array.from({ length: 500 }, (_, i) => ({ ...aTrade(`trade-${i}`), note: 'n'.repeat(1000) })),
});

describe('SIGTERM', () => {
  it('lets the service finish a request in progress but accept no new request, and leaves a database that can be opened again', async () => {
    const settings = { ...WITH_KEY, DATA_DIR: await aDataDirectory() };
    const service = await startService(settings);
    const session = await newSession(service);
    const ingest = await beginIngest(service, session, TRADES.slice(0, 1000));

    const exited = service.kill('SIGTERM');
    await service.prints(/"msg":"stopping"/);
    await expect(fetch(`${service.url}/health/live`, { keepalive: false })).rejects.toThrow('fetch failed');
    ingest.send(TRADES.slice(1000));
    const { status, text } = await ingest.answer;
    expect(status).toBe(201);
    expect(JSON.parse(text).inserted).toBe(500);
    // The client keeps the connection open. The service does not wait for the client to close the connection.
    expect(await exited).toEqual(ENDED);

    const again = await startService(settings);
    const { body } = await again.get(`/sessions/${session}/stats`);
    expect(body.stats.tradeCount).toBe(500);
  });

  it('lets the service respond to requests whose statistics are being computed', async () => {
    const service = await startService({
      ...WITH_KEY,
      DATA_DIR: await aDataDirectory(),
      STATS_CACHE_MB: '0',
    });
    const session = await newSession(service);
    for (let batch = 0; batch < 5; batch += 1) {
      const trades = Array.from({ length: 500 }, (_, i) => aTrade(`trade-${batch}-${i}`));
      await service.post(`/sessions/${session}/trades`, { trades });
    }
    const asked = Array.from({ length: 4 }, (_, i) =>
      service.get(`/sessions/${session}/stats?breakEvenThreshold=${i}`),
    );
    // When the first response arrives, the other requests have also arrived and wait in the queue.
    await Promise.race(asked);
    const exited = service.kill('SIGTERM');
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect(await exited).toEqual(ENDED);
  });

  it('disconnects a client that does not finish its request, before the orchestrator kills the service', async () => {
    const service = await startService({ ...WITH_KEY, DATA_DIR: await aDataDirectory() });
    const session = await newSession(service);
    const stuck = await beginIngest(service, session, TRADES.slice(0, 1000));
    expect(await service.kill('SIGTERM')).toEqual(ENDED);
    await expect(stuck.answer).rejects.toThrow('socket hang up');
  });

  it('ends event streams at once, without waiting for their clients', async () => {
    const service = await startService({ ...WITH_KEY, DATA_DIR: await aDataDirectory() });
    const path = `${service.url}/sessions/${await newSession(service)}/events`;
    const streams = await Promise.all([1, 2, 3].map(() => readStream(path, { 'x-api-key': KEY })));
    await until(service, () => streams.every(({ events }) => events.length > 0));
    expect(await service.kill('SIGTERM')).toEqual(ENDED);
    await Promise.all(streams.map(({ ended }) => ended));
    expect(service.output()).not.toContain('"aborted":true');
  });

  it('ends the service only once, even if the signal is sent twice', async () => {
    const service = await startService({ ...WITH_KEY, DATA_DIR: await aDataDirectory() });
    const exited = service.kill('SIGTERM');
    process.kill(service.pid, 'SIGTERM');
    expect(await exited).toEqual(ENDED);
    expect(service.output().split('"msg":"stopping"')).toHaveLength(2);
    expect(service.output()).toContain('"msg":"stopped"');
  });
});

describe('SIGINT', () => {
  it('ends the service like SIGTERM', async () => {
    const service = await startService({ ...WITH_KEY, DATA_DIR: await aDataDirectory() });
    expect((await service.get('/projects')).status).toBe(200);
    expect(await service.kill('SIGINT')).toEqual(ENDED);
    expect(service.output()).toContain('"msg":"stopped"');
  });
});

describe('a signal before the service is ready', () => {
  const NOBODY_LISTENS = 'postgres://postgres@127.0.0.1:1/postgres';

  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends a service that waits for its database', async (signal) => {
    const waiting = launch({ ...WITH_KEY, DATABASE_URL: NOBODY_LISTENS, DATA_DIR: await aDirectory() });
    await waiting.prints(/Waiting for the database on/);
    expect(await waiting.kill(signal)).toEqual(ENDED);
    expect(waiting.output()).toContain(`${signal} before the service was ready`);
  });

  it('ends a service that is creating its database, and the next start succeeds', async () => {
    const settings = { ...WITH_KEY, DATA_DIR: await aDirectory() };
    const making = launch(settings);
    await until(making, () => existsSync(join(settings.DATA_DIR, 'postgres.new', 'PG_VERSION')));
    expect(await making.kill('SIGTERM')).toEqual(ENDED);
    const service = await startService(settings);
    expect((await service.get('/projects')).status).toBe(200);
  });
});
