import { parentPort } from 'node:worker_threads';
import type { StatisticsSettings } from './calculator/calculate-statistics.js';
import { type UnorderedTrades, statisticsText } from './statistics-text.js';

/** What the thread is asked, and what it answers: the text in pages, or why there is none. */
export interface StatisticsJob {
  readonly id: number;
  readonly trades: UnorderedTrades;
  readonly settings: StatisticsSettings;
}
export type StatisticsResult =
  | { readonly id: number; readonly text: readonly Uint8Array[] }
  | { readonly id: number; readonly failure: string };

parentPort?.on('message', ({ id, trades, settings }: StatisticsJob) => {
  try {
    const { bytes, ends } = trades.clientId;
    // Between threads a Buffer becomes a plain array of bytes.
    const clientId = { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), ends };
    const text = statisticsText({ ...trades, clientId }, settings);
    const memory = text.map(({ buffer }) => buffer as ArrayBuffer);
    parentPort?.postMessage({ id, text } satisfies StatisticsResult, memory);
  } catch (error) {
    parentPort?.postMessage({ id, failure: String(error) } satisfies StatisticsResult);
  }
});
