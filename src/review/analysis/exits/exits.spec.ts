import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { EXAMPLE_BARS, type Ohlc, ohlcBars, partsOf } from '../../../../test/support/ohlc-bars.js';
import { walkableOhlc } from '../minutes/ohlc-minutes.js';
import { type ExitTrades, measuredExits, unmeasuredExits } from './exit-cells.js';
import { DEFAULT_STOPS, DEFAULT_TARGETS, type ExitGrid, exitGrid } from './exit-grid.js';
import { type RiskedExitTrades, exitLevels, levelMultiples } from './exit-levels.js';
import { exitOutcomes } from './exit-outcomes.js';
import { newExitWalks } from './exit-walks.js';
import { walkExits } from './walk-exits.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';

const T = Date.UTC(2024, 0, 10);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

type Bars = readonly (Ohlc | undefined)[];

interface Trade {
  readonly side: 'long' | 'short';
  readonly price: number;
  /** Entry time in seconds after the first bar. */
  readonly time: number;
  readonly risk: number;
}

const columnsOf = (trades: readonly Trade[]): RiskedExitTrades => ({
  count: trades.length,
  direction: Float64Array.from(trades, ({ side }) => (side === 'long' ? 1 : -1)),
  entryTime: Float64Array.from(trades, ({ time }) => T + time * SECOND),
  entryPrice: Float64Array.from(trades, ({ price }) => price),
  stopLoss: Float64Array.from(trades, ({ side, price, risk }) =>
    side === 'long' ? price - risk : price + risk,
  ),
});

function walked(
  trades: RiskedExitTrades,
  grid: ExitGrid,
  bars: Bars,
  horizon: number,
  partSize = 1e6,
  entryMs = 0,
) {
  const walks = newExitWalks(trades, grid);
  const places = Uint32Array.from({ length: trades.count }, (_, i) => i);
  const walkers = { trades, places, horizonMs: horizon * MINUTE, grid, entryMs, decimals: 2, walks };
  for (const part of partsOf(ohlcBars(bars, T), partSize)) walkExits(walkers, walkableOhlc(part));
  return walks;
}

type Answer = readonly [worst: number, best: number] | null;

/**
 * Returns the worst and the best result that the bars allow for one trade in each cell, sorted by target, then by stop.
 * Null if a bar is missing.
 */
function allowed(trade: Trade, grid: ExitGrid, bars: Bars, horizon: number, partSize?: number): Answer[] {
  const walks = walked(columnsOf([trade]), grid, bars, horizon, partSize);
  return grid.targets.flatMap((_, target) =>
    grid.stops.map((_, stop): Answer => {
      if (walks.complete[0] === 0) return null;
      const { worst, best } = exitOutcomes(grid, walks, { target, stop }, Uint32Array.of(0));
      return [worst[0]!, best[0]!];
    }),
  );
}

const LONG: Trade = { side: 'long', price: 100, time: 0, risk: 5 };

describe('trades with other exits', () => {
  const check = (
    trade: Trade,
    [target, stop, breakEvenAt = null]: readonly [number, number, (number | null)?],
    expected: Answer,
  ) => expect(allowed(trade, exitGrid([target], [stop], breakEvenAt), EXAMPLE_BARS, 5)).toEqual([expected]);

  it('end at the target, at the stop or at the horizon', () => {
    check(LONG, [2, 0.5], [-0.5, 2]); // minute 3 touches 110 and 97.5
    check(LONG, [2, 1], [-1, 2]); // minute 3 touches 110 and 95
    check(LONG, [2, 1.5], [2, 2]); // 92.5 is never touched
    check(LONG, [3, 0.5], [-0.5, -0.5]);
    check(LONG, [3, 1], [-1, -1]);
    check(LONG, [3, 1.5], [-0.4, -0.4]); // (98 − 100) / 5 at the last close
    for (const stop of [0.5, 1, 1.5]) check(LONG, [1, stop], [1, 1]); // minute 1 touches 105
  });

  it('end at the entry price if price returns to it after the trigger', () => {
    // Minute 0 reaches 102.5, possibly after its low of 98. Minute 1 falls to 100 and reaches 105.
    check(LONG, [1, 1, 0.5], [0, 1]);
    for (const target of [1.5, 2, 3]) check(LONG, [target, 1, 0.5], [0, 0]);
    check({ side: 'short', price: 104, time: 135, risk: 5 }, [2, 1, 0.2], [-1, 0]);
    check({ side: 'long', price: 102, time: 30, risk: 8 }, [1, 0.5, 0.1], [-0.5, 1]);
  });

  it('keep their stop if the target is at or below the trigger', () => {
    check(LONG, [0.5, 1, 0.5], [0.5, 0.5]);
    check(LONG, [2, 1, 2], [-1, 2]);
  });
});

