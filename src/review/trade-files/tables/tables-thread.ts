import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../../shared/concurrency/semaphore.js';
import { Problem } from '../../../shared/problems/problem.js';
import { TradeFileError, TradeFileTooLarge } from '../files/trade-file-error.js';
import type { TablesJob, TablesParser } from './parse-tables.js';
import { type TablesAnswer, errorOfTables } from './tables-answer.js';

export interface TablesThreadLimits {
  /** Maximum duration of a thread, ms. */
  readonly longestMs: number;
  /** Maximum size of the heap of a thread, MB. */
  readonly heapMb: number;
  /** Maximum number of threads, because each may need its whole heap, and the time of a processor. */
  readonly threads: number;
  /** Maximum time that a file waits for a thread, ms. */
  readonly waitMs: number;
}

/** A file of 64 MB takes a few seconds. The largest part of the heap are the texts that cells share. */
const LIMITS: TablesThreadLimits = { longestMs: 60_000, heapMb: 512, threads: 2, waitMs: 120_000 };

const RETRY_AFTER_S = 30;

/**
 * Returns a parser that parses the tables of a file in a thread of its own, so that the event loop stays free for
 * requests: a chunk of a file may keep the parser busy for long.
 * The parser throws TradeFileError, TradeFileTooLarge, and Problem BUSY.
 * @param program the built file that a thread runs
 */
export function tablesThreads(
  program: URL,
  { longestMs, heapMb, threads, waitMs }: TablesThreadLimits,
): TablesParser {
  const free = new Semaphore(threads);
  return async (job: TablesJob) => {
    if (!(await free.acquire(waitMs)))
      throw new Problem('BUSY', `Too many workbooks are being read; try again in ${RETRY_AFTER_S} seconds.`, {
        retryAfterS: RETRY_AFTER_S,
      });
    const thread = new Worker(program, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const deadline = setTimeout(() => void thread.terminate(), longestMs);
    try {
      const answer = await answerOf(thread, longestMs);
      if (answer) throw errorOfTables(answer);
    } finally {
      clearTimeout(deadline);
      // The files of the thread are removed next, so it must not write any more.
      await thread.terminate();
      free.release();
    }
  };
}

function answerOf(thread: Worker, longestMs: number): Promise<TablesAnswer> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isTooLarge ? new TradeFileTooLarge('The file needs too much memory to be read.') : error);
    });
    // Only the deadline ends a thread without an answer and without an error.
    thread.once('exit', () =>
      reject(new TradeFileError('file', `takes more than ${longestMs / 1000} seconds to be read`)),
    );
  });
}

export const parseTablesInThread = tablesThreads(new URL('./tables.worker.js', import.meta.url), LIMITS);
