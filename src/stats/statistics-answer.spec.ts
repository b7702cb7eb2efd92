import { calculateStatistics } from './calculator/calculate-statistics.js';
import { columnsOf } from './calculator/trade-columns.js';
import { answered, statisticsAnswer } from './statistics-answer.js';

describe('an answered figure', () => {
  const check = (figure: number | null, expected: number) => expect(answered(figure)).toBe(expected);

  it('is 0 where undefined, and never -0', () => {
    check(null, 0);
    check(-0, 0);
    check(0.3, 0.3);
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

  it('has rounded figures, and gives back the threshold and times as they are', () => {
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
