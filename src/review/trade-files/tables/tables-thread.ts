import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../../shared/concurrency/semaphore.js';
import { Problem } from '../../../shared/problems/problem.js';
import { TradeFileError, TradeFileTooLarge } from '../files/trade-file-error.js';
import type { TablesJob } from './parse-tables.js';
import { type TablesAnswer, errorOfTables } from './tables-answer.js';

/** Maximum duration of a thread, ms. A file of 64 MB takes a few seconds. */
const MAX_MS = 60_000;

/** Maximum size of the heap of a thread, MB. The largest part are the texts that cells share. */
const HEAP_MB = 512;

/** Maximum number of threads, because each may need its whole heap, and the time of a processor. */
const MAX_THREADS = 2;
/** Maximum time that a file waits for a thread, ms. */
const MAX_WAIT_MS = 120_000;
const RETRY_AFTER_S = 30;

const threads = new Semaphore(MAX_THREADS);

/**
 * Parses the tables of a file in a thread of its own, so that the event loop stays free for requests: a chunk of a file
 * may keep the parser busy for long.
 * @throws TradeFileError, TradeFileTooLarge; Problem BUSY
 */
export async function parseTablesInThread(job: TablesJob): Promise<void> {
  if (!(await threads.acquire(MAX_WAIT_MS)))
    throw new Problem('BUSY', `Too many workbooks are being read; try again in ${RETRY_AFTER_S} seconds.`, {
      retryAfterS: RETRY_AFTER_S,
    });
  const thread = new Worker(new URL('./tables.worker.js', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const deadline = setTimeout(() => void thread.terminate(), MAX_MS);
  try {
    const answer = await answerOf(thread);
    if (answer) throw errorOfTables(answer);
  } finally {
    clearTimeout(deadline);
    // The files of the thread are removed next, so it must not write any more.
    await thread.terminate();
    threads.release();
  }
}

function answerOf(thread: Worker): Promise<TablesAnswer> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isTooLarge ? new TradeFileTooLarge('The file needs too much memory to be read.') : error);
    });
    // Only the deadline ends a thread without an answer and without an error.
    thread.once('exit', () =>
      reject(new TradeFileError('file', `takes more than ${MAX_MS / 1000} seconds to be read`)),
    );
  });
}
