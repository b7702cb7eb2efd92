import { daily, onDay, returns } from '../../../../test/support/daily-trades.js';

/** A balance so large that the 8 decimals of profit and loss do not matter. */
const LARGE = 1_000_000;

/** Returns the profits that lead to these daily returns. */
function compounding(...fractions: number[]): number[] {
  let equity = LARGE;
  return fractions.map((fraction) => {
    const plNet = Number((equity * fraction).toFixed(8));
    equity += plNet;
    return plNet;
  });
}

const repeated = (times: number, ...values: number[]) => Array<number[]>(times).fill(values).flat();

const NO_FIGURES = {
  sharpe: null,
  sortino: null,
  volatilityPct: null,
  cagrPct: null,
  calmar: null,
  omega: null,
  ulcerIndex: null,
  valueAtRisk95Pct: null,
  expectedShortfall95Pct: null,
};

describe('returns', () => {
  it('have the expected figures for sixty days of +1 %, −0.5 % and 0 %', () => {
    const list = daily(...compounding(...repeated(20, 0.01, -0.005, 0)));
    expect(returns(list, { initialBalance: LARGE })).toMatchObject({
      days: 60,
      tradingDays: 60,
      sharpe: 5.06328991,
      sortino: 11.03026141,
      volatilityPct: 12.01458624,
      omega: 2,
      cagrPct: 82.35120364,
      ulcerIndex: 0.40824829,
      calmar: 164.70240727,
      valueAtRisk95Pct: -0.5,
      expectedShortfall95Pct: -0.5,
    });
  });

  it('do not vary if the returns of all days are exactly equal', () => {
    const steady = returns(daily(70, 74.9, 80.143));
    expect(steady).toMatchObject({
      sharpe: null,
      volatilityPct: 0,
      sortino: null,
      omega: null,
      ulcerIndex: 0,
    });
    expect(returns(daily(70, 74.9, 80.14300001)).sharpe).toBeGreaterThan(1e8);
    // Both returns are 0.0001, but 0.1/1000 and 0.10001/1000.1 are different doubles.
    expect(returns(daily(0.1, 0.10001)).sharpe).toBeNull();
    expect(returns(daily(0, 0, 0))).toMatchObject({
      sharpe: null,
      volatilityPct: 0,
      sortino: null,
      omega: null,
    });
    const idle = [onDay(0, 0), onDay(9, 0)];
    expect(returns(idle)).toMatchObject({ days: 10, tradingDays: 2, sharpe: null, volatilityPct: 0 });
  });

  it('have the expected figures for a single day', () => {
    expect(returns(daily(-50))).toEqual({
      ...NO_FIGURES,
      reason: null,
      days: 1,
      tradingDays: 1,
      sortino: -19.10497317, // −√365, because the mean is equal to the only shortfall
      omega: 0,
      ulcerIndex: 5,
      bestDay: { date: '2024-01-01', plNet: -50 },
      worstDay: { date: '2024-01-01', plNet: -50 },
    });
  });

  it('have no ratio to losses if there are no losses, and an omega of 0 if there are no gains', () => {
    expect(returns(daily(1, 2, 3))).toMatchObject({ sortino: null, omega: null, ulcerIndex: 0 });
    expect(returns(daily(-1, -2, -3))).toMatchObject({ omega: 0, reason: null });
    // The return of 0 on a day without an exit is below a positive risk-free rate.
    expect(returns([onDay(0, 1), onDay(9, 1)], { riskFreeRate: 5 }).sortino).not.toBeNull();
  });

  it('are undefined if a day starts with an equity of 0 or less', () => {
    const ruined = returns(daily(...repeated(30, 10), -1300, 500));
    expect(ruined).toEqual({
      ...NO_FIGURES,
      reason: 'equity-not-positive',
      days: 32,
      tradingDays: 32,
      bestDay: { date: '2024-02-01', plNet: 500 },
      worstDay: { date: '2024-01-31', plNet: -1300 },
    });
    // In this list, a day without an exit starts with an equity of 0, too.
    expect(returns([onDay(0, -1000), onDay(5, 2000)])).toMatchObject({
      ...NO_FIGURES,
      reason: 'equity-not-positive',
    });
  });

  it('lack only the growth figures if the equity is 0 or less at the end of the last day', () => {
    const ruined = returns(daily(...repeated(30, 10), -1300));
    expect(ruined).toMatchObject({ reason: 'equity-not-positive', cagrPct: null, calmar: null });
    expect(ruined.sharpe).toBeLessThan(0);
    expect(ruined.ulcerIndex).toBe(17.9605302); // 100/√31
    // The equity may fall below 0 and recover within a day.
    const back = returns([...daily(...repeated(30, 10)), onDay(30, -1400), onDay(30, 200)]);
    expect(back).toMatchObject({ reason: null, days: 31 });
    expect(back.cagrPct).toBeLessThan(0);
  });

  it('include the annual growth if there are at least 30 days', () => {
    const over = (days: number) => returns([onDay(0, 0), onDay(days - 1, 100)]);
    expect(over(29)).toMatchObject({ days: 29, cagrPct: null, calmar: null });
    expect(over(30).cagrPct).toBeCloseTo((1.1 ** (365 / 30) - 1) * 100, 6);
    expect(over(30).calmar).toBeNull(); // there is no drawdown
    expect(over(365).cagrPct).toBe(10);
    // The drawdown of the statistics includes falls within a day.
    const fallen = [onDay(0, 0), onDay(364, -100), onDay(364, 200)];
    expect(
      returns([fallen[0]!, fallen[1]!, { ...fallen[2]!, exitTime: fallen[2]!.exitTime! + 1 }]),
    ).toMatchObject({ cagrPct: 10, calmar: 1 });
  });

  it('include a Calmar ratio that uses the exact drawdown', () => {
    const list = [10, -1, 20, 30, 5, 8, 12, 9].map((plNet, i) => onDay(5 * i, plNet));
    expect(returns(list, { initialBalance: 10_000 }).calmar).toBe(984.9986734); // the drawdown is 1/10010
    // A drawdown that would be rounded to 0 % is still a drawdown.
    const slight = [onDay(0, -0.01), onDay(29, 1e8)];
    expect(returns(slight, { initialBalance: 1e9 }).calmar).toBeGreaterThan(1e10);
  });

  it('keep the digits of a growth that is small relative to the account', () => {
    const list = [onDay(0, -0.00001), onDay(364, 10.00001)];
    const { calmar } = returns(list, { initialBalance: 1e9 });
    // Growth 1e-8 in 365 days, drawdown 1e-14.
    expect(calmar).toBe(1_000_000);
  });

  it('include tail figures if there are at least 20 days, where days without an exit count', () => {
    expect(returns(daily(...repeated(19, -1)))).toMatchObject({
      valueAtRisk95Pct: null,
      expectedShortfall95Pct: null,
    });
    // With 21 days, rank 20 · 0.05 = 1 is the second worst return.
    const worst = [onDay(0, -100), onDay(1, -9), onDay(20, 50)];
    expect(returns(worst)).toMatchObject({ days: 21, valueAtRisk95Pct: -1, expectedShortfall95Pct: -5.5 });
    // The second worst of 21 days has no exit. The shortfall is the mean of −10 % and nineteen times 0 %.
    expect(returns([onDay(0, -100), onDay(20, 50)])).toMatchObject({
      valueAtRisk95Pct: 0,
      expectedShortfall95Pct: -0.5,
    });
  });

  it('cover every day between two trades that are 20 years apart', () => {
    const { days, tradingDays, volatilityPct } = returns([onDay(0, 10), onDay(7_305, 10.1)]);
    expect({ days, tradingDays }).toEqual({ days: 7_306, tradingDays: 2 });
    // Two returns are 1 %, so the volatility is √((2 · 0.01² − 0.02²/7306) / 7305) · √365 · 100.
    expect(volatilityPct).toBe(0.31607625);
  });

  it('include the best and the worst day, and the earliest of several equal days', () => {
    const { bestDay, worstDay } = returns([
      onDay(0, 0.1),
      onDay(0, 0.2),
      onDay(1, 0.3),
      onDay(2, -1),
      onDay(4, -1),
    ]);
    expect(bestDay).toEqual({ date: '2024-01-01', plNet: 0.3 });
    expect(worstDay).toEqual({ date: '2024-01-03', plNet: -1 });
  });

  it('include the best and the worst day even if days differ by 0.00000001', () => {
    const { bestDay, worstDay } = returns([onDay(0, 0.3), onDay(1, 0.30000001), onDay(2, 0.29999999)]);
    expect([bestDay!.date, worstDay!.date]).toEqual(['2024-01-02', '2024-01-03']);
  });

  it('count days of any length', () => {
    const newYork = { timezone: 'America/New_York' };
    // In Berlin, 30 March to 1 April 2024 has 71 hours. In New York, two minutes can belong to two days.
    const across = (from: string, to: string, timezone: string) =>
      returns([{ entryTime: Date.parse(from), exitTime: Date.parse(to), plNet: 1 }], { timezone });
    expect(across('2024-03-30T00:00+01:00', '2024-04-01T00:00+02:00', 'Europe/Berlin').days).toBe(3);
    expect(across('2024-11-03T03:59Z', '2024-11-03T04:01Z', 'America/New_York').days).toBe(2);
    expect(across('2024-11-03T04:00Z', '2024-11-04T04:59Z', 'America/New_York').days).toBe(1); // 25 hours
    // Samoa skipped 30 December 2011, but this date still counts as a day of the calendar.
    expect(across('2011-12-29T12:00-10:00', '2011-12-31T12:00+14:00', 'Pacific/Apia').days).toBe(3);
    expect(returns(daily(1, 2), newYork).days).toBe(2);
  });

  it('add up the trades of a date that occurs twice', () => {
    // In St John's, clocks went back from 00:01 on the 29th to 23:01 on the 28th, so both dates occur twice.
    const exits = ['2006-10-29T02:00Z', '2006-10-29T02:30:30Z', '2006-10-29T02:31:30Z'];
    const list = exits.map((exit, i) => ({
      entryTime: Date.parse(exits[0]!),
      exitTime: Date.parse(exit),
      plNet: 2 ** i,
    }));
    const { days, tradingDays, bestDay, worstDay } = returns(list, { timezone: 'America/St_Johns' });
    expect({ days, tradingDays }).toEqual({ days: 2, tradingDays: 2 });
    expect([bestDay!.plNet, worstDay!.plNet]).toEqual([5, 2]);
  });
});
