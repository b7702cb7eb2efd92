import { daily, daysOf, onDay } from '../../../../test/support/daily-trades.js';
import { MAX_ROLLING_DATES, rollingReturns } from './rolling-returns.js';

/** The balance is so large that the 8 decimals of profit and loss do not matter. */
const LARGE = 1_000_000;

/** Returns sixty days whose returns are +1 %, −0.5 % and 0 % in turn. */
function sixtyDays() {
  let equity = LARGE;
  const plNets = Array.from({ length: 60 }, (_, day) => {
    const plNet = Number((equity * [0.01, -0.005, 0][day % 3]!).toFixed(8));
    equity += plNet;
    return plNet;
  });
  return daysOf(daily(...plNets), { initialBalance: LARGE });
}

const rolling = ({ withExits, days }: ReturnType<typeof daysOf>, window: number, riskFree = 0) =>
  rollingReturns(withExits, days, window, riskFree);

describe('rolling returns', () => {
  it('are computed for each window, with the date of its last day', () => {
    const windows = rolling(sixtyDays(), 30);
    expect(windows).toHaveLength(31);
    expect(windows[0]).toEqual({ date: '2024-01-30', sharpe: 5.0201973, volatilityPct: 12.11771763 });
    expect(windows.at(-1)).toEqual({ date: '2024-02-29', sharpe: 5.0201973, volatilityPct: 12.11771763 });
  });

  it('depend on the number of days in a window', () => {
    expect(rolling(sixtyDays(), 7).slice(0, 3)).toEqual([
      { date: '2024-01-07', sharpe: 7.81314893, volatilityPct: 13.34746275 },
      { date: '2024-01-08', sharpe: 2.02892616, volatilityPct: 12.84986567 },
      { date: '2024-01-09', sharpe: 4.35442751, volatilityPct: 11.97467566 },
    ]);
  });

  it('subtract the risk-free rate', () => {
    expect(rolling(sixtyDays(), 7, 0.05)[0]!.sharpe).toBe(7.4385459);
  });

  it('include days without exits', () => {
    const days = daysOf([onDay(0, 10), onDay(9, 10.1)]);
    const windows = rolling(days, 7);
    expect(windows.map(({ date }) => date)).toEqual(['2024-01-07', '2024-01-08', '2024-01-09', '2024-01-10']);
    expect(windows.map(({ sharpe }) => sharpe)).toEqual([7.22100112, null, null, 7.22100112]);
    expect(windows.map(({ volatilityPct }) => volatilityPct)).toEqual([7.22100112, 0, 0, 7.22100112]);
  });

  it('have no Sharpe ratio if all returns of a window are exactly equal', () => {
    const tenPercent = [100_000, 110_000, 121_000, 133_100, 146_410, 161_051, 177_156.1];
    const account = { initialBalance: LARGE };
    expect(rolling(daysOf(daily(...tenPercent, 0), account), 7)).toMatchObject([
      { date: '2024-01-07', sharpe: null, volatilityPct: 0 },
      { date: '2024-01-08', sharpe: expect.any(Number) },
    ]);
    expect(rolling(daysOf(daily(0, 0, 0, 0, 0, 0, 0)), 7)).toEqual([
      { date: '2024-01-07', sharpe: null, volatilityPct: 0 },
    ]);
  });

  it('are empty if there are fewer days than a window needs', () => {
    expect(rolling(daysOf(daily(1, 2, 3, 4, 5, 6)), 7)).toEqual([]);
    expect(rolling(daysOf(daily(1, 2, 3, 4, 5, 6, 7)), 7)).toHaveLength(1);
    expect(rolling(daysOf([]), 7)).toEqual([]);
  });

  it('are empty if the equity at the start of a day is 0 or less', () => {
    expect(rolling(daysOf(daily(1, 1, 1, 1, 1, 1, 1, -1007, 5)), 7)).toEqual([]);
    // On the last day the equity may fall to 0.
    expect(rolling(daysOf(daily(1, 1, 1, 1, 1, 1, 1, -1007)), 7)).toHaveLength(2);
  });

  it('have at most 2,000 equally spaced dates, including the first and the last date', () => {
    const over = (days: number) => rolling(daysOf([onDay(0, 10), onDay(days - 1, 10)]), 7);
    expect(over(2_006)).toHaveLength(MAX_ROLLING_DATES);
    const many = over(10_001).map(({ date }) => Date.parse(date) / 86_400_000);
    expect(many).toHaveLength(MAX_ROLLING_DATES);
    expect(many.at(-1)! - many[0]!).toBe(10_001 - 7);
    const steps = new Set(many.slice(1).map((day, place) => day - many[place]!));
    expect(steps.size).toBeLessThanOrEqual(2);
  });
});
