import { Injectable } from '@nestjs/common';
import { overQuota } from '../platform/auth/quotas.js';
import { WorkspaceQuotas } from '../platform/auth/workspace-quotas.js';
import { FairQueue } from '../shared/concurrency/fair-queue.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { SessionState } from '../sessions/sessions.service.js';
import { isSummaryOf } from '../sessions/summary.js';

/**
 * Maximum number of trades that are computed in this thread. Up to this number, passing the work to another thread
 * takes longer than the computation.
 */
export const FEW_TRADES = 2_000;

/**
 * Maximum time that a request waits, ms. After this time the response is a 503. docs/operations.md documents all
 * limits.
 */
const MAX_WAIT_MS = 10_000;
/** `Retry-After` of a request that exceeds the quota, s. Most statistics are computed in less time. */
const RETRY_AFTER_S = 1;
const WAITING = { waiting: 200, waitingPerGroup: 50 };

export interface StatsClient {
  /** Aborts when no client waits for the statistics any more. */
  readonly signal: AbortSignal;
  /** True if the statistics are for a request that has already finished its session. */
  readonly isUrgent: boolean;
}

/** Work on the trades of a session. */
export interface SessionWork<Result> {
  /**
   * Does the work in this thread. The function is null if the work is always too much for this thread. Its result is
   * null if the session has many trades.
   * @param hasFew true if the session is known to have few trades
   */
  readonly small: ((hasFew: boolean) => Promise<Result | null>) | null;
  /** Does the work in the separate thread. */
  readonly large: () => Promise<Result>;
}

/**
 * Runs work on only a few sessions at a time, because more work would take memory and connections from other requests.
 * Large sessions have a separate queue, so that small sessions do not wait for them.
 */
@Injectable()
export class StatsQueue {
  private readonly small: FairQueue;
  private readonly large: FairQueue;
  /** Number of running and waiting computations by workspace. */
  private readonly inFlight = new Map<string, number>();

  constructor(
    private readonly quotas: WorkspaceQuotas,
    metrics: Metrics,
  ) {
    this.small = new FairQueue({ running: 2, ...WAITING }, metrics.queue('small statistics'));
    this.large = new FairQueue({ running: 1, ...WAITING }, metrics.queue('large statistics'));
    metrics.gauge('backtest_stats_waiting', 'Statistics that wait to be computed, by size of session', () => [
      { labels: { size: 'small' }, value: this.small.size },
      { labels: { size: 'large' }, value: this.large.size },
    ]);
  }

  /** Returns the number of statistics that this instance computes or queues for a workspace. */
  inFlightOf(workspaceId: string): number {
    return this.inFlight.get(workspaceId) ?? 0;
  }

  /**
   * Runs the work when the queue has a free slot.
   * @throws Problem QUOTA_STATISTICS, BUSY; the reason of the signal
   */
  async run<Result>(session: SessionState, client: StatsClient, work: SessionWork<Result>): Promise<Result> {
    const { workspaceId } = session;
    const { statistics: quota } = await this.quotas.get(workspaceId);
    const inFlight = this.inFlightOf(workspaceId);
    if (quota !== null && inFlight >= quota && !client.isUrgent)
      throw overQuota('statistics', quota, RETRY_AFTER_S);
    this.inFlight.set(workspaceId, inFlight + 1);
    try {
      return await this.enqueue(session, client, work);
    } finally {
      const left = this.inFlightOf(workspaceId) - 1;
      if (left > 0) this.inFlight.set(workspaceId, left);
      else this.inFlight.delete(workspaceId);
    }
  }

  private async enqueue<Result>(
    session: SessionState,
    { signal, isUrgent }: StatsClient,
    { small, large }: SessionWork<Result>,
  ): Promise<Result> {
    const waitUntil = performance.now() + MAX_WAIT_MS;
    const options = { group: session.workspaceId, signal, waitUntil, isUrgent };
    const tradeCount = isSummaryOf(session) ? session.tradeCount : null;
    if (small && (tradeCount ?? 0) <= FEW_TRADES) {
      const result = await this.small.run(options, () => small(tradeCount !== null));
      if (result) return result;
    }
    return this.large.run(options, large);
  }
}
