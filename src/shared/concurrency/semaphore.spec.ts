import { Semaphore } from './semaphore.js';

const LONG = 60_000;

describe('Semaphore', () => {
  it('admits as many callers as it has permits, and further callers in the order of their arrival', async () => {
    const semaphore = new Semaphore(2);
    expect([await semaphore.acquire(LONG), await semaphore.acquire(LONG)]).toEqual([true, true]);
    const order: string[] = [];
    const waiting = ['c', 'd'].map(async (name) => {
      await semaphore.acquire(LONG);
      order.push(name);
    });
    await Promise.resolve();
    expect(order).toEqual([]);
    semaphore.release();
    await waiting[0];
    expect(order).toEqual(['c']);
    semaphore.release();
    await waiting[1];
    expect(order).toEqual(['c', 'd']);
  });

  it('gives no permit to a caller that has stopped waiting', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.acquire(LONG);
    const impatient = semaphore.acquire(5);
    const patient = semaphore.acquire(LONG);
    expect(await impatient).toBe(false);
    semaphore.release();
    expect(await patient).toBe(true);
    expect(await semaphore.acquire(5)).toBe(false);
    semaphore.release();
    expect(await semaphore.acquire(5)).toBe(true);
  });
});
