import fc from 'fast-check';
import { calculateStatistics, type CalculatedStatistics } from './calculate-statistics.js';
import { toTradeColumns, type ClosedTrade } from './trade-columns.js';
import { sortTradeColumns, tradeOrder } from './trade-order.js';

/**
 * Amounts of money that are multiples of 1/64. Their sums and their products with whole factors are exact, so results
 * can be compared with `toEqual`.
 */
const money = fc.integer({ min: -64_000_000, max: 64_000_000 }).map((value) => value / 64);
const percent = fc.integer({ min: -1e10, max: 1e10 }).map((value) => value / 1e8);
const time = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 2e12 }));
const trade = fc
  .record({
    clientId: fc.nat(),
    entryTime: time,
    held: fc.oneof(fc.constant(0), time),
    plNet: fc.oneof(money, fc.constantFrom(0, 1, -1)),
    feesPaid: money.map(Math.abs),
    plPct: percent,
    rMultiple: fc.option(percent),
  })
  .map(({ clientId, entryTime, held, plNet, feesPaid, plPct, rMultiple }) => ({
    clientId,
    entryTime,
    exitTime: entryTime + held,
    plGross: plNet + feesPaid,
    plNet,
    feesPaid,
    plPct,
    rMultiple,
  }));
const trades = fc.uniqueArray(trade, { selector: ({ clientId }) => clientId, maxLength: 60 });
const settings = fc.record({
  initialBalance: fc.integer({ min: 1, max: 1_000_000 }),
  breakEvenThreshold: fc.oneof(fc.constant(0), fc.constant(1), money.map(Math.abs)),
});

type Trade = ClosedTrade & { readonly clientId: number };
type Settings = { initialBalance: number; breakEvenThreshold: number };

const statisticsOf = (list: readonly Trade[], given: Settings): CalculatedStatistics => {
  const columns = toTradeColumns(list);
  const order = tradeOrder(columns, (a, b) => list[a]!.clientId - list[b]!.clientId);
  return calculateStatistics(sortTradeColumns(columns, order), given);
};

/** Returns every number that a value contains at any depth. */
const numbersIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : value instanceof Object
      ? Object.values(value).flatMap(numbersIn)
      : [];

const holds = (claim: (list: Trade[], given: Settings, figures: CalculatedStatistics) => void) =>
  fc.assert(fc.property(trades, settings, (list, given) => claim(list, given, statisticsOf(list, given))));

describe('statistics of any trades', () => {
  it('contain only finite numbers', () => {
    holds((_list, _given, figures) =>
      expect(numbersIn(figures).filter((value) => !Number.isFinite(value))).toEqual([]),
    );
  });

  it('have counts that add up to N and probabilities that add up to 1', () => {
    holds((list, _given, { expectancyComponents: parts, ...figures }) => {
      expect(figures.winCount + figures.lossCount + figures.breakEvenCount).toBe(list.length);
      if (list.length === 0) return;
      expect(parts.winProbability! + parts.lossProbability! + parts.breakEvenProbability!).toBeCloseTo(1, 7);
      expect(figures.winrate).toBe(parts.winProbability);
    });
  });

  it('have contributions whose sum is the expectancy, which is plNet / N', () => {
    holds((list, _given, { expectancyComponents: parts, ...figures }) => {
      if (list.length === 0) return;
      const sum = parts.winContribution! + parts.lossContribution! + parts.breakEvenContribution!;
      expect(sum).toBeCloseTo(figures.expectancy!, 7);
      expect(Math.abs(figures.expectancy! * list.length - figures.plNet)).toBeLessThan(1e-8 * list.length);
      expect(figures.plGross - figures.feesPaid).toBe(figures.plNet);
    });
  });

  it('have an equity curve with ascending times that leads from the initial balance to the initial balance + plNet', () => {
    holds((list, given, { equityCurve: { time, equity }, plNet }) => {
      if (list.length === 0) return expect(time).toHaveLength(0);
      expect(equity[0]).toBe(given.initialBalance);
      expect(equity.at(-1)).toBe(given.initialBalance + plNet);
      expect(time).toHaveLength(1 + new Set(list.map(({ exitTime }) => exitTime)).size);
      expect(time.every((at, point) => point === 0 || at > time[point - 1]!)).toBe(true);
    });
  });

  it('have a greatest drawdown that is at least 0 and equals the greatest drawdown of the curve', () => {
    holds((_list, _given, { equityCurve: { equity }, maxDrawdown, maxDrawdownPct }) => {
      const peaks = [...equity].map((_, point) => Math.max(...equity.slice(0, point + 1)));
      const falls = peaks.map((peak, point) => peak - equity[point]!);
      expect(maxDrawdown).toBe(Math.max(0, ...falls));
      const share = Math.max(0, ...falls.map((fall, point) => fall / peaks[point]!));
      expect(maxDrawdownPct).toBeCloseTo(share * 100, 7);
    });
  });

  it('have a distribution that counts every trade', () => {
    holds((list, _given, { plPctDistribution: bins }) => {
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
      expect(bins.length).toBeLessThanOrEqual(50);
    });
  });

  it('do not depend on the order in which trades arrive', () => {
    const shuffled = trades.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, settings, ([list, other], given) =>
        expect(statisticsOf(other, given)).toEqual(statisticsOf(list, given)),
      ),
    );
  });

  it('count every trade as a break-even if the threshold exceeds all amounts', () => {
    holds((list, given) => {
      const figures = statisticsOf(list, { ...given, breakEvenThreshold: 1e9 });
      expect(figures).toMatchObject({
        breakEvenCount: list.length,
        winCount: 0,
        lossCount: 0,
        maxWinStreak: 0,
      });
    });
  });
});

describe('a change of the currency unit', () => {
  const MONEY = new Set(
    (
      'breakEvenThreshold plGross feesPaid plNet avgPlPerTrade avgWin avgLoss avgBreakEven expectancy ' +
      'winContribution lossContribution breakEvenContribution maxDrawdown equity'
    ).split(' '),
  );

  it('scales amounts of money, and does not change ratios, counts and times', () => {
    const factor = fc.integer({ min: 2, max: 1000 });
    fc.assert(
      fc.property(trades, settings, factor, (list, given, k) => {
        const scaled = list.map((one) => ({ ...one, plNet: one.plNet * k, plGross: one.plGross * k, feesPaid: one.feesPaid * k })); // prettier-ignore
        const bigger = {
          initialBalance: given.initialBalance * k,
          breakEvenThreshold: given.breakEvenThreshold * k,
        };
        compare(flat(statisticsOf(list, given)), flat(statisticsOf(scaled, bigger)), k);
      }),
    );
  });

  const flat = ({ expectancyComponents, equityCurve, ...figures }: CalculatedStatistics) =>
    Object.entries({ ...figures, ...expectancyComponents, ...equityCurve });

  const compare = (plain: [string, unknown][], scaled: [string, unknown][], k: number) => {
    for (const [place, [name, value]] of plain.entries()) {
      const factor = MONEY.has(name) ? k : 1;
      const [expected, actual] = [numbersIn(value).map((one) => one * factor), numbersIn(scaled[place]![1])];
      expect(actual).toHaveLength(expected.length);
      for (const [i, one] of actual.entries()) {
        // Both values are rounded to 8 decimals, but `expected` is rounded before the scaling.
        const allowed = 1e-9 * Math.abs(expected[i]!) + 1e-8 * k;
        if (Math.abs(one - expected[i]!) > allowed) throw new Error(`${name}: ${one} is not ${expected[i]}`);
      }
    }
  };
});