describe('a bar that opens beyond a level', () => {
  const check = (bars: Bars, trade: Trade, breakEvenAt: number | null, expected: Answer) =>
    expect(allowed(trade, exitGrid([2], [1], breakEvenAt), bars, bars.length)).toEqual([expected]);
  const quiet: Ohlc = [100, 101, 99, 100];

  it('ends the trade at its open, but not if it is the entry bar', () => {
    check([quiet, [92, 111, 90, 92]], LONG, null, [-1.6, -1.6]);
    check([quiet, [113, 114, 90, 92]], LONG, null, [2.6, 2.6]);
    check([quiet, [95, 111, 90, 92]], LONG, null, [-1, -1]); // the open equals the stop
    check([quiet, [110, 111, 90, 92]], LONG, null, [2, 2]);
    check([[92, 111, 90, 92]], LONG, null, [-1, 2]);
  });

  it('has its stop at the entry price from its open on if it opens beyond the break-even trigger', () => {
    check([quiet, [103, 104, 101, 103], quiet], LONG, 0.5, [0, 0]);
    check([quiet, [103, 104, 100, 103], [104, 120, 104, 120]], LONG, 0.5, [0, 0]);
    check([quiet, [102.4, 104, 100, 103], [104, 120, 104, 120]], LONG, 0.5, [0, 2]);
  });

  it('ends the trade below the entry price if it opens below a moved stop', () => {
    check([quiet, [102, 104, 101, 103], [98, 99, 97, 98]], LONG, 0.5, [-0.4, -0.4]);
  });
});

describe('an entry whose time is the open time of a longer bar', () => {
  const TWO_MINUTES = 2 * MINUTE;
  const quiet: Ohlc = [100, 101, 99, 100];
  const check = (bars: Bars, trade: Trade, expected: Answer) => {
    for (const partSize of [1e6, 1]) {
      const walks = walked(columnsOf([trade]), exitGrid([2], [1]), bars, bars.length, partSize, TWO_MINUTES);
      const { worst, best } = exitOutcomes(
        exitGrid([2], [1]),
        walks,
        { target: 0, stop: 0 },
        Uint32Array.of(0),
      );
      expect([walks.complete[0], [worst[0], best[0]]]).toEqual([1, expected]);
    }
  };
  const within: Trade = { ...LONG, price: 100.5 };

  it('may lie in any 1m bar of the longer bar; the 1m bars then count as one partial bar', () => {
    // The stop is 95.5, the target 110.5. The touches of minutes 0 and 1 may have been before the entry.
    check([[100, 111, 99, 100], quiet, quiet], within, [-0.1, 2]);
    check([quiet, [100, 101, 95, 100], quiet], within, [-1, -0.1]);
    check([[100, 101, 95, 95], quiet, quiet], within, [-1, -0.1]); // the close of minute 0 proves nothing
    check([quiet, [100, 101, 95, 95], quiet], within, [-1, -1]); // the close of minute 1 lies after the entry
    check([quiet, quiet, [100, 101, 95, 100]], within, [-1, -1]);
    check([quiet, quiet, [94, 101, 94, 100]], within, [-1.3, -1.3]); // ends at the open
  });

  it('is at the open of the 1m bar that contains its time if its price equals this open', () => {
    check([[100, 101, 95, 100], quiet, quiet], LONG, [-1, -1]);
    check([quiet, [100, 101, 95, 100], quiet], LONG, [-1, -1]);
    check([[100.001, 101, 95, 100], quiet, quiet], LONG, [-1, -1]); // equal with 2 decimals
    check([[100, 101, 95, 100], quiet, quiet, quiet], { ...LONG, side: 'short', risk: 3 }, [0, 0]);
  });
});

describe('a level', () => {
  it('is exact, so that a bar with exactly its price touches it', () => {
    // The exact value of 0.1 + 2 · (0.1 − 0.07) is 0.16, but doubles give 0.16000000000000003.
    const trade: Trade = { side: 'long', price: 0.1, time: 0, risk: 0 };
    const trades = { ...columnsOf([trade]), stopLoss: Float64Array.of(0.07) };
    const grid = exitGrid([2], [1]);
    const walks = walked(trades, grid, [[0.1, 0.16, 0.08, 0.12]], 1);
    expect(exitOutcomes(grid, walks, { target: 0, stop: 0 }, Uint32Array.of(0)).worst[0]).toBe(2);
  });
});

