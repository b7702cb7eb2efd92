import pg from 'pg';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { DatabaseAddress } from '../database/pool-settings.js';
import { SILENCE_MS, poolSettings } from '../database/pool-settings.js';

export interface Job {
  readonly task: unknown;
  /** Takes one `JobResult`; the job is aborted when its other end closes. */
  readonly port: MessagePort;
}

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

/**
 * Does the jobs of a `WorkerThread`, in its thread. The pool opens its one connection when it is needed, replaces it when it
 * breaks and closes it when it is idle.
 * @param work takes the tasks that this thread's `WorkerThread` is given
 */
export function serveJobs(work: (pool: pg.Pool, task: never, signal: AbortSignal) => Promise<Done>): void {
  const { address } = workerData as { readonly address: DatabaseAddress };
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
  const left = new AbortController();
  port.once('close', () => left.abort());
  try {
    const { result, memory } = await work(task, left.signal);
    port.postMessage({ result } satisfies JobResult<unknown>, memory);
  } catch (error) {
    port.postMessage({ failure: toFailure(error) } satisfies JobResult<unknown>);
  }
  port.close();
}

function toFailure(error: unknown): Failure {
  // A host name with several addresses fails once for each.
  if (error instanceof AggregateError) return toFailure(error.errors[0]);
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  return { message, code, syscall };
}
