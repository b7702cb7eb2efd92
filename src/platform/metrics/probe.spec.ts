import { jest } from '@jest/globals';
import { Probe } from './probe.js';

/** Creates a server. The test determines the result of each query. */
function aServer() {
  const asked: { answer: () => void; fail: () => void }[] = [];
  const ask = () =>
    new Promise<void>((resolve, reject) =>
      asked.push({ answer: resolve, fail: () => reject(new Error('away')) }),
    );
  return { asked, ask };
}

/** Returns what a probe answers after it has waited for the server as long as it may. */
async function patiently<T>(answer: Promise<T>): Promise<T> {
  await jest.advanceTimersByTimeAsync(1_000);
  return answer;
}

describe('a probe', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('queries the server at each read, and returns whether the server responded', async () => {
    const { asked, ask } = aServer();
    const probe = new Probe(ask);
    const first = probe.answers();
    asked[0]!.answer();
    expect(await first).toBe(true);
    const second = probe.answers();
    asked[1]!.fail();
    expect(await second).toBe(false);
    const third = probe.answers();
    asked[2]!.answer();
    expect(await third).toBe(true);
  });

  it('returns false while the server does not respond, and sends no second query in the meantime', async () => {
    const { asked, ask } = aServer();
    const probe = new Probe(ask);
    expect(await patiently(Promise.all([probe.answers(), probe.answers()]))).toEqual([false, false]);
    expect(await patiently(probe.answers())).toBe(false);
    expect(asked).toHaveLength(1);
    asked[0]!.answer();
    const next = probe.answers();
    expect(asked).toHaveLength(1);
    expect(await next).toBe(true);
  });

  it('returns the last result while the server may still respond in time', async () => {
    const { asked, ask } = aServer();
    let now = 0;
    const probe = new Probe(ask, { patienceMs: 5_000 }, () => now);
    const first = probe.answers();
    asked[0]!.answer();
    expect(await first).toBe(true);
    expect(await patiently(probe.answers())).toBe(true);
    now = 4_999;
    expect(await patiently(probe.answers())).toBe(true);
    now = 5_000;
    expect(await patiently(probe.answers())).toBe(false);
    expect(asked).toHaveLength(2);
  });

  it('returns a cached result until the cache time has passed', async () => {
    const { asked, ask } = aServer();
    let now = 0;
    const probe = new Probe(ask, { keptMs: 5_000 }, () => now);
    const first = probe.answers();
    asked[0]!.fail();
    expect(await first).toBe(false);
    now = 4_999;
    expect(await probe.answers()).toBe(false);
    expect(asked).toHaveLength(1);
    now = 5_000;
    const second = probe.answers();
    asked[1]!.answer();
    expect(await second).toBe(true);
  });
});
