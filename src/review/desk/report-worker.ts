import { Inject, Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { CandlesService } from '../../candles/candles.service.js';
import { abortWith } from '../../shared/concurrency/abort-with.js';
import { DATABASE_ADDRESS } from '../../platform/database/database.module.js';
import type { DatabaseAddress } from '../../platform/database/connection/pool-settings.js';
import type { Feed } from '../../shared/market/feeds.js';
import type { SessionRecord } from '../../sessions/session-record.dto.js';
import { WorkerThread, asBuffer } from '../../platform/worker/worker-thread.js';
import type { ReportAnswers, ReportTask, StoredMarket } from './report-task.js';

/**
 * Memory limits of the thread. A report consists of many short-lived objects. With a smaller young generation, these
 * objects would be copied again and again.
 */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/** Makes reports in a thread, because rendering a report would block the event loop for too long. */
@Injectable()
export class ReportWorker implements OnApplicationShutdown {
  readonly thread: WorkerThread;

  constructor(
    @Inject(DATABASE_ADDRESS) address: DatabaseAddress,
    private readonly candles: CandlesService,
  ) {
    const program = new URL('../../../desk/thread/report.worker.js', import.meta.url);
    this.thread = new WorkerThread(program, address, new Logger(ReportWorker.name), {
      resourceLimits: MEMORY,
    });
  }

  /**
   * Makes a report.
   * @param answers the data that the thread does not read itself; the thread reads its own data while the answers are
   * computed
   * @param signal aborts the job while it reads from the database
   * @throws the reason if there are no answers
   */
  async make(
    task: Omit<ReportTask, 'answers'>,
    answers: Promise<Omit<ReportAnswers, 'markets'>>,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const { port1, port2 } = new MessageChannel();
    const ended = new AbortController();
    const unlink = abortWith(ended, signal);
    try {
      const [file] = await Promise.all([
        this.thread.run<Uint8Array>({ ...task, answers: port2 } satisfies ReportTask, ended.signal, {
          ports: [port2],
        }),
        this.send(answers, task.sheet.session, port1).catch((error: unknown) => ended.abort(error)),
      ]);
      return asBuffer(file);
    } finally {
      unlink();
      port1.close();
    }
  }

  /** Sends the answers to the thread. The candles that the answers needed are stored by then. */
  private async send(
    answers: Promise<Omit<ReportAnswers, 'markets'>>,
    session: SessionRecord,
    port: MessagePort,
  ): Promise<void> {
    const whole = { ...(await answers), markets: await this.storedMarkets(session) };
    port.postMessage(whole satisfies ReportAnswers);
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