describe('the prices of levels', () => {
  it('are exactly entry + multiple · risk, for numbers of any size', () => {
    const Exact = Decimal.clone({ precision: 100 });
    const price = fc.double({ min: 1e-12, max: 1e12, noNaN: true });
    const cents = fc.integer({ min: 1, max: 1e9 }).map((value) => value / 100);
    fc.assert(
      fc.property(
        fc.oneof(price, cents),
        fc.oneof(price, cents),
        fc.constantFrom(1, -1),
        fc.array(fc.integer({ min: 1, max: 1e5 }).map((value) => value / 1e3), { minLength: 1, maxLength: 5 }), // prettier-ignore
        (entryPrice, stopLoss, direction, multiples) => {
          fc.pre(direction * (entryPrice - stopLoss) > 0);
          const grid = exitGrid([...multiples, 101], multiples, 100.5);
          const trades = {
            count: 1,
            direction: Float64Array.of(direction),
            entryTime: Float64Array.of(T),
            entryPrice: Float64Array.of(entryPrice),
            stopLoss: Float64Array.of(stopLoss),
          };
          const { prices, trigger } = exitLevels(trades, 0, levelMultiples(grid));
          const [entry, stop] = [new Exact(entryPrice), new Exact(stopLoss)];
          const at = (multiple: number) =>
            entry.plus(entry.minus(stop).times(multiple)).times(direction).toNumber() + 0;
          expect([...prices]).toEqual([...grid.targets.map(at), ...grid.stops.map((s) => at(-s))]);
          expect(trigger).toBe(at(100.5));
        },
      ),
      { numRuns: propertyRuns(1_500) },
    );
  });
});

/*
 * A literal implementation of the rules. It processes one trade, one cell and one bar at a time, and collects all
 * results that are possible.
 */
function reference(
  trade: Trade,
  bars: Bars,
  horizon: number,
  cell: readonly [number, number, number | null],
) {
  const [t, s, breakEvenAt] = cell;
  const sign = trade.side === 'long' ? 1 : -1;
  const gain = (price: number) => Math.round(((sign * (price - trade.price)) / trade.risk) * 1e8) / 1e8 + 0;
  const results = new Set<number>();
  const first = Math.floor(trade.time / 60);
  const end = Math.ceil(trade.time / 60 + horizon);
  let armings = [false];
  let lastClose = NaN;
  for (let minute = first; minute < end; minute += 1) {
    const bar = bars[minute];
    if (!bar) return null;
    const open = gain(bar[0]);
    const high = gain(sign === 1 ? bar[1] : bar[2]);
    const low = gain(sign === 1 ? bar[2] : bar[1]);
    const close = gain(bar[3]);
    lastClose = close;
    const triggers = breakEvenAt !== null && breakEvenAt < t;
    const next: boolean[] = [];
    for (const armed of armings) {
      if (minute * 60 < trade.time) {
        if (low <= -s) results.add(-s);
        if (high >= t) results.add(t);
        const triggered = triggers && high >= breakEvenAt;
        if (triggered && low <= 0) results.add(0);
        if (close <= -s || close >= t) continue;
        if (!triggered || close <= 0) next.push(false);
        else if (close >= breakEvenAt) next.push(true);
        else next.push(false, true);
        continue;
      }
      let isArmed = armed;
      if (minute > first) {
        const stop = isArmed ? 0 : -s;
        if (open <= stop || open >= t) {
          results.add(open);
          continue;
        }
        if (triggers && open >= breakEvenAt) isArmed = true;
      }
      const triggered = triggers && !isArmed && high >= breakEvenAt;
      const stop = isArmed ? 0 : -s;
      if (low <= stop) results.add(stop);
      if (high >= t) results.add(t);
      if (triggered && low <= 0) results.add(0);
      if (low <= stop || high >= t || (triggered && close <= 0)) continue;
      next.push(isArmed || triggered);
    }
    armings = [...new Set(next)];
    if (armings.length === 0) break;
  }
  if (armings.length > 0) results.add(lastClose);
  return [Math.min(...results) + 0, Math.max(...results) + 0] as const;
}

