import { Logger } from '@nestjs/common';
import { JobTooLong, WorkerThread } from '../src/platform/worker/worker-thread.js';

const PROGRAM = new URL('support/threads/jobs.mjs', import.meta.url);
const NOWHERE = { url: 'postgres://nobody@localhost:1/nowhere' };

let logged: unknown[];
let thread: WorkerThread;
beforeEach(() => {
  logged = [];
  const logger = Object.assign(new Logger(), { error: (error: unknown) => logged.push(error) });
  thread = new WorkerThread(PROGRAM, NOWHERE, logger, {
    resourceLimits: { maxOldGenerationSizeMb: 32 },
    data: { of: 'this thread' },
  });
});
afterEach(() => thread.close());

const run = <Result = unknown>(job: string, signal = new AbortController().signal, longestMs?: number) =>
  thread.run<Result>(job, signal, longestMs === undefined ? {} : { longestMs });

/** Number of jobs that the thread has done, including this one. A new thread returns 1. */
const count = () => run<number>('count');

describe('a worker thread', () => {
  it('runs jobs one after the other, and its jobs can read the data with which the thread was started', async () => {
    expect([await count(), await count()]).toEqual([1, 2]);
    expect(await run('data')).toEqual({ of: 'this thread' });
  });

  it('reports a failure with its code, and continues', async () => {
    await expect(run('fail')).rejects.toMatchObject({ message: 'failed', code: 'ECODE' });
    expect(await count()).toBe(1);
  });

  it('reports a failure with the stack of the job and of its request, for the log', async () => {
    const failed = run('fail').catch((error: Error) => error.stack);
    expect(await failed).toMatch(/^Error: failed\n +at .*jobs\.mjs[^]*\nError: failed\n[^]*worker-thread/);
  });

  it('is ended and replaced if a job exceeds its time limit and does not stop when it is aborted', async () => {
    await count();
    await expect(run('endless', undefined, 200)).rejects.toBeInstanceOf(JobTooLong);
    expect(await count()).toBe(1);
  });

  it('continues if a job exceeds its time limit, but stops when it is aborted', async () => {
    await count();
    await expect(run('wait', undefined, 200)).rejects.toBeInstanceOf(JobTooLong);
    expect(await count()).toBe(2);
  });

  it('is ended if the client disconnects while a job computes', async () => {
    await count();
    const gone = new AbortController();
    const running = run('endless', gone.signal);
    gone.abort(new Error('left'));
    await expect(running).rejects.toThrow('left');
    expect(await count()).toBe(1);
  });

  it('continues if the client disconnects while a job reads', async () => {
    await count();
    const gone = new AbortController();
    const running = run('wait', gone.signal);
    gone.abort(new Error('left'));
    await expect(running).rejects.toThrow('left');
    expect(await count()).toBe(2);
  });

  it('does not run the job of a client that has already disconnected', async () => {
    await expect(run('count', AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
    expect(await count()).toBe(1);
  });

  it('is replaced if it runs out of memory, which is logged, and the request of the job fails with a Retry-After', async () => {
    await count();
    await expect(run('fill')).rejects.toMatchObject({ code: 'BUSY', extras: { retryAfterS: 30 } });
    expect(logged).toMatchObject([{ code: 'ERR_WORKER_OUT_OF_MEMORY' }]);
    expect(await count()).toBe(1);
  });
});
