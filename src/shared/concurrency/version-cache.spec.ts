import { VersionCache } from './version-cache.js';

const { signal } = new AbortController();

class TooMuch extends Error {}
const isTooMuch = (error: unknown): error is TooMuch => error instanceof TooMuch;

/** Returns a cache, and counts how often its work runs. */
function counted(work: () => Promise<Buffer>) {
  const cache = new VersionCache<Buffer>(1_000_000, ({ length }) => length, {
    isRefusal: isTooMuch,
    mayKeep: ({ length }) => length > 0,
  });
  let count = 0;
  const get = (version: string) =>
    cache.get(
      version,
      () => {
        count += 1;
        return work();
      },
      signal,
    );
  return { get, count: () => count };
}

describe('VersionCache', () => {
  it('computes a version once', async () => {
    const { get, count } = counted(() => Promise.resolve(Buffer.from('a')));
    await Promise.all([get('1'), get('1')]);
    await get('1');
    expect(count()).toBe(1);
    await get('2');
    expect(count()).toBe(2);
  });

  it('does not keep a value that may change', async () => {
    const { get, count } = counted(() => Promise.resolve(Buffer.from('')));
    for (const _ of [1, 2]) await get('1');
    expect(count()).toBe(2);
  });

  it('keeps the refusal of a version, and does not compute the version again', async () => {
    const { get, count } = counted(() => Promise.reject(new TooMuch()));
    for (const _ of [1, 2, 3]) await expect(get('1')).rejects.toThrow(TooMuch);
    expect(count()).toBe(1);
    await expect(get('2')).rejects.toThrow(TooMuch);
    expect(count()).toBe(2);
  });

  it('computes a version again after any other failure', async () => {
    const { get, count } = counted(() => Promise.reject(new Error('lost')));
    for (const _ of [1, 2]) await expect(get('1')).rejects.toThrow('lost');
    expect(count()).toBe(2);
  });
});
