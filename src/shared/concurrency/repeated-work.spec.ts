import { setTimeout as delay } from 'node:timers/promises';
import { RepeatedWork } from './repeated-work.js';

/** Returns work that counts how often it began, and ends on request. */
function heldWork() {
  let begun = 0;
  let finish = (): void => undefined;
  const work = () => {
    begun += 1;
    return new Promise<void>((resolve) => (finish = resolve));
  };
  return { work, begun: () => begun, finish: () => finish() };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(1);
}

describe('RepeatedWork', () => {
  it('begins the work after a first wait, and again after a second wait, which begins when the work ends', async () => {
    const { work, begun, finish } = heldWork();
    const repeated = new RepeatedWork(work, 5, 1);
    repeated.start();
    expect(begun()).toBe(0);
    for (const times of [1, 2, 3]) {
      await until(() => begun() === times);
      await delay(10);
      expect(begun()).toBe(times);
      finish();
    }
    const stopped = repeated.stop();
    finish();
    await stopped;
  });

  it('waits in `stop` for work in progress, which can check `isStopping`', async () => {
    const { work, begun, finish } = heldWork();
    const repeated = new RepeatedWork(work, 0, 0);
    repeated.start();
    await until(() => begun() === 1);
    expect(repeated.isStopping).toBe(false);
    let isStopped = false;
    const stopped = repeated.stop().then(() => (isStopped = true));
    expect(repeated.isStopping).toBe(true);
    await delay(5);
    expect(isStopped).toBe(false);
    finish();
    await stopped;
    await delay(5);
    expect(begun()).toBe(1);
  });

  it('does no work after `stop`, even if it is stopped before it starts', async () => {
    const { work, begun } = heldWork();
    const repeated = new RepeatedWork(work, 1, 1);
    await repeated.stop();
    repeated.start();
    await repeated.stop();
    await delay(5);
    expect(begun()).toBe(0);
  });
});
