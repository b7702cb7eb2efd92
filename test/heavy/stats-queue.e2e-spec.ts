import { type ClientRequest, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { StatisticsWorker } from '../../src/stats/worker/statistics-worker.js';
import { type Caller, TestApp, startTestApp } from '../support/app.js';
import { aSession, aSessionWith, aTrade, ingest, statsOf } from '../support/factories.js';
import { until } from '../support/until.js';

/** Maximum number of waiting statistics of one workspace, as documented in docs/operations.md. */
const WAITING_OF_WORKSPACE = 50;

const BATCH = 500;

let t: TestApp;
beforeEach(async () => {
  t = await startTestApp({ STATS_CACHE_MB: '0' });
});
afterEach(() => t.close());

async function sessionWith(call: Caller, count: number): Promise<string> {
  const { id } = await aSession(call);
  for (let left = count; left > 0; left -= BATCH)
    await ingest(
      call,
      { id },
      Array.from({ length: Math.min(BATCH, left) }, () => aTrade()),
    );
  return id;
}

let thresholds = 0;

/** Returns a path that no other client requests, so the service computes its statistics only for this client. */
const pathOf = (id: string) => `/sessions/${id}/stats?breakEvenThreshold=${(thresholds += 1)}`;

interface Client {
  readonly request: ClientRequest;
  /** The status of the response; null if the client has disconnected. */
  readonly status: Promise<number | null>;
}

/** Starts clients with a separate connection each. A client can close its connection. */
function clients(count: number, id: string, key = t.secrets.own): Client[] {
  const { port } = t.app.getHttpServer().address() as AddressInfo;
  return Array.from({ length: count }, () => {
    const request = get({ port, path: pathOf(id), agent: false, headers: { 'x-api-key': key } });
    const status = new Promise<number | null>((resolve) => {
      request.once('error', () => resolve(null));
      request.once('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
    });
    return { request, status };
  });
}

async function metric(name: string, labels: Readonly<Record<string, string>>): Promise<number> {
  const found = await t.app.get(Metrics).registry.getSingleMetric(name)!.get();
  return (
    found.values.find((value) => Object.entries(labels).every(([key, label]) => value.labels[key] === label))
      ?.value ?? 0
  );
}

const computed = () => metric('backtest_stats_answers_total', { how: 'computed' });
const waiting = (size: 'small' | 'large') => metric('backtest_stats_waiting', { size });

/** Holds the jobs of the thread until they are released, and records the jobs. */
function heldWorker() {
  const worker = t.app.get(StatisticsWorker);
  const compute = worker.compute.bind(worker);
  const asked: { id: string; signal: AbortSignal }[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  Object.assign(worker, {
    compute: async (...args: Parameters<typeof compute>) => {
      const [{ id }, , signal] = args;
      asked.push({ id, signal });
      const left = new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      await Promise.race([released, left]);
      return compute(...args);
    },
  });
  return { release, asked };
}

it('200 requests whose clients have disconnected do not delay the statistics of another workspace', async () => {
  const id = await sessionWith(t.call, 2_000);
  const other = await aSessionWith(t.other, [aTrade()]);
  const many = clients(200, id);
  await until(async () => (await computed()) > 0);
  for (const { request } of many) request.destroy();
  const before = await computed();
  expect((await statsOf(t.other, other)).tradeCount).toBe(1);
  // Includes the statistics of the other workspace, the two statistics in progress, and the statistics that were
  // computed while the connections were being closed.
  expect((await computed()) - before).toBeLessThan(30);
});

describe('statistics of large sessions', () => {
  it('are computed for the workspaces in turn', async () => {
    const own = await sessionWith(t.call, 2_001);
    const other = await sessionWith(t.other, 2_001);
    const { release, asked } = heldWorker();
    const many = clients(10, own);
    await until(async () => (await waiting('large')) === 9);
    many.push(...clients(1, other, t.secrets.other));
    await until(async () => (await waiting('large')) === 10);
    release();
    for (const { status } of many) expect(await status).toBe(200);
    expect(asked.map(({ id }) => id).indexOf(other)).toBeLessThanOrEqual(2);
  });

  it('do not delay statistics of small sessions', async () => {
    const { release } = heldWorker();
    const [large] = clients(1, await sessionWith(t.call, 2_001));
    const small = await aSessionWith(t.call, [aTrade()]);
    await statsOf(t.call, small);
    release();
    expect(await large!.status).toBe(200);
  });

  it('are aborted when their clients disconnect, even while they are being computed', async () => {
    const id = await sessionWith(t.call, 2_001);
    const { release, asked } = heldWorker();
    const [computing] = clients(1, id);
    await until(() => asked.length === 1);
    const many = clients(19, id);
    await until(async () => (await waiting('large')) === 19);
    for (const { request } of many) request.destroy();
    await until(async () => (await waiting('large')) === 0);
    expect(asked[0]!.signal.aborted).toBe(false);
    computing!.request.destroy();
    await until(() => asked[0]!.signal.aborted);
    expect(asked).toHaveLength(1);
    release();
    expect((await statsOf(t.call, { id })).tradeCount).toBe(2_001);
  });

  it('are computed as long as at least one client waits for the result', async () => {
    const id = await sessionWith(t.call, 2_001);
    const { release, asked } = heldWorker();
    const path = pathOf(id);
    const leaving = clients(1, id)[0]!.request;
    await until(() => asked.length === 1);
    leaving.destroy();
    await until(() => asked[0]!.signal.aborted);
    const staying = t.call.get(path).then(({ status }) => status);
    await until(() => asked.length === 2);
    expect(asked[1]!.signal.aborted).toBe(false);
    release();
    expect(await staying).toBe(200);
  });
});

describe('a full queue', () => {
  it('refuses further requests of the workspace with BUSY, but accepts a finish and requests of other workspaces', async () => {
    const id = await sessionWith(t.call, 2_001);
    const { release, asked } = heldWorker();
    // This request makes the service read the trades, so it knows that the session is large.
    const [first] = clients(1, id);
    await until(() => asked.length === 1);
    const accepted = clients(WAITING_OF_WORKSPACE, id);
    await until(async () => (await waiting('large')) === WAITING_OF_WORKSPACE);

    const refused = await t.call.get(pathOf(id)).expect(503);
    expect(refused.body).toMatchObject({ code: 'BUSY', error: 'Service Unavailable' });
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/);

    const small = await aSessionWith(t.call, [aTrade()]);
    expect((await statsOf(t.call, small)).tradeCount).toBe(1);
    const finishing = t.call
      .post(`/sessions/${id}/finish`)
      .then(({ status, body }) => [status, body.stats.tradeCount]);
    await until(async () => (await waiting('large')) === WAITING_OF_WORKSPACE + 1);
    release();
    expect(await finishing).toEqual([200, 2_001]);
    for (const { status } of [first!, ...accepted]) expect(await status).toBe(200);
  });
});
