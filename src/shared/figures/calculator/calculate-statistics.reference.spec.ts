import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { calculateStatistics } from './calculate-statistics.js';
import { toTradeColumns, type ClosedTrade } from './trade-columns.js';
import { sortTradeColumns, tradeOrder } from './trade-order.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';

/*
 * A second implementation of the definitions. It is slow and simple and uses exact decimals. It is written from
 * docs/statistics.md and shares no code with the calculator.
 */
/** Enough digits for the sum of the largest and the smallest double in the test: 1e12 and 5e-324. */
const D = Decimal.clone({ precision: 400 });
type Settings = { initialBalance: number; breakEvenThreshold: number };

const sum = (values: number[]) => values.reduce((total, value) => total.plus(value), new D(0));
const mean = (values: number[]) => (values.length === 0 ? null : sum(values).div(values.length));
const over = (a: Decimal | null, b: Decimal | null) =>
  a === null || b === null || b.isZero() ? null : a.div(b);
const most = (values: number[]) => (values.length === 0 ? null : new D(Math.max(...values)));
const least = (values: number[]) => (values.length === 0 ? null : new D(Math.min(...values)));

function reference(given: ClosedTrade[], { initialBalance, breakEvenThreshold }: Settings) {
  const trades = given.toSorted((a, b) => a.exitTime - b.exitTime || a.entryTime - b.entryTime);
  const count = trades.length;
  const nets = trades.map(({ plNet }) => plNet);
  const letters = nets.map((net) => (Math.abs(net) <= breakEvenThreshold ? '-' : net > 0 ? 'W' : 'L'));
  const [wins, losses, evens] = ['W', 'L', '-'].map((letter) =>
    trades.filter((_, i) => letters[i] === letter),
  ) as [ClosedTrade[], ClosedTrade[], ClosedTrade[]];
  const net = (list: ClosedTrade[]) => list.map(({ plNet }) => plNet);
  const percent = (list: ClosedTrade[]) => list.map(({ plPct }) => plPct);
  const durations = (list: ClosedTrade[]) => list.map(({ exitTime, entryTime }) => exitTime - entryTime);
  const multiples = trades.map(({ rMultiple }) => rMultiple).filter((value) => value !== null);
  const runs = (letter: string) =>
    (letters.join('').match(new RegExp(`${letter}+`, 'g')) ?? []).map((run) => run.length);
  const factor = (values: number[]) =>
    over(sum(values.filter((value) => value > 0)), sum(values.filter((value) => value < 0)).abs());

  const avgWin = mean(net(wins));
  const avgLoss = mean(net(losses));
  const share = (list: ClosedTrade[]) => (count === 0 ? null : new D(list.length).div(count));
  const contribution = (list: ClosedTrade[]) =>
    count === 0 ? null : share(list)!.times(mean(net(list)) ?? 0);
  const contributions = [wins, losses, evens].map(contribution);
  const firstEntry = Math.min(...trades.map(({ entryTime }) => entryTime));
  const days = count === 0 ? null : D.max(86_400_000, trades.at(-1)!.exitTime - firstEntry).div(86_400_000);
  const perDay = days === null ? null : new D(count).div(days);

  const exits = [...new Set(trades.map(({ exitTime }) => exitTime))];
  const start = exits[0] === firstEntry ? firstEntry - 1 : firstEntry;
  const equity = [
    new D(initialBalance),
    ...exits.map((exit) => sum(net(trades.filter(({ exitTime }) => exitTime <= exit))).plus(initialBalance)),
  ];
  const falls = equity.map((value, point) => {
    const peak = D.max(...equity.slice(0, point + 1));
    return { fall: peak.minus(value), share: peak.minus(value).div(peak).times(100) };
  });

  return {
    tradeCount: count,
    winCount: wins.length,
    lossCount: losses.length,
    breakEvenCount: evens.length,
    winrate: share(wins),
    plGross: sum(trades.map(({ plGross }) => plGross)),
    feesPaid: sum(trades.map(({ feesPaid }) => feesPaid)),
    plNet: sum(nets),
    plNetPct: sum(nets).div(initialBalance).times(100),
    avgPlPerTrade: mean(nets),
    avgPlPctPerTrade: mean(percent(trades)),
    avgRMultiple: mean(multiples),
    maxRMultiple: most(multiples),
    avgWin,
    avgLoss,
    winLossRatio: over(avgWin, avgLoss?.abs() ?? null),
    profitFactor: factor(trades.map(({ plGross }) => plGross)),
    netProfitFactor: factor(nets),
    expectancy: count === 0 ? null : contributions.reduce((total, one) => total!.plus(one!), new D(0)),
    winProbability: share(wins),
    lossProbability: share(losses),
    breakEvenProbability: share(evens),
    avgBreakEven: mean(net(evens)),
    winContribution: contributions[0]!,
    lossContribution: contributions[1]!,
    breakEvenContribution: contributions[2]!,
    tradesPerDay: perDay,
    tradesPerWeek: perDay?.times(7) ?? null,
    tradesPerMonth: perDay?.times('30.4375') ?? null,
    avgDurationMs: mean(durations(trades)),
    avgWinDurationMs: mean(durations(wins)),
    avgLossDurationMs: mean(durations(losses)),
    maxWinStreak: Math.max(0, ...runs('W')),
    maxLossStreak: Math.max(0, ...runs('L')),
    avgWinStreak: mean(runs('W')),
    avgLossStreak: mean(runs('L')),
    bestWinPct: most(percent(wins)),
    worstLossPct: least(percent(losses)),
    avgWinPct: mean(percent(wins)),
    avgLossPct: mean(percent(losses)),
    maxDrawdown: D.max(0, ...falls.map(({ fall }) => fall)),
    maxDrawdownPct: D.max(0, ...falls.map(({ share }) => share)),
    time: count === 0 ? [] : [start, ...exits],
    equity: count === 0 ? [] : equity,
    ...bins(percent(trades)),
  };
}

