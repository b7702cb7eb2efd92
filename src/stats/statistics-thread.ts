import { Injectable, OnModuleDestroy } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import type { Bytes } from '../common/bytes.js';
import { Environment } from '../config/environment.js';
import type { StatisticsSettings } from './calculator/calculate-statistics.js';
import { type UnorderedTrades, statisticsText } from './statistics-text.js';
import type { StatisticsJob, StatisticsResult } from './statistics.worker.js';

/** Up to this many trades the work takes less than handing it over. */
const FEW_TRADES = 2_000;

interface Waiting {
  readonly resolve: (text: Bytes) => void;
  readonly reject: (error: Error) => void;
}

/** Computes the statistics of large sessions in a thread of its own, so that the loop that answers requests stays free. */
@Injectable()
export class StatisticsThread implements OnModuleDestroy {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(private readonly environment: Environment) {}

  /**
   * The statistics as JSON text, see `statisticsText`.
   * @param trades given away: their columns are no longer to be used
   */
  async text(trades: UnorderedTrades, settings: StatisticsSettings): Promise<Bytes> {
    if (trades.count <= FEW_TRADES || this.environment.STATS_THREAD === 'off') {
      return statisticsText(trades, settings).map(asBuffer);
    }
    this.lastId += 1;
    const id = this.lastId;
    const worker = this.start();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, trades, settings } satisfies StatisticsJob, buffersOf(trades));
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.terminate();
  }

  /** The thread lives as long as the service; one that died (out of memory, say) is replaced with the next request. */
  private start(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./statistics.worker.js', import.meta.url));
    worker.unref();
    worker.on('message', (result: StatisticsResult) => this.settle(result));
    worker.on('error', (error) => this.end(error));
    worker.on('exit', () => this.end(new Error('the thread for statistics ended')));
    this.worker = worker;
    return worker;
  }

  private settle(result: StatisticsResult): void {
    const waiting = this.waiting.get(result.id);
    this.waiting.delete(result.id);
    if ('text' in result) waiting?.resolve(result.text.map(asBuffer));
    else waiting?.reject(new Error(result.failure));
  }

  private end(error: Error): void {
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The memory of the columns, each once: it moves to the thread instead of being copied. */
function buffersOf({ clientId, ...columns }: UnorderedTrades): ArrayBuffer[] {
  const numbers = Object.values(columns).filter((column) => column instanceof Float64Array);
  const arrays = [...numbers, clientId.bytes, clientId.ends];
  return [...new Set(arrays.map((array) => array.buffer as ArrayBuffer))];
}
