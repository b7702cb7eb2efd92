import type { LoggerService } from '@nestjs/common';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel, type MessagePort, type ResourceLimits, Worker } from 'node:worker_threads';
import { Problem } from '../../shared/problems/problem.js';
import type { DatabaseAddress } from '../database/connection/pool-settings.js';
import { tooManyTrades } from '../../shared/problems/too-many-trades.js';
import { ABORT, type Failure, type Job, type JobResult, type ThreadData } from './serve-jobs.js';

/** Maximum time in ms that the thread may take to close its connection. */
const SHUTDOWN_MS = 1_000;

/**
 * Maximum time in ms that an aborted job may take to stop. After this time its thread is ended, because a job that only
 * computes cannot stop itself.
 */
const STOP_MS = 500;

/** `Retry-After` in seconds after a thread has died. The next job gets a new thread, and may need as much memory. */
const RETRY_AFTER_S = 30;

export interface ThreadOptions {
  /** The limits of the thread's heap. Columns of numbers are stored outside the heap. */
  readonly resourceLimits: ResourceLimits;
  /** The data for the program of the thread; see `threadData`. */
  readonly data?: unknown;
}

export interface JobOptions {
  /** The ports of the task, which move to the thread. */
  readonly ports?: readonly MessagePort[];
  /** The maximum duration of the job in ms; unlimited if it is left out. */
  readonly longestMs?: number;
}

/** Thrown if a job has exceeded its maximum duration. */
export class JobTooLong extends Error {
  override readonly name = 'JobTooLong';
}

/**
 * A thread that runs jobs one at a time with its own database connection, so that the event loop stays free for
 * requests. The thread starts with the first job and lives until `close`. The thread may die, for example because it is
 * out of memory, and it is ended if its job does not stop. In both cases, the next job starts a new thread.
 */
export class WorkerThread {
  private thread: Worker | null = null;

  /** @param program the built file that the thread runs, which calls `serveJobs` */
  constructor(
    private readonly program: URL,
    private readonly address: DatabaseAddress,
    private readonly logger: LoggerService,
    private readonly options: ThreadOptions,
  ) {}

  /**
   * Runs a job.
   * @param signal aborts the job, and ends the thread if the job does not stop
   * @throws the reason of the signal; JobTooLong; Problem BUSY if the thread has died, TOO_MANY_TRADES
   */
  async run<Result>(
    task: unknown,
    signal: AbortSignal,
    { ports = [], longestMs }: JobOptions = {},
  ): Promise<Result> {
    // An already aborted signal fires no event.
    signal.throwIfAborted();
    const thread = this.start();
    const { port1: port, port2 } = new MessageChannel();
    const stopping = new Stopping(port, thread);
    const abort = () => stopping.stop(signal.reason as Error);
    signal.addEventListener('abort', abort);
    const deadline =
      longestMs === undefined ? undefined : setTimeout(() => stopping.stop(new JobTooLong()), longestMs);
    try {
      thread.postMessage({ task, port: port2 } satisfies Job, [port2, ...ports]);
      const answer = await answerOf<Result>(port, thread);
      if (stopping.reason) throw stopping.reason;
      if (!answer) throw threadDied();
      if ('failure' in answer) throw errorOf(answer.failure);
      return answer.result;
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', abort);
      stopping.end();
      port.close();
    }
  }

  /** Closes the thread. Call it only when no request waits for a job. */
  async close(): Promise<void> {
    const { thread } = this;
    if (!thread) return;
    thread.postMessage('close');
    await Promise.race([once(thread, 'exit'), delay(SHUTDOWN_MS, undefined, { ref: false })]);
    await thread.terminate();
  }

  private start(): Worker {
    if (this.thread) return this.thread;
    const { resourceLimits, data } = this.options;
    const thread = new Worker(this.program, {
      workerData: { address: this.address, data } satisfies ThreadData,
      resourceLimits,
    });
    thread.unref();
    thread.on('error', (error) => this.logger.error(error));
    thread.once('exit', () => {
      if (this.thread === thread) this.thread = null;
    });
    this.thread = thread;
    return thread;
  }
}

/** Stops a job. If the job does not stop in time, its thread is ended. */
class Stopping {
  /** Null while the job may continue. */
  reason: Error | null = null;
  private ending: NodeJS.Timeout | undefined;

  constructor(
    private readonly port: MessagePort,
    private readonly thread: Worker,
  ) {}

  stop(reason: Error): void {
    if (this.reason) return;
    this.reason = reason;
    this.port.postMessage(ABORT);
    this.ending = setTimeout(() => void this.thread.terminate(), STOP_MS);
  }

  /** Marks the job as ended. */
  end(): void {
    clearTimeout(this.ending);
  }
}

/** Returns the result of the job; null if the thread ends first. */
async function answerOf<Result>(port: MessagePort, thread: Worker): Promise<JobResult<Result> | null> {
  let end = (): void => undefined;
  try {
    return await new Promise((resolve) => {
      end = () => resolve(null);
      port.once('message', resolve);
      thread.once('exit', end);
    });
  } finally {
    thread.off('exit', end);
  }
}

/** Returns the error of a failure. Of the problems, a thread throws only TOO_MANY_TRADES. */
function errorOf({ stack, ...failure }: Failure): Error {
  if (failure.code === 'TOO_MANY_TRADES') return tooManyTrades('this answer');
  const error = Object.assign(new Error(failure.message), failure);
  // The stack of the thread shows the defect, and the stack of this error shows which request needed the job.
  if (stack !== undefined) error.stack = `${stack}\n    in the thread of a job for\n${error.stack}`;
  return error;
}

const threadDied = () =>
  new Problem(
    'BUSY',
    `The computation ended early, probably for lack of memory; try again in ${RETRY_AFTER_S} seconds.`,
    {
      retryAfterS: RETRY_AFTER_S,
    },
  );

/** Returns a byte array from another thread as a buffer. A buffer loses its type between threads. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
