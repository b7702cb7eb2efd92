import pg from 'pg';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { DatabaseAddress } from '../database/connection/pool-settings.js';
import { SILENCE_MS, poolSettings } from '../database/connection/pool-settings.js';

/** What a thread is started with. */
export interface ThreadData {
  readonly address: DatabaseAddress;
  /** What its program needs to know. */
  readonly data: unknown;
}

export interface Job {
  readonly task: unknown;
  /** Takes one `JobResult`; the job is aborted by `ABORT`, and when its other end closes. */
  readonly port: MessagePort;
}

export const ABORT = 'abort';

export type JobResult<Result> = { readonly result: Result } | { readonly failure: Failure };

/** Distinguishes an unavailable database from a defect; an error loses its code between threads. */
export interface Failure {
  readonly message: string;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
}

export interface Done {
  readonly result: unknown;
  /** Memory of the result that moves to the other thread instead of being copied. */
  readonly memory: ArrayBuffer[];
}

/** A job that takes longer leaves so much garbage that waiting for its collection would cost more than the collection. */
const LONG_MS = 500;

/** The `data` that the `WorkerThread` of this thread was made with. */
export const threadData = (): unknown => (workerData as ThreadData).data;

/**
 * Does the jobs of a `WorkerThread`, in its thread. The pool opens its one connection when it is needed, replaces it when it
 * breaks and closes it when it is idle.
 * @param work takes the tasks that this thread's `WorkerThread` is given
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
  // With `node --expose-gc`: columns of a large session are otherwise left until the next job needs the memory.
  if (performance.now() - started > LONG_MS) globalThis.gc?.();
}

function toFailure(error: unknown): Failure {
  // A host name with several addresses fails once for each.
  if (error instanceof AggregateError) return toFailure(error.errors[0]);
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  return { message, code, syscall };
}
