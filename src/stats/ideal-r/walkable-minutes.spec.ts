import { BLOCK, mirrored, runOf, walkableMinutes } from './walkable-minutes.js';

const MINUTE = 60_000;

/** Returns bars that open in the given minutes, each with a different price. */
const barsAt = (minutes: readonly number[], price = (minute: number) => minute) => {
  const column = Float64Array.from(minutes, price);
  return walkableMinutes({
    count: minutes.length,
    ts: Float64Array.from(minutes, (minute) => minute * MINUTE),
    low: column.map((value) => value - 1),
    high: column.map((value) => value + 1),
    close: column,
  });
};

describe('minutes of bars', () => {
  it('are divided into sequences at each missing minute', () => {
    const { runTs, runAt } = barsAt([3, 4, 5, 7, 9, 10]);
    expect([...runTs]).toEqual([3, 7, 9].map((minute) => minute * MINUTE));
    expect([...runAt]).toEqual([0, 3, 4, 6]);
    expect([...barsAt([]).runAt]).toEqual([0]);
  });

  it('are found by the open time of a bar', () => {
    const minutes = barsAt([3, 4, 5, 7, 9, 10]);
    const runs = Array.from({ length: 10 }, (_, i) => runOf(minutes, (i + 2) * MINUTE)); // for the minutes from 2 on
    expect(runs).toEqual([-1, 0, 0, 0, -1, 1, -1, 2, 2, -1]);
    expect(runOf(barsAt([]), 0)).toBe(-1);
  });

  it('include the extremes of each whole block', () => {
    const all = Array.from({ length: 2 * BLOCK + 1 }, (_, i) => i);
    // The extremes of block 0 and block 1 lie within the blocks. The last bar belongs to no whole block.
    const { prices } = barsAt(all, (i) => (i % BLOCK === 9 ? -500 - i : i % BLOCK === 7 ? 500 + i : i));
    expect([...prices.blockLow]).toEqual([-510, -574]); // −(500 + 9) − 1 and −(500 + 73) − 1
    expect([...prices.blockHigh]).toEqual([508, 572]);
  });

  it('have negated prices when they are mirrored for a short trade', () => {
    const { prices } = barsAt(Array.from({ length: BLOCK }, (_, i) => i));
    const { low, high, close, blockLow, blockHigh } = mirrored(prices);
    expect([low[5], high[5], close[5]]).toEqual([-6, -4, -5]);
    expect([low.length, blockLow[0], blockHigh[0]]).toEqual([BLOCK, -64, 1]);
  });
});
