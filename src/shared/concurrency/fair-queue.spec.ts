import { setImmediate } from 'node:timers/promises';
import { FairQueue, type QueueOptions } from './fair-queue.js';

const LIMITS = { running: 1, waiting: 6, waitingPerGroup: 3 };

const options = (group: string, more: Partial<QueueOptions> = {}): QueueOptions => ({
  group,
  signal: new AbortController().signal,
  waitUntil: performance.now() + 3_600_000,
  ...more,
});

/** Returns a queue whose only slot is taken until `release`, and the names of the tasks that have run since. */
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
  it('runs at most the total limit of tasks at a time', async () => {
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

  it('runs at most the limit per group at a time, and meanwhile starts tasks of other groups', async () => {
    const queue = new FairQueue({ ...LIMITS, running: 3, runningPerGroup: 2 });
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const start = (name: string) =>
      queue.run(options(name[0]!), () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const end = async (name: string) => {
      ends.get(name)!();
      await setImmediate();
      return started;
    };
    const tasks = ['a1', 'a2', 'a3', 'b1', 'b2'].map(start);
    expect(started).toEqual(['a1', 'a2', 'b1']);
    expect(queue.size).toBe(2);
    expect(await end('b1')).toEqual(['a1', 'a2', 'b1', 'b2']);
    expect(await end('b2')).toEqual(['a1', 'a2', 'b1', 'b2']);
    expect(await end('a1')).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
    await end('a2');
    await end('a3');
    await Promise.all(tasks);
    expect(queue.size).toBe(0);
  });

  it('reports the number of waiting tasks, the time that a task has waited, and the reason of a refusal', async () => {
    const told: unknown[] = [];
    const queue = new FairQueue(
      { running: 1, waiting: 2, waitingPerGroup: 2 },
      {
        waiting: (count) => told.push(['waiting', count]),
        begun: (waitedS) => told.push(waitedS === 0 ? 'begun at once' : 'begun after a wait'),
        refused: (why) => told.push(why),
      },
    );
    let end = (): void => undefined;
    const first = queue.run(options('a'), () => new Promise<void>((resolve) => (end = resolve)));
    const late = queue.run(options('b', { waitUntil: performance.now() }), () => Promise.resolve());
    const second = queue.run(options('a'), () => Promise.resolve());
    await expect(queue.run(options('c'), () => Promise.resolve())).rejects.toMatchObject({ code: 'BUSY' });
    await expect(late).rejects.toMatchObject({ code: 'BUSY' });
    end();
    await Promise.all([first, second]);
    expect(told).toEqual([
      'begun at once',
      ['waiting', 1],
      ['waiting', 2],
      'full',
      ['waiting', 1],
      'late',
      ['waiting', 0],
      'begun after a wait',
    ]);
  });

  it('lets groups take turns', async () => {
    const { add, ended } = occupied();
    const tasks = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => add(name));
    expect(await ended(tasks)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('runs the urgent tasks of a group first, in the order of their arrival', async () => {
    const { add, ended } = occupied();
    const tasks = [add('a1'), add('b1'), add('a2', { isUrgent: true }), add('a3', { isUrgent: true })];
    expect(await ended(tasks)).toEqual(['a2', 'b1', 'a3', 'a1']);
  });

  it('refuses a task beyond the limit of its group, and an urgent task beyond twice the limit', async () => {
    const { add, busy, ended } = occupied();
    const tasks = ['a1', 'a2', 'a3'].map((name) => add(name));
    await busy('a4');
    tasks.push(...['a5', 'a6', 'a7'].map((name) => add(name, { isUrgent: true })));
    await busy('a8', { isUrgent: true });
    tasks.push(add('b1', { isUrgent: true }));
    expect(await ended(tasks)).toHaveLength(7);
  });

  it('refuses a task beyond the total limit', async () => {
    const { add, busy, ended } = occupied();
    const tasks = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2'].map((name) => add(name));
    await busy('d1');
    expect(await ended(tasks)).toHaveLength(6);
  });

  it('drops an aborted task, which then no longer counts as waiting', async () => {
    const { queue, add, ended } = occupied();
    const gone = new AbortController();
    const dropped = ['a1', 'a2', 'a3'].map((name) => add(name, { signal: gone.signal }));
    gone.abort(new Error('gone'));
    for (const task of dropped) await expect(task).rejects.toThrow('gone');
    expect(queue.size).toBe(0);
    await expect(add('a4', { signal: gone.signal })).rejects.toThrow('gone');
    expect(await ended([add('a5')])).toEqual(['a5']);
  });

  it('refuses a task that has waited too long', async () => {
    const { queue, busy, ended } = occupied();
    await busy('a1', { waitUntil: performance.now() + 5 });
    expect(queue.size).toBe(0);
    expect(await ended([])).toEqual([]);
  });

  it('lets only the first waiting task of a group wait longer, if no task of the group runs', async () => {
    const { add, busy, ended } = occupied();
    const long = () => ({ waitUntil: performance.now() + 5, turnUntil: performance.now() + 3_600_000 });
    const turns = [add('a1', long()), add('b1', long())];
    await busy('a2', long());
    await busy('c1', { ...long(), group: 'first' });
    expect(await ended(turns)).toEqual(['a1', 'b1']);
  });

  it('also refuses the first task of a group when its longer wait ends', async () => {
    const { busy, ended } = occupied();
    const now = performance.now();
    await busy('a1', { waitUntil: now + 5, turnUntil: now + 10 });
    expect(await ended([])).toEqual([]);
  });

  it('refuses a task that has waited too long while a task of its group runs', async () => {
    const queue = new FairQueue({ ...LIMITS, running: 2 });
    const never = () => new Promise<never>(() => undefined);
    void queue.run(options('a'), never);
    void queue.run(options('b'), never);
    const long = { waitUntil: performance.now() + 5, turnUntil: performance.now() + 3_600_000 };
    await expect(queue.run(options('a', long), never)).rejects.toMatchObject({ code: 'BUSY' });
  });

  it('runs the next task after a task has failed', async () => {
    const queue = new FairQueue(LIMITS);
    const failing = queue.run(options('a'), () => Promise.reject(new Error('failed')));
    const next = queue.run(options('a'), () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });
});