describe('a walk for all cells', () => {
  const step = fc.integer({ min: -4, max: 4 });
  /** Bars that often open at the previous close. Some bars are missing. */
  const bars = fc
    .array(fc.tuple(step, step, fc.nat(4), fc.nat(4), fc.nat(40)), { minLength: 1, maxLength: 150 })
    .map((moves) => {
      let price = 100;
      return moves.map(([gap, move, up, down, rare]): Ohlc | undefined => {
        const open = price + (rare % 3 === 0 ? gap : 0);
        const close = open + move;
        price = close + (close < 60 ? 20 : close > 140 ? -20 : 0);
        const bar = [open, Math.max(open, close) + up, Math.min(open, close) - down, close] as const;
        return rare === 40 ? undefined : bar;
      });
    });
  const multiple = fc.integer({ min: 1, max: 16 }).map((quarters) => quarters / 4);
  const grid = fc
    .tuple(
      fc.array(multiple, { minLength: 1, maxLength: 6 }),
      fc.array(multiple, { minLength: 1, maxLength: 5 }),
      fc.option(multiple),
    )
    .map((values) => exitGrid(...values));
  const trade = fc.record({
    side: fc.constantFrom('long', 'short'),
    price: fc.integer({ min: 94, max: 106 }),
    // Half of the times are on whole minutes.
    time: fc.oneof(fc.nat(5), fc.nat(200).map((seconds) => seconds / 60)).map((minutes) => minutes * 60), // prettier-ignore
    risk: fc.constantFrom(2, 4, 5, 8, 16),
  });

  it('agrees with the reference implementation for every cell', () => {
    let [complete, ambiguous] = [0, 0];
    fc.assert(
      fc.property(
        trade,
        bars,
        grid,
        fc.integer({ min: 1, max: 140 }),
        fc.integer({ min: 1, max: 90 }),
        (trade, bars, grid, horizon, partSize) => {
          const rounded = { ...trade, time: Math.round(trade.time) };
          const expected = grid.targets.flatMap((target) =>
            grid.stops.map((stop) => reference(rounded, bars, horizon, [target, stop, grid.breakEvenAt])),
          );
          const answers = allowed(rounded, grid, bars, horizon, partSize);
          if (expected.includes(null)) {
            expect(answers).toEqual(expected.map(() => null));
          } else {
            expect(answers).toEqual(expected);
            complete += 1;
            ambiguous += Number(expected.some((range) => range![0] !== range![1]));
          }
        },
      ),
      { numRuns: propertyRuns(4_000) },
    );
    expect(complete).toBeGreaterThan(propertyRuns(1_000));
    expect(ambiguous).toBeGreaterThan(propertyRuns(150));
  });
});

