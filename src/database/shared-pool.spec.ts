import { shareOf } from './shared-pool.js';

describe('the share of a workspace', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [10, 5],
  ])('of a pool of %d is %d', (poolSize, share) => {
    expect(shareOf(poolSize)).toBe(share);
  });
});
