import { parentPort } from 'node:worker_threads';
import type { TradeCounts } from '../trades/trade-figures.js';
import type { StatisticsSettings } from './calculator/calculate-statistics.js';
import { StatisticsOfTrades } from './statistics-of-trades.js';

/** What the thread is told of a job: bytes of its trades, then to compute, or to forget it. */
export type StatisticsMessage =
  | { readonly id: number; readonly bytes: readonly Uint8Array[] }
  | { readonly id: number; readonly settings: StatisticsSettings }
  | { readonly id: number; readonly isCancelled: true };

/** What it answers once: the text in pages, or why there is none. */
export type StatisticsResult =
  | { readonly id: number; readonly text: readonly Uint8Array[]; readonly counts: TradeCounts }
  | { readonly id: number; readonly failure: string };

const jobs = new Map<number, StatisticsOfTrades>();
/** Of jobs whose bytes were no trades, to be told when they are to be computed. */
const failures = new Map<number, string>();

parentPort?.on('message', (message: StatisticsMessage) => {
  const { id } = message;
  if ('bytes' in message) take(id, message.bytes);
  else {
    if ('settings' in message) answer(id, message.settings);
    jobs.delete(id);
    failures.delete(id);
  }
});

function take(id: number, bytes: readonly Uint8Array[]): void {
  const job = jobs.get(id) ?? new StatisticsOfTrades();
  jobs.set(id, job);
  try {
    // Between threads a Buffer becomes a plain array of bytes.
    for (const { buffer, byteOffset, byteLength } of bytes)
      job.push(Buffer.from(buffer, byteOffset, byteLength));
  } catch (error) {
    failures.set(id, String(error));
  }
}

function answer(id: number, settings: StatisticsSettings): void {
  try {
    const failure = failures.get(id);
    if (failure !== undefined) throw new Error(failure);
    const { text, counts } = (jobs.get(id) ?? new StatisticsOfTrades()).compute(settings);
    const memory = text.map(({ buffer }) => buffer as ArrayBuffer);
    parentPort?.postMessage({ id, text, counts } satisfies StatisticsResult, memory);
  } catch (error) {
    parentPort?.postMessage({ id, failure: String(error) } satisfies StatisticsResult);
  }
}
