import { once } from 'node:events';
import { Agent, IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Exit,
  KEY,
  RunningService,
  WITH_KEY,
  aDataDirectory,
  cleanUp,
  newSession,
  startService,
} from '../support/service-process.js';

const ENDED: Exit = { code: 0, signal: null };

afterAll(cleanUp);

interface OpenRequest {
  send(rest: string): void;
  readonly answer: Promise<{ readonly status: number | undefined; readonly text: string }>;
}

/** A request over a connection that is kept, of which the body is still on its way. */
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
  await delay(200);
  return { send: (rest) => outgoing.end(rest), answer };
}

const TRADES = JSON.stringify({
  trades: Array.from({ length: 500 }, (_, i) => ({
    clientId: `trade-${i}`,
    side: 'long',
    qty: 1,
    entryPrice: 100,
    entryTime: 1_704_844_800_000,
    exitPrice: 101,
    exitTime: 1_704_844_860_000,
    note: 'n'.repeat(1000),
  })),
});

describe('SIGTERM', () => {
  it('lets a request in flight finish, takes no new one, and leaves a database that opens', async () => {
    const settings = { ...WITH_KEY, DATA_DIR: await aDataDirectory() };
    const service = await startService(settings);
    const session = await newSession(service);
    const ingest = await beginIngest(service, session, TRADES.slice(0, 1000));

    const exited = service.kill('SIGTERM');
    await service.prints(/"msg":"ending"/);
    await expect(fetch(`${service.url}/health/live`, { keepalive: false })).rejects.toThrow('fetch failed');
    ingest.send(TRADES.slice(1000));
    const { status, text } = await ingest.answer;
    expect(status).toBe(201);
    expect(JSON.parse(text).inserted).toBe(500);
    const answeredAt = Date.now();
    expect(await exited).toEqual(ENDED);
    // The connection is kept by the client, which is nothing to wait for.
    expect(Date.now() - answeredAt).toBeLessThan(5_000);

    const again = await startService(settings);
    const { body } = await again.get(`/sessions/${session}/stats`);
    expect(body.stats.tradeCount).toBe(500);
  });

  it('cuts off a client that does not finish its request, in time for the orchestrator', async () => {
    const service = await startService({ ...WITH_KEY, DATA_DIR: await aDataDirectory() });
    const session = await newSession(service);
    const stuck = await beginIngest(service, session, TRADES.slice(0, 1000));
    const since = Date.now();
    expect(await service.kill('SIGTERM')).toEqual(ENDED);
    expect(Date.now() - since).toBeLessThan(9_500);
    await expect(stuck.answer).rejects.toThrow('socket hang up');
  });

  it('sent twice ends the service once', async () => {
    const service = await startService({ ...WITH_KEY, DATA_DIR: await aDataDirectory() });
    const exited = service.kill('SIGTERM');
    process.kill(service.pid, 'SIGTERM');
    expect(await exited).toEqual(ENDED);
    expect(service.output().split('"msg":"ending"')).toHaveLength(2);
    expect(service.output()).toContain('"msg":"ended"');
  });
});

describe('SIGINT', () => {
  it('ends the service as SIGTERM does', async () => {
    const service = await startService({ ...WITH_KEY, DATA_DIR: await aDataDirectory() });
    expect((await service.get('/projects')).status).toBe(200);
    expect(await service.kill('SIGINT')).toEqual(ENDED);
    expect(service.output()).toContain('"msg":"ended"');
  });
});
