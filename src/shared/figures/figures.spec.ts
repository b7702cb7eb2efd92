import { calculateFigures } from './calculator/calculate-statistics.js';
import { type ClosedTrade, toTradeColumns } from './calculator/trade-columns.js';

const figuresOf = (...trades: readonly Partial<ClosedTrade>[]) => {
  const all = trades.map((trade, i) => ({
    entryTime: i,
    exitTime: i + 1,
    plGross: trade.plNet ?? 0,
    plNet: 0,
    plPct: trade.plNet ?? 0,
    feesPaid: 0,
    rMultiple: null,
    ...trade,
  }));
  return calculateFigures(toTradeColumns(all), { initialBalance: 1000, breakEvenThreshold: 0 });
};

const undefinedIn = (figures: object): string[] =>
  Object.entries(figures).flatMap(([name, value]: [string, unknown]) => {
    if (value === null) return [name];
    return typeof value === 'object' ? undefinedIn(value) : [];
  });

describe('the figures of a session', () => {
  it('are null if there are no trades, except for counts, sums and drawdowns', () => {
    const figures = figuresOf();
    const defined = Object.keys(figures).filter((name) => !undefinedIn(figures).includes(name));
    expect(defined.join(' ')).toBe(
      'calculationVersion tradeCount winCount lossCount breakEvenCount breakEvenThreshold ' +
        'plGross feesPaid plNet plNetPct expectancyComponents maxWinStreak maxLossStreak ' +
        'maxDrawdown maxDrawdownPct',
    );
    expect(undefinedIn(figures.expectancyComponents)).toHaveLength(7);
  });

  it('have a profit factor of 0 and no figures of wins if all trades are losses', () => {
    const figures = figuresOf({ plNet: -5 }, { plNet: -1 });
    expect(undefinedIn(figures).toSorted()).toEqual(
      'avgBreakEven avgRMultiple avgWin avgWinDurationMs avgWinPct avgWinStreak bestWinPct maxRMultiple winLossRatio'.split(
        ' ',
      ),
    );
    expect(figures).toMatchObject({ winrate: 0, profitFactor: 0, netProfitFactor: 0 });
  });

  it('have no profit factor if all trades are wins', () => {
    expect(figuresOf({ plNet: 5 })).toMatchObject({ winrate: 1, profitFactor: null, netProfitFactor: null });
  });

  it('have a mean R multiple of 0, not null, if the only R multiple is 0', () => {
    expect(figuresOf({ rMultiple: 0 })).toMatchObject({ avgRMultiple: 0, maxRMultiple: 0 });
  });

  it('do not include the lists of the statistics', () => {
    expect(Object.values(figuresOf({ plNet: 5 })).some((value) => Array.isArray(value))).toBe(false);
    expect(Object.keys(figuresOf())).not.toEqual(expect.arrayContaining(['equityCurve']));
  });
});
