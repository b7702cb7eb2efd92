import { setTimeout as delay } from 'node:timers/promises';
import { RepeatedWork } from './repeated-work.js';

/** Work that is counted when it begins, and ends on request. */
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
  it('works once after the first wait, and again after each end of the work', async () => {
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

  it('waits in `stop` for work in progress, which can see that it should end', async () => {
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

  it('does not work any more after it is stopped, and may be stopped before it has begun', async () => {
    const { work, begun } = heldWork();
    const repeated = new RepeatedWork(work, 1, 1);
    await repeated.stop();
    repeated.start();
    await repeated.stop();
    await delay(5);
    expect(begun()).toBe(0);
  });
});
