import { Inject, Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { DATABASE_ADDRESS } from '../../platform/database/database.module.js';
import type { DatabaseAddress } from '../../platform/database/connection/pool-settings.js';
import { type SessionAt, toTradesAt } from '../../sessions/trades-at.js';
import type { TradeFigures } from '../../trades/trade-figures.js';
import { WorkerThread, asBuffer } from '../../platform/worker/worker-thread.js';
import type { StatisticsSettings } from '../../shared/figures/calculator/calculate-statistics.js';
import type { TradeSample } from '../sample/trade-sample.js';
import type { ComparedFigures } from './compare-figures.js';
import type { ComputedStatistics } from './compute-statistics.js';
import type { StatisticsTask } from './statistics.worker.js';

/** Maximum size of the thread's heap. Columns of trades are stored outside the heap. */
const MEMORY = { maxOldGenerationSizeMb: 256 };

/** Computes statistics in a separate thread. The thread also reads the trades. */
@Injectable()
export class StatisticsWorker implements OnApplicationShutdown {
  readonly thread: WorkerThread;

  constructor(@Inject(DATABASE_ADDRESS) address: DatabaseAddress) {
    const program = new URL('./statistics.worker.js', import.meta.url);
    this.thread = new WorkerThread(program, address, new Logger(StatisticsWorker.name), {
      resourceLimits: MEMORY,
    });
  }

  /**
   * Computes the statistics of a session.
   * @param signal aborts the job while its trades are being read
   */
  async compute(
    session: SessionAt,
    settings: StatisticsSettings,
    signal: AbortSignal,
  ): Promise<ComputedStatistics> {
    const computed = await this.run<ComputedStatistics>(
      { session: toTradesAt(session), kind: 'statistics', settings },
      signal,
    );
    return { ...computed, json: computed.json.map(asBuffer) };
  }

  /**
   * Computes the sample of a session.
   * @param signal aborts the job while its trades are being read
   */
  sample(session: SessionAt, signal: AbortSignal): Promise<TradeSample> {
    return this.run({ session: toTradesAt(session), kind: 'sample' }, signal);
  }

  /** Returns the figures of a session twice: without and with additional trades. */
  compare(
    session: SessionAt,
    added: TradeFigures,
    settings: StatisticsSettings,
    signal: AbortSignal,
  ): Promise<ComparedFigures> {
    return this.run({ session: toTradesAt(session), kind: 'comparison', added, settings }, signal);
  }

  private run<Result>(task: StatisticsTask, signal: AbortSignal): Promise<Result> {
    return this.thread.run(task, signal);
  }

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }
}
