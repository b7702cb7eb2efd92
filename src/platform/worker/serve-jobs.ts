import pg from 'pg';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { DatabaseAddress } from '../database/connection/pool-settings.js';
import { SILENCE_MS, poolSettings } from '../database/connection/pool-settings.js';

/** The data with which a thread is started. */
export interface ThreadData {
  readonly address: DatabaseAddress;
  /** The data for the program of the thread. */
  readonly data: unknown;
}

export interface Job {
  readonly task: unknown;
  /**
   * The port for one `JobResult`. The job is aborted by the message `ABORT`, or when the other side closes the port.
   */
  readonly port: MessagePort;
}

export const ABORT = 'abort';

export type JobResult<Result> = { readonly result: Result } | { readonly failure: Failure };

/**
 * A failure of a job. An error loses its code between threads, and the code distinguishes an unavailable database from
 * a defect.
 */
export interface Failure {
  readonly message: string;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
  /** The stack in the thread of the job. */
  readonly stack?: string | undefined;
}

export interface Done {
  readonly result: unknown;
  /** The memory of the result, which moves to the other thread instead of being copied. */
  readonly memory: ArrayBuffer[];
}

/**
 * Garbage is collected after a job that takes longer than this time, ms, because such a job leaves much garbage.
 * Waiting for the automatic collection would cost more.
 */
const LONG_MS = 500;

/** Returns the `data` with which the `WorkerThread` of this thread was created. */
export const threadData = (): unknown => (workerData as ThreadData).data;

/**
 * Runs the jobs of a `WorkerThread` in its thread. The pool opens its single connection when needed, replaces it when
 * it breaks and closes it when it is idle.
 * @param work receives the tasks of this thread's `WorkerThread`
 */
export function serveJobs(work: (pool: pg.Pool, task: never, signal: AbortSignal) => Promise<Done>): void {
  const { address } = workerData as ThreadData;
  const pool = new pg.Pool(poolSettings(address, { poolSize: 1, silenceMs: SILENCE_MS }));
  pool.on('error', () => undefined);
  parentPort?.on('message', (message: Job | 'close') => {
    if (message === 'close') void pool.end().then(() => parentPort?.close());
    else void answer(message, (task, signal) => work(pool, task as never, signal));
  });
}

async function answer(
  { task, port }: Job,
  work: (task: unknown, signal: AbortSignal) => Promise<Done>,
): Promise<void> {
  const stopped = new AbortController();
  port.once('message', () => stopped.abort());
  port.once('close', () => stopped.abort());
  const started = performance.now();
  try {
    const { result, memory } = await work(task, stopped.signal);
    port.postMessage({ result } satisfies JobResult<unknown>, memory);
  } catch (error) {
    port.postMessage({ failure: toFailure(error) } satisfies JobResult<unknown>);
  }
  port.close();
  // `gc` exists with `node --expose-gc`. Without this call, the columns of a large session stay in memory for long.
  if (performance.now() - started > LONG_MS) globalThis.gc?.();
}

function toFailure(error: unknown): Failure {
  // A host name with several addresses causes one error per address.
  if (error instanceof AggregateError) return toFailure(error.errors[0]);
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, code, syscall, stack } = error as NodeJS.ErrnoException;
  return { message, code, syscall, stack };
}
