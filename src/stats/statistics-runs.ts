import { Injectable } from '@nestjs/common';
import { Environment } from '../platform/config/environment.js';
import type { SessionState } from '../sessions/sessions.service.js';
import { VersionCache } from '../shared/concurrency/version-cache.js';
import type { ColumnsOfTrades, TradeColumn } from '../trades/read-trade-columns.js';
import { FIGURE_COLUMNS, type TradeFigures } from '../trades/trade-figures.js';
import { TradesService } from '../trades/trades.service.js';
import { SAMPLE_COLUMNS, type TradeSample, tradeSample } from './sample/trade-sample.js';
import { FEW_TRADES, type StatsClient, StatsQueue } from './stats-queue.js';
import { type ComparedFigures, compareFigures } from './worker/compare-figures.js';
import { type ComputedStatistics, type Outline, computeStatistics } from './worker/compute-statistics.js';
import { StatisticsWorker } from './worker/statistics-worker.js';

/** Approximate size of an outline in bytes. */
const OUTLINE_BYTES = 5_000;

/** Share of the memory for cached statistics that outlines may use. */
const OUTLINES_SHARE = 1 / 8;

/**
 * Calculates statistics from the stored trades of a session. Small sessions are calculated in this thread, large
 * sessions in a separate thread. Every calculation first waits for a slot in the queue. The
 * outlines of sessions are cached.
 */
@Injectable()
export class StatisticsRuns {
  /** Outlines depend only on the trades of their session, so no candles are loaded for them. */
  private readonly outlines: VersionCache<Outline>;

  constructor(
    private readonly trades: TradesService,
    private readonly worker: StatisticsWorker,
    private readonly queue: StatsQueue,
    { STATS_CACHE_MB }: Environment,
  ) {
    this.outlines = new VersionCache(STATS_CACHE_MB * OUTLINES_SHARE * 2 ** 20, () => OUTLINE_BYTES);
  }

  /**
   * Returns the statistics of a session, and caches their outline.
   * @throws Problem QUOTA_STATISTICS, BUSY; the reason of the signal
   */
  async statistics(
    session: SessionState,
    breakEvenThreshold: number,
    client: StatsClient,
  ): Promise<ComputedStatistics> {
    const settings = { initialBalance: session.initialBalance, breakEvenThreshold };
    const computed = await this.queue.run(session, client, {
      small: this.ifFew(session, client, FIGURE_COLUMNS, (trades) => computeStatistics(trades, settings)),
      large: () => this.worker.compute(session, settings, client.signal),
    });
    this.outlines.keep(outlineKey(session, breakEvenThreshold), computed.outline);
    return computed;
  }

  /**
   * Returns the outline of a session, from the cache or computed.
   * @throws Problem QUOTA_STATISTICS, BUSY; the reason of the signal
   */
  outline(session: SessionState, breakEvenThreshold: number, signal: AbortSignal): Promise<Outline> {
    const compute = async (shared: AbortSignal) => {
      const client = { signal: shared, isUrgent: false };
      return (await this.statistics(session, breakEvenThreshold, client)).outline;
    };
    return this.outlines.get(outlineKey(session, breakEvenThreshold), compute, signal);
  }

  /**
   * Returns the sample of a session.
   * @throws Problem QUOTA_STATISTICS, BUSY; the reason of the signal
   */
  sample(session: SessionState, client: StatsClient): Promise<TradeSample> {
    return this.queue.run(session, client, {
      small: this.ifFew(session, client, SAMPLE_COLUMNS, tradeSample),
      large: () => this.worker.sample(session, client.signal),
    });
  }

  /**
   * Returns the figures of a session twice: without and with additional trades.
   * @throws Problem QUOTA_STATISTICS, BUSY; the reason of the signal
   */
  compare(
    session: SessionState,
    added: TradeFigures,
    breakEvenThreshold: number,
    client: StatsClient,
  ): Promise<ComparedFigures> {
    const settings = { initialBalance: session.initialBalance, breakEvenThreshold };
    const compare = (trades: TradeFigures) => compareFigures(trades, added, settings);
    return this.queue.run(session, client, {
      small: added.count > FEW_TRADES ? null : this.ifFew(session, client, FIGURE_COLUMNS, compare),
      large: () => this.worker.compare(session, added, settings, client.signal),
    });
  }

  /**
   * Returns a function that reads the trades and calculates with them in this thread. The function returns null if it
   * finds that the session has many trades.
   */
  private ifFew<Name extends TradeColumn, Result>(
    session: SessionState,
    { signal }: StatsClient,
    columns: readonly Name[],
    calculate: (trades: ColumnsOfTrades<Name>) => Result,
  ) {
    return async (hasFew: boolean): Promise<Result | null> => {
      // If the session is known to have few trades, they are read without a limit, which is faster (benchmark "GET
      // stats, cold, 1k trades").
      const most = hasFew ? undefined : FEW_TRADES + 1;
      const trades = await this.trades.readColumns(session, columns, { most });
      signal.throwIfAborted();
      return trades.count > FEW_TRADES ? null : calculate(trades);
    };
  }
}

const outlineKey = ({ workspaceId, id, revision }: SessionState, breakEvenThreshold: number): string =>
  `${workspaceId} ${id} ${revision} ${breakEvenThreshold}`;
