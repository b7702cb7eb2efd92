import { aggregated, atMost, intervalFor } from './coarser-candles.js';

const MINUTE = 60_000;

describe('the interval for a span of time', () => {
  it.each([
    [60, 60, 1],
    [61, 60, 5],
    [24 * 60, 100, 15],
    [365 * 1_440, 4_000, 240],
    [40_000 * 43_200, 100, 17_280_000],
  ])('of %d minutes in at most %d bars is %d minutes', (length, most, minutes) =>
    expect(intervalFor(length * MINUTE, most) / MINUTE).toBe(minutes),
  );
});

const bars = {
  times: [0, 1, 2, 5, 6].map((minute) => minute * MINUTE),
  open: [10, 11, 12, 13, 14],
  high: [11, 15, 13, 14, 20],
  low: [9, 10, 5, 12, 13],
  close: [11, 12, 13, 14, 15],
};

describe('aggregated bars', () => {
  it('have the first open, the highest high, the lowest low and the last close', () => {
    expect(aggregated(bars, 5 * MINUTE)).toEqual({
      times: [0, 5 * MINUTE],
      open: [10, 13],
      high: [15, 20],
      low: [5, 12],
      close: [13, 15],
    });
  });

  it('replace the bars of a market only if there are more than the maximum number', () => {
    const series = { symbol: 'X', feed: 'venue-spot', intervalMs: MINUTE, ...bars };
    expect(atMost(series, 5)).toBe(series);
    expect(atMost(series, 2)).toMatchObject({ intervalMs: 5 * MINUTE, open: [10, 13] });
  });
});
