import type { Worker } from 'node:worker_threads';
import { DataSource } from 'typeorm';
import { isDatabaseUnavailable } from '../src/platform/database/database-unavailable.js';
import { poolOf } from '../src/platform/database/connection/pool-of.js';
import { compareFigures } from '../src/stats/worker/compare-figures.js';
import { computeStatistics } from '../src/stats/worker/compute-statistics.js';
import { StatisticsWorker } from '../src/stats/worker/statistics-worker.js';
import { readTradeColumns } from '../src/trades/read-trade-columns.js';
import { FIGURE_COLUMNS } from '../src/trades/trade-figures.js';
import { TestApp, startTestApp } from './support/app.js';
import { aSession, aTrade, ingest, statsOf } from './support/factories.js';
import type { SessionAt } from '../src/sessions/trades-at.js';

const SETTINGS = { initialBalance: 10_000, breakEvenThreshold: 0 };
const { signal: never } = new AbortController();

let t: TestApp;
let session: SessionAt;
/** A session with three trades. */
let other: SessionAt;
let worker: StatisticsWorker;
beforeAll(async () => {
  t = await startTestApp({ STATS_CACHE_MB: '0' });
  worker = t.app.get(StatisticsWorker);
  const { id } = await aSession(t.call);
  const few = await aSession(t.call);
  await ingest(
    t.call,
    few,
    [5, -3, 8].map((plNet) => aTrade({ plNet })),
  );
  for (let sent = 0; sent < 2_500; sent += 500) {
    const trades = Array.from({ length: 500 }, (_, i) =>
      aTrade({ plNet: (((sent + i) * 7) % 23) - 11, hour: ((sent + i) * 13) % 700 }),
    );
    await ingest(t.call, { id }, trades);
  }
  const [row] = await t.app
    .get(DataSource)
    .query<[{ workspaceId: string }]>('SELECT workspace_id AS "workspaceId" FROM sessions WHERE id = $1', [
      id,
    ]);
  session = { id, workspaceId: row.workspaceId, revision: 1, summaryRevision: null, tradeCount: 0 };
  other = { ...session, id: few.id };
});
afterAll(() => t.close());

const textOf = (json: readonly Buffer[]) => Buffer.concat(json).toString();

const threadOf = ({ thread }: StatisticsWorker) =>
  (thread as unknown as { readonly thread: Worker | null }).thread;

describe('the thread for statistics', () => {
  it('computes the same statistics as the main thread', async () => {
    const computed = await worker.compute(session, SETTINGS, never);
    const trades = await readTradeColumns(poolOf(t.app.get(DataSource)), session, FIGURE_COLUMNS, {});
    const expected = computeStatistics(trades, SETTINGS);
    expect(textOf(computed.json)).toBe(textOf(expected.json));
    expect(computed.counts).toEqual(expected.counts);
    expect(computed.outline).toEqual(expected.outline);
  });

  it('compares the session without and with further trades in the same way as the main thread', async () => {
    const tradesOf = (of: SessionAt) =>
      readTradeColumns(poolOf(t.app.get(DataSource)), of, FIGURE_COLUMNS, {});
    const added = await tradesOf(other);
    const { before, after } = await worker.compare(session, added, SETTINGS, never);
    expect([before.tradeCount, after.tradeCount]).toEqual([2_500, 2_503]);
    expect({ before, after }).toEqual(compareFigures(await tradesOf(session), added, SETTINGS));
  });

  it('is replaced after it has died', async () => {
    await worker.compute(session, SETTINGS, never);
    await threadOf(worker)!.terminate();
    expect((await statsOf(t.call, session)).tradeCount).toBe(2_500);
  });

  it('makes the requests in progress fail if it dies', async () => {
    const computing = worker.compute(session, SETTINGS, never);
    void threadOf(worker)!.terminate();
    await expect(computing).rejects.toMatchObject({ code: 'BUSY', extras: { retryAfterS: 30 } });
    expect((await statsOf(t.call, session)).tradeCount).toBe(2_500);
  });

  it('drops an aborted job, and starts the next job', async () => {
    const left = new AbortController();
    const computing = worker.compute(session, SETTINGS, left.signal);
    left.abort(new Error('left'));
    await expect(computing).rejects.toThrow('left');
    expect((await worker.compute(session, SETTINGS, never)).counts.total).toBe(2_500);
  });

  it('reports that the database is unreachable', async () => {
    const lost = new StatisticsWorker({ url: 'postgres://nobody@localhost:1/nowhere' });
    try {
      const error = await lost.compute(session, SETTINGS, never).catch((thrown: unknown) => thrown);
      expect(isDatabaseUnavailable(error)).toBe(true);
    } finally {
      await lost.onApplicationShutdown();
    }
  });

  it('ends with the service', async () => {
    const own = await startTestApp();
    const thread = own.app.get(StatisticsWorker);
    await thread.compute(session, SETTINGS, never);
    await own.close();
    expect(threadOf(thread)).toBeNull();
  });
});
