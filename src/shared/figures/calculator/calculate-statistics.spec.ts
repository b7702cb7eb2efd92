import {
  CALCULATION_VERSION,
  calculateFigures,
  calculateStatistics,
  type CalculatedStatistics,
} from './calculate-statistics.js';
import { toTradeColumns, type ClosedTrade } from './trade-columns.js';
import { sortTradeColumns, tradeOrder } from './trade-order.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Returns a trade with the result `plNet` that opens at the start of day `day` and lasts an hour. One unit of money is
 * 1 % of the entry notional.
 */
const aTrade = (trade: Partial<ClosedTrade> & { plNet: number; day?: number }): ClosedTrade => {
  const entryTime = (trade.day ?? 0) * DAY + 1;
  const { plNet } = trade;
  return {
    entryTime,
    exitTime: entryTime + HOUR,
    plGross: plNet,
    plPct: plNet,
    feesPaid: 0,
    rMultiple: null,
    ...trade,
  };
};

const statisticsOf = (trades: ClosedTrade[], breakEvenThreshold = 0, initialBalance = 100) => {
  const columns = toTradeColumns(trades);
  const order = tradeOrder(columns, (a, b) => a - b);
  return calculateStatistics(sortTradeColumns(columns, order), { initialBalance, breakEvenThreshold });
};

const daily = (nets: number[]) => nets.map((plNet, day) => aTrade({ plNet, day }));

const curveOf = ({ equityCurve: { time, equity } }: CalculatedStatistics) =>
  Array.from(time, (at, point) => [at, equity[point]]);

