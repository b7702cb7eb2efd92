import fc from 'fast-check';
import { analysedTrades } from '../../../../test/support/analysed-trades.js';
import { equityWalk } from '../../../shared/figures/calculator/equity-curve.js';
import { type Drawdowns, drawdownsOf } from './drawdowns.js';

/**
 * Returns the drawdowns of an equity curve that starts with the given balance at time 0 and has one trade per time
 * unit.
 */
function drawdowns(plNets: number[], initialBalance = 100): Drawdowns & { max: number; maxPct: number } {
  const trades = analysedTrades(plNets.map((plNet, i) => ({ plNet, exitTime: i + 1 })));
  const walk = equityWalk(trades, 0, initialBalance);
  const { maxDrawdown, maxDrawdownPct } = walk.drawdown;
  return {
    ...drawdownsOf(trades, initialBalance, walk),
    max: maxDrawdown,
    maxPct: maxDrawdownPct,
  };
}

/** Returns the peak time, the trough time, the recovery time and the depth of each period. */
const periods = (...plNets: number[]) =>
  drawdowns(plNets).periods.map(({ peakTime, troughTime, recoveredTime, depth }) => [
    peakTime,
    troughTime,
    recoveredTime,
    depth,
  ]);

describe('drawdowns', () => {
  it('extend from the last point at the peak to the first later point that is as high', () => {
    expect(periods(10, -5, 5, 1)).toEqual([[1, 2, 3, 5]]);
    expect(periods(10, 0, -5, 4, 7)).toEqual([[2, 3, 5, 5]]); // the equity is 110 twice, then 105, 109, 116
    expect(periods(-5, 5, -7, 7)).toEqual([[2, 3, 4, 7], [0, 1, 2, 5]]); // prettier-ignore
  });

  it('have their trough at the first of several equally low points', () => {
    expect(periods(-5, 3, -3, 9)).toEqual([[0, 1, 4, 5]]);
  });

  it('have no recovery if the equity does not reach the peak again', () => {
    expect(periods(-5, 4)).toEqual([[0, 1, null, 5]]);
    const { periods: list, longestMs, timeUnderWater } = drawdowns([10, -5, 4]);
    expect(list[0]).toEqual({
      peakTime: 1,
      troughTime: 2,
      recoveredTime: null,
      peakEquity: 110,
      troughEquity: 105,
      depth: 5,
      depthPct: 4.54545455,
      durationMs: 2,
    });
    expect({ longestMs, timeUnderWater }).toEqual({ longestMs: 2, timeUnderWater: 0.66666667 });
  });

  it('are empty if the equity never falls', () => {
    expect(drawdowns([1, 0, 2])).toMatchObject({
      periods: [],
      timeUnderWater: 0,
      longestMs: null,
      recoveryFactor: null,
    });
  });

  it('are sorted by depth in percent and limited to the ten deepest', () => {
    // Falls of 1, 2, …, 12 from 100. The equity recovers after each fall.
    const falls = Array.from({ length: 12 }, (_, i) => [-(i + 1), i + 1]).flat();
    const { periods: list, timeUnderWater } = drawdowns(falls);
    expect(list.map(({ depth }) => depth)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(timeUnderWater).toBe(1);
    // 4 of 100 is deeper than 5 of 200. The earlier of equal depths comes first: 10 of 100, then 20 of 200.
    expect(periods(-4, 104, -5, 5).map(([, , , depth]) => depth)).toEqual([4, 5]);
    expect(periods(-10, 110, -20, 20).map(([, , , depth]) => depth)).toEqual([10, 20]);
    expect(periods(-0.1, 0.1, -0.1, 0.1).map(([peak]) => peak)).toEqual([0, 2]);
  });

  it('may be deeper than 100 % of the peak', () => {
    expect(drawdowns([-150, 20])).toMatchObject({
      periods: [{ depth: 150, depthPct: 150, troughEquity: -50 }],
      recoveryFactor: -0.86666667, // −130 / 150
    });
  });

  it('are exact to the cent for large accounts', () => {
    const { periods: list, max } = drawdowns([-0.01, -0.02], 1e12);
    expect([list[0]!.depth, max]).toEqual([0.03, 0.03]);
  });

  it('are exact even if the equity is too large for a double with 8 decimals', () => {
    expect(drawdowns([-12.34567891, 3], 1e9).periods[0]).toMatchObject({ troughTime: 1, depth: 12.34567891 });
    const creeping = drawdowns([10.00000003, -5.00000001, -0.00000001], 1e8);
    expect(creeping.periods[0]).toMatchObject({ peakTime: 1, troughTime: 3, depth: 5.00000002 });
    const unseen = drawdowns([-0.04, -0.03, 0.02], 1e15);
    expect(unseen.periods).toMatchObject([{ peakTime: 0, troughTime: 2, depth: 0.07, depthPct: 0 }]);
    expect(unseen).toMatchObject({ timeUnderWater: 1, longestMs: 3, recoveryFactor: -0.71428571 });
  });

  it('are exact even if profits are too large to be counted in units of 1e-8', () => {
    // Doubles near 3e8 are 6e-8 apart.
    const large = drawdowns([3e8, -0.00000001, -0.00000002, 0.00000003, -1e8], 1e12);
    expect(large.periods.map(({ peakTime, troughTime, depth }) => [peakTime, troughTime, depth])).toEqual([
      [4, 5, 1e8],
      [1, 3, 0.00000003],
    ]);
    // Trades that close in the same millisecond are one point.
    const trades = analysedTrades([{ plNet: 3e8 }, { plNet: -1 }, { plNet: -2, exitTime: 2 }]);
    const walk = equityWalk(trades, 0, 100);
    expect(drawdownsOf(trades, 100, walk).periods).toMatchObject([{ peakTime: 1, troughTime: 2, depth: 2 }]);
  });

  it('are ranked exactly, even if their percentages round to the same double', () => {
    // As doubles, (1e9 + 1) / (1e17 + 1e8) equals 1e9 / 1e17. If the peak is lower by 1, the share is greater.
    const deeper = drawdowns([-1e9, 1e9, 1e8 - 1, -1_000_000_001, 1_000_000_001], 1e17).periods;
    expect(deeper.map(({ peakTime }) => peakTime)).toEqual([3, 0]);
    const equal = drawdowns([-1e9, 1e9, 1e8, -1_000_000_001, 1_000_000_001], 1e17).periods;
    expect(equal.map(({ peakTime }) => peakTime)).toEqual([0, 3]);
  });

  it('agree with the statistics and with a search of the equity curve', () => {
    const amounts = fc.array(
      fc.integer({ min: -30_00, max: 32_00 }).map((cents) => cents / 100),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(amounts, fc.constantFrom(1_000, 123_456.78901234), (plNets, initialBalance) => {
        const { periods: list, longestMs, timeUnderWater, max, maxPct } = drawdowns(plNets, initialBalance);
        expect(list[0]?.depthPct ?? 0).toBe(maxPct);
        expect(longestMs === null).toBe(max === 0);
        // This loop adds up the time in which the equity was below its peak or rose to it.
        let [equity, peak, under, below] = [Math.round(initialBalance * 1e8), 0, 0, false];
        peak = equity;
        for (const plNet of plNets) {
          equity += Math.round(plNet * 1e8);
          if (equity < peak || below) under += 1;
          below = equity < peak;
          peak = Math.max(peak, equity);
        }
        expect(timeUnderWater).toBeCloseTo(under / plNets.length, 8);
        for (const { depth, peakEquity, troughEquity } of list)
          expect(depth).toBeCloseTo(peakEquity - troughEquity, 8);
        for (const [i, { depthPct }] of list.entries())
          expect(depthPct).toBeLessThanOrEqual(list[i - 1]?.depthPct ?? Infinity);
      }),
    );
  });
});
