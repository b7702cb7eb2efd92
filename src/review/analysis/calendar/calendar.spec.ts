import fc from 'fast-check';
import { EXAMPLE_SETTINGS, WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { calculateStatistics } from '../../../shared/figures/calculator/calculate-statistics.js';
import { toTradeColumns } from '../../../shared/figures/calculator/trade-columns.js';
import { calendar } from './calendar.js';

const of = (timezone: string, trades = WORKED_EXAMPLE) => calendar(trades, { ...EXAMPLE_SETTINGS, timezone });

/**
 * Returns one trade for each property of `plNets`. The name of the property is the time of the exit, its value is the
 * plNet.
 */
const closing = (plNets: Record<string, number>) =>
  toTradeColumns(
    Object.entries(plNets).map(([exit, plNet]) => {
      const exitTime = Date.parse(exit);
      return {
        entryTime: exitTime - 1,
        exitTime,
        plGross: plNet,
        plNet,
        plPct: 0,
        feesPaid: 0,
        rMultiple: null,
      };
    }),
  );
const daysOf = (timezone: string, plNets: Record<string, number>, initialBalance = 100) =>
  calendar(closing(plNets), { initialBalance, breakEvenThreshold: 0, timezone });

describe('the calendar', () => {
  it('has the results of the worked example in UTC', () => {
    const { days, ...rest } = of('UTC');
    expect(days.map((day) => Object.values(day))).toEqual([
      // Columns: date, trades, wins, losses, gross, fees, net, net in percent of the equity before the day, equity after the day.
      ['2024-01-01', 1, 0, 1, -39, 1, -40, -4, 960],
      ['2024-01-02', 1, 1, 0, 31, 1, 30, 3.125, 990],
      ['2024-01-03', 2, 1, 0, 61.5, 2, 59.5, 6.01010101, 1049.5],
      ['2024-01-04', 1, 0, 1, -24, 1, -25, -2.38208671, 1024.5],
      ['2024-01-05', 2, 1, 1, 66, 2, 64, 6.24694973, 1088.5],
      ['2024-01-06', 1, 1, 0, 11, 1, 10, 0.91869545, 1098.5],
    ]);
    expect(rest).toEqual({
      timezone: 'UTC',
      months: [{ month: '2024-01', tradeCount: 8, plNet: 98.5, returnPct: 9.85 }],
      years: [{ year: '2024', tradeCount: 8, plNet: 98.5, returnPct: 9.85 }],
      reason: null,
    });
    expect(Object.keys(days[0]!)).toEqual([
      'date',
      'tradeCount',
      'winCount',
      'lossCount',
      'plGross',
      'feesPaid',
      'plNet',
      'returnPct',
      'equity',
    ]);
  });

  it('has the results of the worked example in New York', () => {
    expect(of('America/New_York').days.map(({ date, plNet, equity }) => [date, plNet, equity])).toEqual([
      ['2024-01-01', -40, 960],
      ['2024-01-02', 89.5, 1049.5],
      ['2024-01-04', -41, 1008.5],
      ['2024-01-05', 90, 1098.5],
    ]);
  });

  it('contains only days, months and years with exits', () => {
    const { days, months, years } = daysOf('UTC', {
      '2023-12-31T23:59:59.999Z': 10,
      '2024-01-01T00:00:00Z': 11,
      '2024-03-05T12:00:00Z': 24.2,
    });
    expect(days.map(({ date, returnPct }) => [date, returnPct])).toEqual([
      ['2023-12-31', 10],
      ['2024-01-01', 10],
      ['2024-03-05', 20],
    ]);
    expect(months.map(({ month, returnPct }) => [month, returnPct])).toEqual([
      ['2023-12', 10],
      ['2024-01', 10],
      ['2024-03', 20],
    ]);
    expect(years).toEqual([
      { year: '2023', tradeCount: 1, plNet: 10, returnPct: 10 },
      { year: '2024', tradeCount: 2, plNet: 35.2, returnPct: 32 },
    ]);
  });

  it('counts a trade in the year of the local day of its exit', () => {
    const exit = { '2024-01-01T02:00:00Z': 5 };
    expect(daysOf('America/New_York', exit).years).toMatchObject([{ year: '2023' }]);
    expect(daysOf('UTC', exit).years).toMatchObject([{ year: '2024' }]);
  });

  it('has no return for a day, a month or a year that starts with an equity of 0 or less', () => {
    const { days, months, years } = daysOf('UTC', {
      '2024-01-30T00:00:00Z': -100,
      '2024-01-31T00:00:00Z': -50,
      '2024-02-01T00:00:00Z': 200,
      '2024-03-01T00:00:00Z': 5,
    });
    expect(days.map(({ returnPct, equity }) => [returnPct, equity])).toEqual([[-100, 0], [null, -50], [null, 150], [3.33333333, 155]]); // prettier-ignore
    expect(months.map(({ returnPct }) => returnPct)).toEqual([-150, null, 3.33333333]);
    expect(years.map(({ returnPct }) => returnPct)).toEqual([55]);
    const [, second] = daysOf('UTC', { '2023-12-31T00:00:00Z': -100, '2024-01-01T00:00:00Z': 9 }).years;
    expect(second).toMatchObject({ plNet: 9, returnPct: null });
  });

  it('has a single day for a date that occurs twice because the clock is set back', () => {
    // The exits are at 00:00:30 on 1 November, 23:30 on 31 October and 00:30 on 1 November.
    const { days } = daysOf('America/St_Johns', {
      '2009-11-01T02:30:30Z': 1,
      '2009-11-01T03:00:00Z': -2,
      '2009-11-01T04:00:00Z': 4,
    });
    expect(
      days.map(({ date, tradeCount, winCount, lossCount, plNet, equity }) => [
        date,
        tradeCount,
        winCount,
        lossCount,
        plNet,
        equity,
      ]),
    ).toEqual([
      ['2009-10-31', 1, 0, 1, -2, 98],
      ['2009-11-01', 2, 2, 0, 5, 103],
    ]);
  });

  it('is empty if there are no trades', () => {
    expect(daysOf('UTC', {})).toEqual({
      timezone: 'UTC',
      days: [],
      months: [],
      years: [],
      reason: 'no-trades',
    });
  });

  it('has results whose sums are the figures of the statistics', () => {
    const trade = fc.record({ hour: fc.nat(2_000), plNet: fc.integer({ min: -1e10, max: 1e10 }) });
    const zone = fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo');
    const settings = { initialBalance: 1000, breakEvenThreshold: 3 };
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 40 }), zone, (list, timezone) => {
        const trades = toTradeColumns(
          list
            .toSorted((a, b) => a.hour - b.hour)
            .map(({ hour, plNet }) => ({
              entryTime: 1_710_000_000_000,
              exitTime: 1_710_000_000_000 + hour * 3_600_000,
              plGross: plNet / 1e8,
              plNet: plNet / 1e8,
              plPct: 0,
              feesPaid: 0.1,
              rMultiple: null,
            })),
        );
        const { days, months, years } = calendar(trades, { ...settings, timezone });
        const statistics = calculateStatistics(trades, settings);
        const sum = (values: number[]) => Math.round(values.reduce((all, each) => all + each * 1e8, 0)) / 1e8;
        for (const figure of ['tradeCount', 'winCount', 'lossCount', 'plGross', 'feesPaid', 'plNet'] as const)
          expect(sum(days.map((day) => day[figure]))).toBe(statistics[figure]);
        for (const periods of [months, years])
          expect(sum(periods.map(({ plNet }) => plNet))).toBe(statistics.plNet);
        expect(days.map(({ date }) => date)).toEqual([...new Set(days.map(({ date }) => date))].toSorted());
        if (days.length > 0) expect(days.at(-1)!.equity).toBe(statistics.equityCurve.equity.at(-1));
      }),
    );
  });
});
