import { Injectable } from '@nestjs/common';
import { overQuota } from '../auth/quotas.js';
import { WorkspaceQuotas } from '../auth/workspace-quotas.js';
import { FairQueue } from '../concurrency/fair-queue.js';
import { Metrics } from '../metrics/metrics.js';
import type { SessionState } from '../sessions/sessions.service.js';
import { isSummaryOf } from '../sessions/summary.js';
import type { ColumnsOfTrades, TradeColumn } from '../trades/read-trade-columns.js';
import { FIGURE_COLUMNS, type TradeFigures } from '../trades/trade-figures.js';
import { TradesService } from '../trades/trades.service.js';
import { SAMPLE_COLUMNS, type TradeSample, tradeSample } from './sample/trade-sample.js';
import { type ComparedFigures, compareFigures } from './worker/compare-figures.js';
import { type ComputedStatistics, computeStatistics } from './worker/compute-statistics.js';
import { StatisticsWorker } from './worker/statistics-worker.js';

/** Up to this number of trades, handing the work to the thread would take longer than the work itself. */
const FEW_TRADES = 2_000;

/** A request that waits longer gets a 503; documented in docs/operations.md, as are the other limits. */
const LONGEST_WAIT_MS = 10_000;
/** `Retry-After` beyond a quota, s: most statistics take less. */
const RETRY_AFTER_S = 1;
const WAITING = { waiting: 200, waitingPerGroup: 50 };

interface StatsClient {
  /** Aborts when no client waits for the statistics any more. */
  readonly signal: AbortSignal;
  /** Whether the statistics belong to a finish that is already committed. */
  readonly isUrgent: boolean;
}

/** Work on the trades of a session, in this thread or in the worker's. */
interface Work<Name extends TradeColumn, Result> {
  /** Columns that this thread reads if there are few trades. */
  readonly columns: readonly Name[];
  /** Null if the work is always too much for this thread. */
  readonly few: ((trades: ColumnsOfTrades<Name>) => Result) | null;
  readonly many: () => Promise<Result>;
}

/**
 * Computes statistics of a few sessions at a time; more would only take memory and connections from other requests.
 * Large sessions have a separate queue, so that small ones do not wait for them.
 */
@Injectable()
export class StatsQueue {
  private readonly small: FairQueue;
  private readonly large: FairQueue;
  /** Number of running and waiting computations by workspace. */
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly trades: TradesService,
    private readonly worker: StatisticsWorker,
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

  /** @throws Problem QUOTA_STATISTICS, BUSY; the reason of the signal */
  compute(
    session: SessionState,
    breakEvenThreshold: number,
    client: StatsClient,
  ): Promise<ComputedStatistics> {
    const settings = { initialBalance: session.initialBalance, breakEvenThreshold };
    return this.run(session, client, {
      columns: FIGURE_COLUMNS,
      few: (trades) => computeStatistics(trades, settings),
      many: () => this.worker.compute(session, settings, client.signal),
    });
  }

  /** @throws Problem QUOTA_STATISTICS, BUSY; the reason of the signal */
  sample(session: SessionState, client: StatsClient): Promise<TradeSample> {
    return this.run(session, client, {
      columns: SAMPLE_COLUMNS,
      few: tradeSample,
      many: () => this.worker.sample(session, client.signal),
    });
  }

  /**
   * Returns the figures of a session without and with additional trades.
   * @throws Problem QUOTA_STATISTICS, BUSY; the reason of the signal
   */
  compare(
    session: SessionState,
    added: TradeFigures,
    breakEvenThreshold: number,
    client: StatsClient,
  ): Promise<ComparedFigures> {
    const settings = { initialBalance: session.initialBalance, breakEvenThreshold };
    return this.run(session, client, {
      columns: FIGURE_COLUMNS,
      few: added.count > FEW_TRADES ? null : (trades) => compareFigures(trades, added, settings),
      many: () => this.worker.compare(session, added, settings, client.signal),
    });
  }

  /** Returns how many statistics of a workspace this instance computes or queues. */
  underWayOf(workspaceId: string): number {
    return this.underWay.get(workspaceId) ?? 0;
  }

  private async run<Name extends TradeColumn, Result>(
    session: SessionState,
    client: StatsClient,
    work: Work<Name, Result>,
  ): Promise<Result> {
    const { workspaceId } = session;
    const { statistics: quota } = await this.quotas.of(workspaceId);
    const underWay = this.underWayOf(workspaceId);
    if (quota !== null && underWay >= quota && !client.isUrgent)
      throw overQuota('statistics', quota, RETRY_AFTER_S);
    this.underWay.set(workspaceId, underWay + 1);
    try {
      return await this.inTurn(session, client, work);
    } finally {
      const left = this.underWayOf(workspaceId) - 1;
      if (left > 0) this.underWay.set(workspaceId, left);
      else this.underWay.delete(workspaceId);
    }
  }

  private async inTurn<Name extends TradeColumn, Result>(
    session: SessionState,
    { signal, isUrgent }: StatsClient,
    { columns, few, many }: Work<Name, Result>,
  ): Promise<Result> {
    const waitUntil = performance.now() + LONGEST_WAIT_MS;
    const options = { group: session.workspaceId, signal, waitUntil, isUrgent };
    const tradeCount = isSummaryOf(session) ? session.tradeCount : null;
    if (few && (tradeCount ?? 0) <= FEW_TRADES) {
      // Without a limit the read is faster (bench row "GET stats, cold, 1k trades").
      const most = tradeCount === null ? FEW_TRADES + 1 : undefined;
      const result = await this.small.run(options, async () => {
        const trades = await this.trades.readColumns(session, columns, { most });
        signal.throwIfAborted();
        return trades.count > FEW_TRADES ? null : few(trades);
      });
      if (result) return result;
    }
    return this.large.run(options, many);
  }
}