describe('the figures of the exits', () => {
  const trades = [
    LONG,
    { side: 'long', price: 102, time: 30, risk: 8 },
    { side: 'short', price: 104, time: 135, risk: 5 },
  ] as const satisfies readonly Trade[];
  const grid = exitGrid([2], [0.5, 1]);

  function analysed(bars: Bars = EXAMPLE_BARS) {
    const columns = columnsOf(trades);
    const noStop = { stopLoss: Float64Array.of(...columns.stopLoss, NaN), count: 4 };
    const withMoney: ExitTrades = {
      ...columns,
      ...noStop,
      direction: Float64Array.of(...columns.direction, 1),
      entryPrice: Float64Array.of(...columns.entryPrice, 100),
      quantity: Float64Array.of(2, 1, 10, 1),
      plGross: Float64Array.of(8, -4, 25, 99),
      rMultiple: Float64Array.of(0.7, -0.6, 0.4, NaN),
    };
    const walks = walked(columns, grid, bars, 3);
    return measuredExits(withMoney, grid, {
      ...walks,
      complete: Uint8Array.of(...walks.complete, 0),
    });
  }

  it('count only measured trades', () => {
    // The results after three minutes, with stops of 0.5 and 1. The worst result equals the best result. The long trade
    // at 100 closes at 104, so its results are 0.8 and 0.8. The long trade at 102 touches its stop at 98 in minute 3
    // and closes at 97, so its results are −0.5 and −0.625. The short trade at 104 touches both stops in minute 3, so
    // its results are −0.5 and −1.
    expect(analysed()).toEqual({
      trades: { total: 4, eligible: 3, measured: 3, incomplete: 0, invalidRisk: 1 },
      cells: [
        {
          target: 2,
          stop: 0.5,
          winrate: { worst: 0.33333333, best: 0.33333333 },
          avgR: { worst: -0.06666667, best: -0.06666667 }, // (0.8 − 0.5 − 0.5) / 3
          avgRPerNewRisk: { worst: -0.13333333, best: -0.13333333 },
        },
        {
          target: 2,
          stop: 1,
          winrate: { worst: 0.33333333, best: 0.33333333 },
          avgR: { worst: -0.275, best: -0.275 }, // (0.8 − 0.625 − 1) / 3
          avgRPerNewRisk: { worst: -0.275, best: -0.275 },
        },
      ],
      // The gross results are 8 / (5 · 2) = 0.8, −4 / 8 = −0.5 and 25 / (5 · 10) = 0.5.
      actual: { avgR: 0.16666667, avgGrossR: 0.26666667 },
    });
  });

  it('exclude trades with a missing bar', () => {
    const { trades: counts, actual } = analysed([...EXAMPLE_BARS.slice(0, 3), undefined]);
    expect(counts).toEqual({ total: 4, eligible: 3, measured: 1, incomplete: 2, invalidRisk: 1 });
    expect(actual).toEqual({ avgR: 0.7, avgGrossR: 0.8 });
  });

  it('are null if no trade is measured', () => {
    const { cells, actual } = analysed([]);
    const none = { worst: null, best: null };
    expect(cells).toEqual(
      [0.5, 1].map((stop) => ({ target: 2, stop, winrate: none, avgR: none, avgRPerNewRisk: none })),
    );
    expect(actual).toEqual({ avgR: null, avgGrossR: null });
  });

  it('are empty if there are no trades', () => {
    expect(unmeasuredExits(0, 0)).toEqual({
      trades: { total: 0, eligible: 0, measured: 0, incomplete: 0, invalidRisk: 0 },
      cells: [],
      actual: { avgR: null, avgGrossR: null },
    });
  });
});

describe('the sums of a cell', () => {
  const price = fc.integer({ min: 92, max: 108 });
  const bars = fc.array(
    fc.tuple(price, price, fc.nat(3), fc.nat(3)).map(([open, close, up, down]): Ohlc => {
      return [open, Math.max(open, close) + up, Math.min(open, close) - down, close];
    }),
    { minLength: 12, maxLength: 12 },
  );
  const trade = fc.record({
    side: fc.constantFrom('long', 'short'),
    price: fc.integer({ min: 98, max: 102 }),
    time: fc.nat(120),
    risk: fc.constantFrom(3, 7, 11),
  });

  it('equal the sums of the results of the trades of the cell', () => {
    fc.assert(
      fc.property(
        fc.array(trade, { minLength: 1, maxLength: 12 }),
        bars,
        fc.option(fc.constantFrom(0.5, 1)),
        (trades, bars, breakEvenAt) => {
          const grid = exitGrid([0.3, 0.7, 1.5], [0.7, 1, 2], breakEvenAt);
          const columns = columnsOf(trades);
          const walks = walked(columns, grid, bars, 8);
          const places = Uint32Array.from(trades.keys());
          const money = {
            quantity: columns.direction,
            plGross: columns.direction,
            rMultiple: columns.direction,
          };
          const { cells } = measuredExits({ ...columns, ...money }, grid, walks);
          for (const [i, { avgR, winrate }] of cells.entries()) {
            const cell = { target: Math.floor(i / 3), stop: i % 3 };
            const { worst, best } = exitOutcomes(grid, walks, cell, places);
            const mean = (results: Float64Array) =>
              results.reduce((sum, result) => sum + result, 0) / trades.length;
            const wins = (results: Float64Array) => results.filter((result) => result > 0).length;
            expect(avgR.worst).toBeCloseTo(mean(worst), 7);
            expect(avgR.best).toBeCloseTo(mean(best), 7);
            expect(winrate.worst).toBeCloseTo(wins(worst) / trades.length, 7);
            expect(winrate.best).toBeCloseTo(wins(best) / trades.length, 7);
          }
        },
      ),
      { numRuns: propertyRuns(1_000) },
    );
  });
});

describe('a grid', () => {
  it('contains each value once, in ascending order', () => {
    expect(exitGrid([2, 1, 2], [1, 0.5])).toEqual({ targets: [1, 2], stops: [0.5, 1], breakEvenAt: null });
    expect(exitGrid()).toEqual({ targets: DEFAULT_TARGETS, stops: DEFAULT_STOPS, breakEvenAt: null });
  });
});
