import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { calculateStatistics } from './calculator/calculate-statistics.js';
import { columnsOf } from './calculator/trade-columns.js';
import { answered, statisticsAnswer } from './statistics-answer.js';

describe('an answered figure', () => {
  const check = (figure: number | null, expected: number) => expect(answered(figure)).toBe(expected);

  it('carries 8 decimals, rounded half away from zero', () => {
    check(0.1 + 0.2, 0.3);
    check(-(0.1 + 0.2), -0.3);
    check(2 / 3, 0.66666667);
    check(1.000000005, 1.00000001);
    check(-1.000000005, -1.00000001);
    check(1.0000000049999, 1);
    check(5e-9, 1e-8);
    check(-5e-9, -1e-8);
    check(4.999e-9, 0);
    check(123_456_789.12345678, 123_456_789.12345678);
    check(1e26, 1e26);
  });

  it('is 0 where undefined, and never -0', () => {
    check(null, 0);
    check(-0, 0);
    check(-1e-9, 0);
    check(NaN, 0);
    check(-Infinity, 0);
  });

  it('is what decimal arithmetic gives', () => {
    const coarse = fc.double({ noNaN: true, min: 2 ** 24, max: 2 ** 28 }); // from here on doubles lie 1e-8 apart
    const halves = fc.integer({ min: -1e12, max: 1e12 }).map((value) => (value + 0.5) / 1e8);
    const figures = fc.oneof(halves, coarse, fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.double({ noNaN: true, min: -1e40, max: 1e40 })); // prettier-ignore
    const expected = (figure: number) =>
      new Decimal(figure).toDecimalPlaces(8, Decimal.ROUND_HALF_UP).toNumber() + 0;
    fc.assert(
      fc.property(figures, (figure) => check(figure, expected(figure))),
      { numRuns: 2000 },
    );
  });
});

describe('the answer', () => {
  const settings = { initialBalance: 1000, breakEvenThreshold: 1e-9 };
  const trade = {
    entryTime: 1,
    exitTime: 5,
    plGross: 0.3,
    plNet: 0.1,
    plPct: -0,
    feesPaid: 0.2,
    rMultiple: null,
  };

  it('has the fields of the contract in their order', () => {
    expect(Object.keys(statisticsAnswer(calculateStatistics(columnsOf([]), settings))).join(' ')).toBe(
      'calculationVersion tradeCount winCount lossCount breakEvenCount breakEvenThreshold winrate ' +
        'plGross feesPaid plNet plNetPct avgPlPerTrade avgPlPctPerTrade avgRMultiple maxRMultiple ' +
        'avgWin avgLoss winLossRatio profitFactor netProfitFactor expectancy expectancyComponents ' +
        'tradesPerDay tradesPerWeek tradesPerMonth avgDurationMs avgWinDurationMs avgLossDurationMs ' +
        'maxWinStreak maxLossStreak avgWinStreak avgLossStreak bestWinPct worstLossPct avgWinPct avgLossPct ' +
        'maxDrawdown maxDrawdownPct equityCurve plPctDistribution',
    );
  });

  it('carries only numbers and lists, also without trades', () => {
    const { calculationVersion, ...figures } = statisticsAnswer(calculateStatistics(columnsOf([]), settings));
    expect(calculationVersion).toBe('1.0.0');
    expect(JSON.stringify(figures)).not.toMatch(/null|-0\b|"[^"]*":"/);
    expect(figures).toMatchObject({ profitFactor: 0, avgLoss: 0, equityCurve: [], plPctDistribution: [] });
  });

  it('rounds figures, and gives back the threshold and times as they are', () => {
    const answer = statisticsAnswer(
      calculateStatistics(columnsOf([trade, { ...trade, plNet: 0.2 }]), settings),
    );
    expect(answer).toMatchObject({
      breakEvenThreshold: 1e-9,
      plNet: 0.3,
      plNetPct: 0.03,
      avgPlPctPerTrade: 0,
    });
    expect(answer.equityCurve).toEqual([
      { time: 1, equity: 1000 },
      { time: 5, equity: 1000.3 },
    ]);
    expect(answer.plPctDistribution).toEqual([{ from: 0, to: 1, count: 2 }]);
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  });
});
