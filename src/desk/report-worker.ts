import { Inject, Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { CandlesService } from '../candles/candles.service.js';
import { DATABASE_ADDRESS } from '../database/database.module.js';
import type { DatabaseAddress } from '../database/pool-settings.js';
import type { Feed } from '../market/feeds.js';
import type { SessionRecord } from '../sessions/session-record.dto.js';
import { WorkerThread, asBuffer } from '../worker/worker-thread.js';
import type { ReportTask } from './report-task.js';
import type { StoredMarket } from './sheet-candles.js';

/** Makes reports in a thread: rendering one takes much longer than the event loop may be blocked. */
@Injectable()
export class ReportWorker implements OnApplicationShutdown {
  readonly thread: WorkerThread;

  constructor(
    @Inject(DATABASE_ADDRESS) address: DatabaseAddress,
    private readonly candles: CandlesService,
  ) {
    const program = new URL('./report.worker.js', import.meta.url);
    this.thread = new WorkerThread(program, address, new Logger(ReportWorker.name));
  }

  /** @param signal aborts the job while it reads from the database */
  async make(task: Omit<ReportTask, 'markets'>, signal: AbortSignal): Promise<Buffer> {
    const whole: ReportTask = { ...task, markets: await this.storedMarkets(task.sheet.session) };
    return asBuffer(await this.thread.run<Uint8Array>(whole, signal));
  }

  private async storedMarkets({ assets }: SessionRecord): Promise<StoredMarket[]> {
    const markets: StoredMarket[] = [];
    for (const { symbol, feed } of assets) {
      const seriesId = await this.candles.minutesId(feed as Feed, symbol);
      if (seriesId !== null) markets.push({ symbol, feed, seriesId });
    }
    return markets;
  }

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }
}
