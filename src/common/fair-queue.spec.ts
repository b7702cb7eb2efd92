import { setImmediate } from 'node:timers/promises';
import { FairQueue, type QueueOptions } from './fair-queue.js';

const LIMITS = { running: 1, waiting: 6, waitingPerGroup: 3 };

const options = (group: string, more: Partial<QueueOptions> = {}): QueueOptions => ({
  group,
  signal: new AbortController().signal,
  waitUntil: performance.now() + 3_600_000,
  ...more,
});

/** A queue whose one place is taken until `release`, and the names of the tasks that have run since. */
function occupied() {
  const queue = new FairQueue(LIMITS);
  const ran: string[] = [];
  let release = (): void => undefined;
  const first = queue.run(options('first'), () => new Promise<void>((resolve) => (release = resolve)));
  const add = (name: string, more?: Partial<QueueOptions>) =>
    queue.run(options(name[0]!, more), async () => {
      ran.push(name);
      return Promise.resolve(name);
    });
  const busy = async (name: string, more?: Partial<QueueOptions>) =>
    expect(add(name, more)).rejects.toMatchObject({
      code: 'BUSY',
      extras: { retryAfterS: 5 },
    });
  const ended = async (tasks: readonly Promise<unknown>[]) => {
    release();
    await Promise.allSettled([first, ...tasks]);
    return ran;
  };
  return { queue, add, busy, ended };
}

describe('FairQueue', () => {
  it('runs as many tasks at a time as it may', async () => {
    const queue = new FairQueue({ ...LIMITS, running: 2, waitingPerGroup: 6 });
    let running = 0;
    let most = 0;
    const task = async () => {
      most = Math.max(most, (running += 1));
      await setImmediate();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => queue.run(options('a'), task)));
    expect(most).toBe(2);
    expect(queue.size).toBe(0);
  });

  it('lets groups take turns', async () => {
    const { add, ended } = occupied();
    const tasks = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => add(name));
    expect(await ended(tasks)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('runs urgent tasks of a group first, in their order', async () => {
    const { add, ended } = occupied();
    const tasks = [add('a1'), add('b1'), add('a2', { isUrgent: true }), add('a3', { isUrgent: true })];
    expect(await ended(tasks)).toEqual(['a2', 'b1', 'a3', 'a1']);
  });

  it('refuses a task beyond the limit of its group, and an urgent one beyond twice that', async () => {
    const { add, busy, ended } = occupied();
    const tasks = ['a1', 'a2', 'a3'].map((name) => add(name));
    await busy('a4');
    tasks.push(...['a5', 'a6', 'a7'].map((name) => add(name, { isUrgent: true })));
    await busy('a8', { isUrgent: true });
    tasks.push(add('b1', { isUrgent: true }));
    expect(await ended(tasks)).toHaveLength(7);
  });

  it('refuses a task beyond the limit of all', async () => {
    const { add, busy, ended } = occupied();
    const tasks = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2'].map((name) => add(name));
    await busy('d1');
    expect(await ended(tasks)).toHaveLength(6);
  });

  it('drops a task that is aborted, and with it the place that it took', async () => {
    const { queue, add, ended } = occupied();
    const gone = new AbortController();
    const dropped = ['a1', 'a2', 'a3'].map((name) => add(name, { signal: gone.signal }));
    gone.abort(new Error('gone'));
    for (const task of dropped) await expect(task).rejects.toThrow('gone');
    expect(queue.size).toBe(0);
    await expect(add('a4', { signal: gone.signal })).rejects.toThrow('gone');
    expect(await ended([add('a5')])).toEqual(['a5']);
  });

  it('gives up a task that has waited too long', async () => {
    const { queue, busy, ended } = occupied();
    await busy('a1', { waitUntil: performance.now() + 5 });
    expect(queue.size).toBe(0);
    expect(await ended([])).toEqual([]);
  });

  it('continues after a task that fails', async () => {
    const queue = new FairQueue(LIMITS);
    const failing = queue.run(options('a'), () => Promise.reject(new Error('failed')));
    const next = queue.run(options('a'), () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });
});