/**
 * Returns the edges and the counts of the histogram, in decimals. The function tries one width after another, and
 * counts each bin separately.
 */
function bins(percents: number[]) {
  if (percents.length === 0) return { from: [], to: [], counts: [] };
  const values = percents.map((value) => new D(value).times(1e8)).toSorted((a, b) => a.cmp(b));
  const [min, max] = [values[0]!, values.at(-1)!];
  const quantile = (share: string) => {
    const rank = new D(share).times(values.length - 1);
    const [low, high] = [values[rank.floor().toNumber()]!, values[rank.ceil().toNumber()]!];
    return low.plus(high.minus(low).times(rank.minus(rank.floor())));
  };
  let wanted = quantile('0.75').minus(quantile('0.25')).times(2).div(new D(values.length).cbrt());
  if (wanted.isZero()) wanted = max.minus(min).div(10);
  if (wanted.isZero()) wanted = max.isZero() ? new D(1e8) : max.abs().div(5);

  const ladder = Array.from({ length: 120 }, (_, step) =>
    new D([1, 2, 2.5, 5][step % 4]!).times(`1e${step >> 2}`),
  );
  const widths = ladder.filter((width) => width.isInteger());
  const binsOf = (width: Decimal) => max.div(width).floor().minus(min.div(width).floor()).plus(1).toNumber();
  let step = widths.findIndex((width) => width.gte(wanted));
  while (binsOf(widths[step]!) > 50) step++;
  while (binsOf(widths[step]!) < 5 && max.gt(min) && step > 0) step--;

  const width = widths[step]!;
  const first = min.div(width).floor();
  const edge = (bin: number) => first.plus(bin).times(width);
  const places = Array.from({ length: binsOf(width) }, (_, bin) => bin);
  return {
    from: places.map((bin) => edge(bin).div(1e8)),
    to: places.map((bin) => edge(bin + 1).div(1e8)),
    counts: places.map(
      (bin) => values.filter((value) => value.gte(edge(bin)) && value.lt(edge(bin + 1))).length,
    ),
  };
}

function calculated(trades: ClosedTrade[], settings: Settings) {
  const columns = toTradeColumns(trades);
  const order = tradeOrder(columns, (a, b) => a - b);
  const figures = calculateStatistics(sortTradeColumns(columns, order), settings);
  const { expectancyComponents, equityCurve, plPctDistribution: distribution, ...rest } = figures;
  return {
    ...rest,
    ...expectancyComponents,
    ...equityCurve,
    from: distribution.map(({ from }) => from),
    to: distribution.map(({ to }) => to),
    counts: distribution.map(({ count }) => count),
  } as Record<string, unknown>;
}