describe('the statistics of a session', () => {
  const check = (trades: ClosedTrade[], expected: object) =>
    expect(statisticsOf(trades)).toMatchObject(expected);

  it('consist of the figures, the equity curve and the distribution', () => {
    const trades = toTradeColumns(daily([5, -3, 0]));
    const settings = { initialBalance: 100, breakEvenThreshold: 1 };
    const statistics = calculateStatistics(trades, settings);
    const { equityCurve, plPctDistribution } = statistics;
    expect({ ...calculateFigures(trades, settings), equityCurve, plPctDistribution }).toEqual(statistics);
  });

  it('are 0 for counts and sums and undefined for all other figures if there are no trades', () => {
    const { expectancyComponents, equityCurve, plPctDistribution, ...figures } = statisticsOf([], 0.5);
    const counts = {
      tradeCount: 0,
      winCount: 0,
      lossCount: 0,
      breakEvenCount: 0,
      maxWinStreak: 0,
      maxLossStreak: 0,
    };
    const sums = { plGross: 0, feesPaid: 0, plNet: 0, plNetPct: 0, maxDrawdown: 0, maxDrawdownPct: 0 };
    const known = { calculationVersion: CALCULATION_VERSION, breakEvenThreshold: 0.5, ...counts, ...sums };
    expect(figures).toMatchObject(known);
    const others = Object.entries(figures).filter(([name]) => !(name in known));
    expect(others.filter(([, value]) => value !== null)).toEqual([]);
    expect(Object.values(expectancyComponents).filter((value) => value !== null)).toEqual([]);
    expect([equityCurve.time.length, equityCurve.equity.length, plPctDistribution.length]).toEqual([0, 0, 0]);
  });

  it('are computed for one trade', () => {
    const trade = aTrade({ plGross: 12, plNet: 10, feesPaid: 2, plPct: 4, rMultiple: 0.5 });
    check([trade], { tradeCount: 1, winCount: 1, lossCount: 0, breakEvenCount: 0, winrate: 1 });
    check([trade], { plGross: 12, feesPaid: 2, plNet: 10, plNetPct: (10 / 100) * 100 });
    check([trade], { avgPlPerTrade: 10, avgPlPctPerTrade: 4, avgRMultiple: 0.5, maxRMultiple: 0.5 });
    check([trade], {
      avgWin: 10,
      avgLoss: null,
      winLossRatio: null,
      profitFactor: null,
      netProfitFactor: null,
    });
    check([trade], { expectancy: 10, tradesPerDay: 1, tradesPerWeek: 7, tradesPerMonth: 30.4375 });
    check([trade], { avgDurationMs: HOUR, avgWinDurationMs: HOUR, avgLossDurationMs: null });
    check([trade], { maxWinStreak: 1, maxLossStreak: 0, avgWinStreak: 1, avgLossStreak: null });
    check([trade], { bestWinPct: 4, worstLossPct: null, avgWinPct: 4, avgLossPct: null });
    check([trade], { maxDrawdown: 0, maxDrawdownPct: 0, plPctDistribution: [{ from: 4, to: 5, count: 1 }] });
    expect(curveOf(statisticsOf([trade]))).toEqual([
      [1, 100],
      [1 + HOUR, 110],
    ]);
  });

  it('distinguish wins, losses and break-evens', () => {
    check(daily([1, 2, 3]), {
      winrate: 1,
      avgWin: 2,
      avgLoss: null,
      profitFactor: null,
      maxWinStreak: 3,
      maxDrawdown: 0,
    });
    check(daily([-1, -2, -3]), {
      winrate: 0,
      avgWin: null,
      avgLoss: -2,
      profitFactor: 0,
      maxLossStreak: 3,
      maxDrawdown: 6,
    });
    check(daily([0, 0]), {
      winrate: 0,
      breakEvenCount: 2,
      expectancy: 0,
      profitFactor: null,
      maxDrawdown: 0,
    });
    check(daily([0, 0]), {
      expectancyComponents: { breakEvenProbability: 1, avgBreakEven: 0 },
      avgWinStreak: null,
    });
  });

  it('ignore the break-even threshold in the profit factors', () => {
    const figures = statisticsOf(daily([3, -1, 1, -3]), 2);
    expect(figures).toMatchObject({ winCount: 1, lossCount: 1, breakEvenCount: 2, netProfitFactor: 4 / 4 });
    expect(figures).toMatchObject({ avgWin: 3, avgLoss: -3, winLossRatio: 1 });
    expect(figures.expectancyComponents).toMatchObject({ avgBreakEven: 0, breakEvenProbability: 2 / 4 });
  });

  it('include a gross and a net profit factor', () => {
    const trades = [aTrade({ plGross: 5, plNet: 3, day: 0 }), aTrade({ plGross: 1, plNet: -1, day: 1 })];
    check(trades, { profitFactor: null, netProfitFactor: 3 / 1, plGross: 6, plNet: 2 });
  });

  it('include the mean R of the trades that have an initial risk', () => {
    const multiples = [2, null, -1, null, 0.5];
    check(multiples.map((rMultiple, day) => aTrade({ plNet: 1, day, rMultiple })), { avgRMultiple: 1.5 / 3, maxRMultiple: 2 }); // prettier-ignore
    check(daily([1, 2]), { avgRMultiple: null, maxRMultiple: null });
  });

  it('use the order of the exits, not of the entries', () => {
    const long = aTrade({ plNet: -5, entryTime: 1, exitTime: 10 * DAY + 1 });
    const short = aTrade({ plNet: 8, entryTime: 2 * DAY, exitTime: 3 * DAY });
    check([long, short], { tradesPerDay: 2 / 10, maxDrawdown: 5, avgDurationMs: (10 * DAY + DAY) / 2 });
    expect(curveOf(statisticsOf([long, short]))).toEqual([
      [1, 100],
      [3 * DAY, 108],
      [10 * DAY + 1, 103],
    ]);
  });

  it('use the order of the entries if exit times are equal', () => {
    const closing = (plNet: number, entryTime: number) => aTrade({ plNet, entryTime, exitTime: DAY });
    const tie = [closing(3, 3), closing(-1, 2), closing(2, 1)]; // in trade order: win, loss, win
    check(tie, { maxWinStreak: 1, avgWinStreak: 2 / 2, maxLossStreak: 1, maxDrawdown: 0 });
    expect(curveOf(statisticsOf(tie))).toEqual([
      [1, 100],
      [DAY, 104],
    ]);
  });

  it('count a loss of the first trade as a drawdown, and allow an equity below 0', () => {
    check(daily([-20, 50]), { maxDrawdown: 20, maxDrawdownPct: 20 });
    check(daily([-150, 500]), { maxDrawdown: 150, maxDrawdownPct: 150, plNetPct: 350 });
  });

  it('are exact for amounts from 1e-8 to 1e12', () => {
    check(daily([1e12, 1e-8, -1e12]), { plNet: 1e-8, expectancy: 0, maxDrawdown: 1e12 }); // 1e-8 / 3 is less than half a unit
    check(daily([1e-8, -1e-8]), { plNet: 0, netProfitFactor: 1, maxDrawdown: 1e-8 });
    check(daily([0.1, 0.2]), { plNet: 0.3 }); // the sum is rounded only at the end
  });
});
