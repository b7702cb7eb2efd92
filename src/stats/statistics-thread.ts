import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import type { Bytes } from '../common/bytes.js';
import { Environment } from '../config/environment.js';
import type { TradeCounts } from '../trades/trade-figures.js';
import type { StatisticsSettings } from './calculator/calculate-statistics.js';
import { StatisticsOfTrades } from './statistics-of-trades.js';
import type { StatisticsMessage, StatisticsResult } from './statistics.worker.js';

/** Up to so many bytes of trades, some 2,000, the work takes less than handing it over. */
const FEW_BYTES = 2 ** 18;

export interface ComputedStatistics {
  /** See `statisticsText`. */
  readonly text: Bytes;
  readonly counts: TradeCounts;
}

interface Waiting {
  readonly resolve: (computed: ComputedStatistics) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Computes the statistics of large sessions in a thread of its own, which also decodes their trades, so that the loop that
 * answers requests stays free.
 */
@Injectable()
export class StatisticsThread implements OnApplicationShutdown {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(private readonly environment: Environment) {}

  /**
   * @param read reads the trades: hands over their bytes as they come, see `copyTradeFigures`, and ends with them
   * @throws whatever `read` throws
   */
  async compute(
    read: (take: (bytes: Buffer) => void) => Promise<void>,
    settings: StatisticsSettings,
  ): Promise<ComputedStatistics> {
    const most = this.environment.STATS_THREAD === 'off' ? Infinity : FEW_BYTES;
    const job = new Job(most, () => this.begin());
    try {
      await read((bytes) => job.take(bytes));
    } catch (error) {
      job.cancel();
      throw error;
    }
    return job.compute(settings);
  }

  /** After the last answer, which it may still be computing. */
  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  private begin(): JobOfThread {
    this.lastId += 1;
    const id = this.lastId;
    const worker = this.start();
    const post = (message: StatisticsMessage, memory?: ArrayBuffer[]) => worker.postMessage(message, memory);
    return {
      take: (bytes) => post({ id, bytes }, bytes.flatMap(ownMemory)),
      cancel: () => post({ id, isCancelled: true }),
      compute: async (settings) => {
        // A thread that has died meanwhile took the trades with it.
        if (this.worker !== worker) throw new Error(ENDED);
        return new Promise((resolve, reject) => {
          this.waiting.set(id, { resolve, reject });
          post({ id, settings });
        });
      },
    };
  }

  /** The thread lives as long as the service; one that died (out of memory, say) is replaced with the next request. */
  private start(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./statistics.worker.js', import.meta.url));
    worker.unref();
    worker.on('message', (result: StatisticsResult) => this.settle(result));
    worker.on('error', (error) => this.end(worker, error));
    worker.on('exit', () => this.end(worker, new Error(ENDED)));
    this.worker = worker;
    return worker;
  }

  private settle(result: StatisticsResult): void {
    const waiting = this.waiting.get(result.id);
    this.waiting.delete(result.id);
    if ('failure' in result) waiting?.reject(new Error(result.failure));
    else waiting?.resolve({ text: result.text.map(asBuffer), counts: result.counts });
  }

  private end(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}

const ENDED = 'the thread for statistics ended';

interface JobOfThread {
  take(bytes: readonly Buffer[]): void;
  cancel(): void;
  compute(settings: StatisticsSettings): Promise<ComputedStatistics>;
}

/** Holds on to the trades until there are more than a few, and then hands them to the thread. */
class Job {
  private held: Buffer[] = [];
  private size = 0;
  private ofThread: JobOfThread | null = null;

  constructor(
    private readonly most: number,
    private readonly begin: () => JobOfThread,
  ) {}

  take(bytes: Buffer): void {
    this.size += bytes.length;
    this.held.push(bytes);
    if (this.size > this.most) this.handOver();
  }

  /** Many pieces at a time: a message to the thread costs more than what most pieces hold. */
  private handOver(): void {
    this.ofThread ??= this.begin();
    this.ofThread.take(this.held);
    this.held = [];
    this.size = 0;
  }

  cancel(): void {
    this.ofThread?.cancel();
  }

  async compute(settings: StatisticsSettings): Promise<ComputedStatistics> {
    if (this.ofThread) {
      this.handOver();
      return this.ofThread.compute(settings);
    }
    const statistics = new StatisticsOfTrades();
    for (const part of this.held) statistics.push(part);
    const { text, counts } = statistics.compute(settings);
    return { text: text.map(asBuffer), counts };
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The memory of the bytes where nothing else lies in it: it moves to the thread instead of being copied. */
function ownMemory({ buffer, byteLength }: Buffer): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