describe('the calculator', () => {
  /**
   * Compares a figure with the expected decimal, rounded to 8 decimals (half away from zero) and then to the nearest
   * double.
   *
   * The expected decimal is first rounded to 340 places, because a multiple of a third may differ from a whole number
   * in its last digit. Doubles have at most 324 decimals, so this rounding leaves every terminating decimal unchanged.
   */
  const isEqual = (actual: number | null, expected: Decimal.Value | null) =>
    expected === null
      ? actual === null
      : actual === new D(expected).toDecimalPlaces(340).toDecimalPlaces(8, D.ROUND_HALF_UP).toNumber() + 0;

  const check = (trades: ClosedTrade[], settings: Settings) => {
    const actual = calculated(trades, settings);
    const inDecimals = reference(trades, settings);
    const { calculationVersion: _, breakEvenThreshold: __, ...computed } = actual;
    expect(Object.keys(computed).toSorted()).toEqual(Object.keys(inDecimals).toSorted());
    for (const [name, expected] of Object.entries(inDecimals)) {
      const ours = listOf(actual[name]) as (number | null)[];
      const theirs = listOf(expected) as (Decimal.Value | null)[];
      const agree = ours.length === theirs.length && theirs.every((value, i) => isEqual(ours[i]!, value));
      if (!agree) throw new Error(`${name} is ${ours.join()}, in decimals ${theirs.join()}`);
    }
  };

  const aTradeWith = (given: Partial<ClosedTrade>): ClosedTrade => ({
    entryTime: 1,
    exitTime: 1,
    plGross: 0,
    plNet: 0,
    feesPaid: 0,
    plPct: 0,
    rMultiple: null,
    ...given,
  });

  const listOf = (value: unknown): unknown[] =>
    value instanceof Float64Array ? [...value] : Array.isArray(value) ? value : [value];

  it('agrees with decimal arithmetic on random trades', () => {
    const cents = fc.integer({ min: -1e8, max: 1e8 }).map((value) => value / 100);
    const units = fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1e8);
    const whole = fc.integer({ min: -1e12, max: 1e12 });
    const parts = fc.integer({ min: -1e8, max: 1e8 }).map((value) => value / 128); // amounts that are exact doubles
    const large = fc.integer({ min: -9e14, max: 9e14 }).map((value) => value / 100); // amounts in cents beyond 2^26
    const money = fc.oneof(
      parts,
      units,
      whole,
      large,
      fc.constantFrom(0, 0.1, 0.2, -0.3, 1e-8, -1e-8, 1e12, -1e12),
    );
    const given = fc.oneof(money, fc.double({ noNaN: true, min: -1e12, max: 1e12 })); // amounts with any decimals
    const time = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 253_402_300_799_999 }));
    const span = fc.tuple(time, time).map((times) => times.toSorted((a, b) => a - b));
    const trade = fc
      .record({
        span,
        plGross: money,
        plNet: money,
        feesPaid: given,
        plPct: fc.oneof(cents, units),
        r: fc.option(units),
      })
      .map(({ span: [entryTime, exitTime], plGross, plNet, feesPaid, plPct, r: rMultiple }) => ({
        entryTime: entryTime!,
        exitTime: exitTime!,
        plGross,
        plNet,
        feesPaid,
        plPct,
        rMultiple,
      }));
    const settings = fc.record({
      initialBalance: fc.oneof(
        fc.integer({ min: 1, max: 1e9 }),
        fc.constantFrom(1e15, 99_999_999.99),
        fc.double({ noNaN: true, min: 1, max: 1e15 }),
      ),
      breakEvenThreshold: fc.oneof(fc.constant(0), fc.constantFrom(1e-8, 0.3, 1e9), units.map(Math.abs)),
    });
    const tiny = [aTradeWith({ feesPaid: 5998129.700873065 }), aTradeWith({ feesPaid: -5e-324 })];
    fc.assert(fc.property(fc.array(trade, { maxLength: 40 }), settings, check), {
      numRuns: propertyRuns(400),
      examples: [[tiny, { initialBalance: 1, breakEvenThreshold: 0 }]],
    });
  });
});
