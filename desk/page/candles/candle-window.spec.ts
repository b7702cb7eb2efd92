import type { Trade } from '../../api/trades.js';
import { earlier, later, windowAround } from './candle-window.js';

const MINUTE = 60_000;
const T = Date.UTC(2024, 0, 10);

const trade = (entryTime: number, exitTime: number) =>
  ({ symbol: 'BTCUSDT', feed: 'venue-spot', entryTime, exitTime }) as Trade;

describe('the window of bars around a trade', () => {
  it('begins 60 bars before the bar of the entry and ends 40 bars after the exit', () => {
    expect(windowAround(trade(T + 90_000, T + 10 * MINUTE), '1m')).toEqual({
      symbol: 'BTCUSDT',
      feed: 'venue-spot',
      interval: '1m',
      from: T + MINUTE - 60 * MINUTE,
      to: T + 50 * MINUTE,
    });
  });

  it.each([
    [1_900, '1m'],
    [1_901, '5m'],
    [10_000, '15m'],
    [5_000_000, '1d'],
  ])('shows a trade of %i minutes in bars of %s', (minutes, interval) => {
    expect(windowAround(trade(T, T + minutes * MINUTE), '1m').interval).toBe(interval);
  });

  it('continues on both sides with the adjacent bars', () => {
    const window = windowAround(trade(T, T + MINUTE), '15m');
    expect(earlier(window)).toMatchObject({ to: window.from, from: window.from - 500 * 15 * MINUTE });
    expect(later(window)).toMatchObject({ from: window.to, to: window.to + 500 * 15 * MINUTE });
  });
});
