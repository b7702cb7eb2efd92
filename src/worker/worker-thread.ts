import type { LoggerService } from '@nestjs/common';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel, type MessagePort, type ResourceLimits, Worker } from 'node:worker_threads';
import type { DatabaseAddress } from '../database/pool-settings.js';
import type { Job, JobResult } from './serve-jobs.js';

/** How long the thread may take to close its connection. */
const SHUTDOWN_MS = 1_000;

/**
 * A thread that does jobs with a database connection of its own, so that the event loop that answers requests stays free.
 * It starts with the first job and lives until `close`; one that has died (out of memory, for example) is replaced with
 * the next job.
 */
export class WorkerThread {
  private thread: Worker | null = null;

  /** @param program the built file that the thread runs; it calls `serveJobs` */
  constructor(
    private readonly program: URL,
    private readonly address: DatabaseAddress,
    private readonly logger: LoggerService,
    private readonly resourceLimits: ResourceLimits = {},
  ) {}

  /**
   * @param signal aborts the job while it reads from the database
   * @param ports of the task, which move to the thread
   * @throws the reason of the signal
   */
  async run<Result>(task: unknown, signal: AbortSignal, ports: readonly MessagePort[] = []): Promise<Result> {
    // A signal that is aborted already fires no event.
    signal.throwIfAborted();
    const thread = this.start();
    const { port1: port, port2 } = new MessageChannel();
    thread.postMessage({ task, port: port2 } satisfies Job, [port2, ...ports]);
    try {
      const answer = await resultFrom<Result>(port, thread, signal);
      if ('failure' in answer) throw Object.assign(new Error(answer.failure.message), answer.failure);
      return answer.result;
    } finally {
      // Before the result has come, this aborts the job.
      port.close();
    }
  }

  /** At this point all requests have been answered. */
  async close(): Promise<void> {
    const { thread } = this;
    if (!thread) return;
    thread.postMessage('close');
    await Promise.race([once(thread, 'exit'), delay(SHUTDOWN_MS, undefined, { ref: false })]);
    await thread.terminate();
  }

  private start(): Worker {
    if (this.thread) return this.thread;
    const thread = new Worker(this.program, {
      workerData: { address: this.address },
      resourceLimits: this.resourceLimits,
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

async function resultFrom<Result>(
  port: MessagePort,
  thread: Worker,
  signal: AbortSignal,
): Promise<JobResult<Result>> {
  let stop = (): void => undefined;
  try {
    return await new Promise((resolve, reject) => {
      const end = () => reject(new Error('the worker thread ended'));
      const abort = () => reject(signal.reason as Error);
      port.once('message', resolve);
      thread.once('exit', end);
      signal.addEventListener('abort', abort);
      stop = () => {
        thread.off('exit', end);
        signal.removeEventListener('abort', abort);
      };
    });
  } finally {
    stop();
  }
}

/** Between threads a buffer becomes plain bytes. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
