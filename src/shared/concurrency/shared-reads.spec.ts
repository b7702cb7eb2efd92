import { SharedReads } from './shared-reads.js';

/** Returns reads that end on request. Each read returns its number. */
function heldReads() {
  const ends: ((failure?: Error) => void)[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length + 1;
      ends.push((failure) => (failure ? reject(failure) : resolve(number)));
    });
  return { read, ends };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('shared reads', () => {
  it('give the result of the next read to all callers that arrive while a read runs', async () => {
    const reads = new SharedReads<number>();
    const { read, ends } = heldReads();
    const first = reads.get('a', read);
    await settled();
    const later = [reads.get('a', read), reads.get('a', read), reads.get('a', read)];
    expect(ends).toHaveLength(1);
    ends[0]!();
    expect(await first).toBe(1);
    await settled();
    expect(ends).toHaveLength(2);
    const latest = reads.get('a', read);
    ends[1]!();
    expect(await Promise.all(later)).toEqual([2, 2, 2]);
    await settled();
    ends[2]!();
    expect(await latest).toBe(3);
  });

  it('are not shared between keys, or with callers that arrive after the read has ended', async () => {
    const reads = new SharedReads<number>();
    const { read, ends } = heldReads();
    const both = [reads.get('a', read), reads.get('b', read)];
    await settled();
    ends.splice(0, 2).forEach((end) => end());
    await Promise.all(both);
    const after = reads.get('a', read);
    await settled();
    expect(ends).toHaveLength(1);
    ends[0]!();
    await after;
  });

  it('fail only for the callers that share the failed read', async () => {
    const reads = new SharedReads<number>();
    const { read, ends } = heldReads();
    const first = reads.get('a', read);
    await settled();
    const second = reads.get('a', read);
    ends[0]!(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settled();
    ends[1]!();
    expect(await second).toBe(2);
  });
});
