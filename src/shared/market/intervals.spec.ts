import { INTERVALS, ceilToInterval, closedUntil, floorToInterval, intervalMs } from './intervals.js';

describe('intervals', () => {
  it('are in ascending order, and each length divides a day', () => {
    const lengths = INTERVALS.map(intervalMs);
    expect(lengths).toEqual([60_000, 300_000, 900_000, 3_600_000, 14_400_000, 86_400_000]);
    expect(lengths.every((length) => 86_400_000 % length === 0)).toBe(true);
  });

  it('start their grids at the epoch', () => {
    expect(floorToInterval(119_999, '1m')).toBe(60_000);
    expect(floorToInterval(120_000, '1m')).toBe(120_000);
    expect(ceilToInterval(60_001, '1m')).toBe(120_000);
    expect(ceilToInterval(60_000, '1m')).toBe(60_000);
    expect(floorToInterval(Date.UTC(2023, 2, 16, 22, 15), '4h')).toBe(Date.UTC(2023, 2, 16, 20));
    expect(floorToInterval(Date.UTC(2023, 2, 16, 22, 15), '1d')).toBe(Date.UTC(2023, 2, 16));
  });
});

describe('a closed bar', () => {
  const check = (ts: number, now: number, expected: boolean) => {
    expect(ts < closedUntil('1m', now)).toBe(expected);
  };

  it('has been closed for at least 2 s', () => {
    check(60_000, 119_999, false);
    check(60_000, 120_000, false);
    check(60_000, 120_000 + 1_999, false);
    check(60_000, 120_000 + 2_000, true);
    check(60_000, 500_000, true);
    check(120_000, 122_000, false);
  });
});
