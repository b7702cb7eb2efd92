import { jest } from '@jest/globals';
import type { WorkspaceQuotas } from '../platform/auth/workspace-quotas.js';
import type { Environment } from '../platform/config/environment.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { SessionState } from '../sessions/sessions.service.js';
import type { TradesService } from '../trades/trades.service.js';
import { StatisticsRuns } from './statistics-runs.js';
import { StatsQueue } from './stats-queue.js';
import type { StatisticsWorker } from './worker/statistics-worker.js';

/** Limits of both queues, documented in docs/operations.md. */
const WAITING = 200;
const WAITING_OF_WORKSPACE = 50;
const MAX_WAIT_MS = 10_000;

const MANY_TRADES = 2_001;

afterEach(() => jest.useRealTimers());

/** Returns a queue whose work ends only when the test releases it, and the outcomes of the requests. */
function heldQueue() {
  const held: (() => void)[] = [];
  const hold = (result: unknown) => new Promise((resolve) => held.push(() => resolve(result)));
  const runs = new StatisticsRuns(
    { readColumns: () => hold({ count: MANY_TRADES }) } as unknown as TradesService,
    { compute: () => hold({}) } as unknown as StatisticsWorker,
    new StatsQueue({ get: async () => ({ statistics: null }) } as unknown as WorkspaceQuotas, new Metrics()),
    { STATS_CACHE_MB: 0 } as Environment,
  );
  const outcomes: string[] = [];
  /**
   * Requests the statistics of a session. If `tradeCount` is null, the queue learns only from a read of the trades that
   * the session is large.
   */
  const ask = async (workspaceId: string, tradeCount: number | null, isUrgent = false): Promise<void> => {
    const summaryRevision = tradeCount === null ? 0 : 1;
    const session = { id: 's', workspaceId, initialBalance: 1, revision: 1, summaryRevision, tradeCount };
    const client = { signal: new AbortController().signal, isUrgent };
    const index = outcomes.push('waits') - 1;
    void runs.statistics(session as unknown as SessionState, 0, client).then(
      () => (outcomes[index] = 'computed'),
      (error: { code: string }) => (outcomes[index] = error.code),
    );
    await turns();
  };
  /** Ends the work with this index in the list of held work. */
  const release = async (place: number): Promise<void> => {
    held.splice(place, 1)[0]!();
    await turns();
  };
  return { ask, release, outcomes };
}

/** Waits until every request has entered a queue. */
async function turns(): Promise<void> {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
}

const count = (outcomes: readonly string[], outcome: string) =>
  outcomes.filter((each) => each === outcome).length;

it.each([
  ['small', 1, 2],
  ['large', MANY_TRADES, 1],
])(
  'the queue of %s sessions accepts 200 waiting requests, at most 50 per workspace',
  async (_, trades, running) => {
    jest.useFakeTimers();
    const { ask, outcomes } = heldQueue();
    for (let i = 0; i < running; i += 1) await ask('first', trades);
    for (let i = 0; i < WAITING_OF_WORKSPACE; i += 1) await ask('first', trades);
    expect(count(outcomes, 'BUSY')).toBe(0);
    await ask('first', trades);
    expect(outcomes.at(-1)).toBe('BUSY');

    for (let i = WAITING_OF_WORKSPACE; i < WAITING; i += 1) await ask(`other-${i % 4}`, trades);
    expect(count(outcomes, 'BUSY')).toBe(1);
    await ask('last', trades);
    expect(outcomes.at(-1)).toBe('BUSY');
    await ask('last', trades, true);
    expect(outcomes.at(-1)).toBe('waits');
  },
);

it('the queue of small sessions accepts a request even while the queue of large sessions is full', async () => {
  jest.useFakeTimers();
  const { ask, outcomes } = heldQueue();
  for (let i = 0; i <= WAITING_OF_WORKSPACE + 1; i += 1) await ask('first', MANY_TRADES);
  expect(outcomes.at(-1)).toBe('BUSY');
  await ask('first', 1);
  expect(outcomes.at(-1)).toBe('waits');
});

it('a request waits for at most 10 s', async () => {
  jest.useFakeTimers();
  const { ask, outcomes } = heldQueue();
  await ask('first', MANY_TRADES);
  await ask('first', MANY_TRADES);
  await jest.advanceTimersByTimeAsync(MAX_WAIT_MS - 1);
  expect(outcomes).toEqual(['waits', 'waits']);
  await jest.advanceTimersByTimeAsync(1);
  expect(outcomes).toEqual(['waits', 'BUSY']);
});

it('a request that moves to the other queue waits for at most 10 s in both queues together', async () => {
  jest.useFakeTimers();
  const { ask, release, outcomes } = heldQueue();
  await ask('first', MANY_TRADES);
  await ask('first', null);
  await ask('first', null);
  // This request first waits in the queue of small sessions. A read then shows that its session is large.
  await ask('first', null);
  await jest.advanceTimersByTimeAsync(6_000);
  // Three reads end, but the work on the large session does not end.
  for (let i = 0; i < 3; i += 1) await release(1);
  await jest.advanceTimersByTimeAsync(MAX_WAIT_MS - 6_001);
  expect(outcomes).toEqual(['waits', 'waits', 'waits', 'waits']);
  await jest.advanceTimersByTimeAsync(1);
  expect(outcomes).toEqual(['waits', 'BUSY', 'BUSY', 'BUSY']);
});
