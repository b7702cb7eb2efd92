import { ConcurrencyLimit } from './concurrency-limit.js';

/** Returns a task that runs until it is ended. */
function aTask() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { run: () => ended, end };
}

const outcome = (place: Promise<unknown>) =>
  place.then(
    () => 'done',
    ({ code, extras }: { code: string; extras: { retryAfterS: unknown } }) => [code, extras.retryAfterS],
  );

const REFUSED = ['BUSY', 5];

it('tasks are limited in total and per group until they end or fail', async () => {
  const limit = new ConcurrencyLimit({ all: 3, perGroup: 2 });
  const tasks = [aTask(), aTask(), aTask()] as const;
  const held = ['a', 'a', 'b'].map((group, i) => limit.hold(group, tasks[i]!.run));
  expect(await outcome(limit.hold('a', async () => undefined))).toEqual(REFUSED);
  expect(await outcome(limit.hold('c', async () => undefined))).toEqual(REFUSED);
  tasks[0].end();
  await held[0];
  expect(await outcome(limit.hold('c', async () => undefined))).toBe('done');
  await expect(
    limit.hold('a', async () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const again = limit.hold('a', aTask().run);
  expect(await outcome(limit.hold('b', async () => undefined))).toEqual(REFUSED);
  tasks[1].end();
  tasks[2].end();
  await Promise.all(held);
  expect(await outcome(limit.hold('a', async () => undefined))).toBe('done');
  void again;
});
