import { Logger } from '@nestjs/common';
import { JobTooLong, WorkerThread } from '../src/worker/worker-thread.js';

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

/** Jobs that the thread has done, this one included: 1 in a new thread. */
const count = () => run<number>('count');

describe('a worker thread', () => {
  it('does jobs one after the other, and knows what it was started with', async () => {
    expect([await count(), await count()]).toEqual([1, 2]);
    expect(await run('data')).toEqual({ of: 'this thread' });
  });

  it('reports a failure with its code, and goes on', async () => {
    await expect(run('fail')).rejects.toMatchObject({ message: 'failed', code: 'ECODE' });
    expect(await count()).toBe(1);
  });

  it('is ended and replaced when a job takes longer than it may', async () => {
    await count();
    await expect(run('endless', undefined, 200)).rejects.toBeInstanceOf(JobTooLong);
    expect(await count()).toBe(1);
  });

  it('goes on when a job that takes too long stops at once', async () => {
    await count();
    await expect(run('wait', undefined, 200)).rejects.toBeInstanceOf(JobTooLong);
    expect(await count()).toBe(2);
  });

  it('is ended when the client of a job that computes has left', async () => {
    await count();
    const gone = new AbortController();
    const running = run('endless', gone.signal);
    gone.abort(new Error('left'));
    await expect(running).rejects.toThrow('left');
    expect(await count()).toBe(1);
  });

  it('goes on when the client of a job that reads has left', async () => {
    await count();
    const gone = new AbortController();
    const running = run('wait', gone.signal);
    gone.abort(new Error('left'));
    await expect(running).rejects.toThrow('left');
    expect(await count()).toBe(2);
  });

  it('does nothing for a client that has left already', async () => {
    await expect(run('count', AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
    expect(await count()).toBe(1);
  });

  it('that runs out of memory makes the request wait, is logged, and is replaced', async () => {
    await count();
    await expect(run('fill')).rejects.toMatchObject({ code: 'BUSY', extras: { retryAfterS: 30 } });
    expect(logged).toMatchObject([{ code: 'ERR_WORKER_OUT_OF_MEMORY' }]);
    expect(await count()).toBe(1);
  });
});
