import { setTimeout as delay } from 'node:timers/promises';
import { SingleFlight } from './single-flight.js';

const FOREVER = 60_000;

/** Work that ends when the test says so. */
function work() {
  const calls: { end: () => void; fail: (error: Error) => void }[] = [];
  const begin = () =>
    new Promise<void>((end, fail) => {
      calls.push({ end, fail });
    });
  return { calls, begin };
}

function flights() {
  const failures: string[] = [];
  return { failures, flights: new SingleFlight((key, error) => failures.push(`${key}: ${String(error)}`)) };
}

describe('work under way', () => {
  it('is joined by whoever asks for the same, and begins anew once it is over', async () => {
    const { flights: f } = flights();
    const { calls, begin } = work();
    const all = [f.join('a', begin, FOREVER), f.join('a', begin, FOREVER)];
    expect(calls).toHaveLength(1);
    calls[0]!.end();
    await Promise.all(all);
    const again = f.join('a', begin, FOREVER);
    expect(calls).toHaveLength(2);
    calls[1]!.end();
    await again;
  });

  it('of different keys goes side by side', async () => {
    const { flights: f } = flights();
    const { calls, begin } = work();
    const all = [f.join('a', begin, FOREVER), f.join('b', begin, FOREVER)];
    expect(calls).toHaveLength(2);
    for (const { end } of calls) end();
    await Promise.all(all);
  });

  it('goes on when patience is over, and is joined later', async () => {
    const { flights: f } = flights();
    const { calls, begin } = work();
    await f.join('a', begin, 5);
    const joined = f.join('a', begin, FOREVER);
    expect(calls).toHaveLength(1);
    calls[0]!.end();
    await joined;
  });

  it('that fails is reported, rejects for nobody and begins anew', async () => {
    const { flights: f, failures } = flights();
    const { calls, begin } = work();
    const all = [f.join('a', begin, FOREVER), f.join('a', begin, FOREVER)];
    calls[0]!.fail(new Error('refused'));
    await Promise.all(all);
    await f.join('a', () => { throw new Error('at once'); }, FOREVER); // prettier-ignore
    expect(failures).toEqual(['a: Error: refused', 'a: Error: at once']);
  });

  it('that fails after everybody left is reported all the same', async () => {
    const { flights: f, failures } = flights();
    const { calls, begin } = work();
    await f.join('a', begin, 1);
    calls[0]!.fail(new Error('late'));
    await delay(1);
    expect(failures).toEqual(['a: Error: late']);
  });
});

describe('the stop', () => {
  it('lets everybody go at once, begins nothing more and silences what still fails', async () => {
    const { flights: f, failures } = flights();
    const { calls, begin } = work();
    const waiting = f.join('a', begin, FOREVER);
    f.stop();
    await waiting;
    await f.join('a', begin, FOREVER);
    await f.join('b', begin, FOREVER);
    calls[0]!.fail(new Error('the database is gone'));
    await delay(1);
    expect(calls).toHaveLength(1);
    expect(failures).toEqual([]);
  });
});
