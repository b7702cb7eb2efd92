import { PageCache } from './page-cache.js';

const page = (length: number, letter = 'x') => [Buffer.alloc(length, letter)];

describe('ready answers', () => {
  it('hold for their revision', () => {
    const cache = new PageCache(10_000);
    cache.set('a', '1', page(10));
    expect(cache.get('a', '1')).toEqual(page(10));
    expect(cache.get('a', '2')).toBeUndefined();
    expect(cache.get('a', '1')).toBeUndefined();
    expect(cache.state()).toEqual({ pages: 0, bytes: 0 });
  });

  it('give way to newer ones, the least recently used first', () => {
    const cache = new PageCache(10_000);
    for (const key of ['a', 'b', 'c']) cache.set(key, '1', page(2_800));
    cache.get('a', '1');
    cache.set('d', '1', page(2_800));
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key, '1'))).toEqual(['a', 'c', 'd']);
  });

  it('never take more than they may, whatever comes', () => {
    const cache = new PageCache(5_000);
    for (let i = 0; i < 500; i += 1) {
      cache.set(`key ${i % 37}`, String(i % 3), page((i * 7919) % 6_000));
      cache.get(`key ${i % 11}`, '0');
      expect(cache.state().bytes).toBeLessThanOrEqual(5_000);
    }
    cache.set('too large', '1', page(5_000));
    expect(cache.get('too large', '1')).toBeUndefined();
    expect(cache.state().pages).toBeGreaterThan(0);
  });
});
