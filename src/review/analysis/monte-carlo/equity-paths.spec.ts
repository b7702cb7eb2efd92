import fc from 'fast-check';
import { analysedTrades } from '../../../../test/support/analysed-trades.js';
import { quantile } from '../../../shared/figures/probability/quantile.js';
import { equityWalk } from '../../../shared/figures/calculator/equity-curve.js';
import { bandPoints } from './band-points.js';
import { equityPaths } from './equity-paths.js';

/** Returns the results of the given paths. A path is a list of indexes of trades. */
function walk(plNet: number[], paths: number[][], { initialBalance = 100, ruinLevel = 50 } = {}) {
  const trades = paths[0]!.length;
  const queue = paths[Symbol.iterator]();
  const nextPath = (path: Uint32Array) => path.set(queue.next().value!);
  const settings = { initialBalance, ruinLevel, trades, paths: paths.length };
  return equityPaths(Float64Array.from(plNet), settings, nextPath, bandPoints(trades));
}

const tuples = (values: number[], length: number): number[][] =>
  length === 0 ? [[]] : tuples(values, length - 1).flatMap((head) => values.map((last) => [...head, last]));

const orders = (values: number[]): number[][] =>
  values.length === 0
    ? [[]]
    : values.flatMap((first) =>
        orders(values.filter((each) => each !== first)).map((rest) => [first, ...rest]),
      );

/** Returns p05, p50 and p95 in account currency. */
const spread = (units: Float64Array, balance = 0) =>
  [0.05, 0.5, 0.95].map((probability) => balance + quantile(units.toSorted(), probability) / 1e8);

const FOUR = [30, -20, 10, -40];
const WORKED = [-40, 30, 60, -0.5, -25, -16, 80, 10];

describe('equity paths', () => {
  it('have the correct results for all orders of four trades', () => {
    const { maxDrawdown, gains } = walk(FOUR, orders([0, 1, 2, 3]));
    expect(spread(maxDrawdown)).toEqual([40, 55, 60]);
    expect(spread(gains.at(-1)!, 100)).toEqual([80, 80, 80]);
  });

  it('have the correct results for all draws of four trades', () => {
    const { maxDrawdown, gains, ruined } = walk(FOUR, tuples([0, 1, 2, 3], 4));
    expect(spread(maxDrawdown)).toEqual([0, 50, 120]);
    expect(spread(gains.at(-1)!, 100)).toEqual([-10, 80, 170]);
    expect(ruined / 256).toBe(0.421875);
  });

  it('have the correct results for all orders of the worked example', () => {
    const { maxDrawdown } = walk(WORKED, orders([0, 1, 2, 3, 4, 5, 6, 7]), { initialBalance: 1000 });
    expect(spread(maxDrawdown)).toEqual([40, 56, 81.5]);
  });

  it('record the equity at each point, and the greatest drawdown both in money and as a share', () => {
    // The falls are 40 from 160 (25 %), 50 from 190 (26.3 %) and 60 from 300 (20 %).
    const { gains, maxDrawdown, maxDrawdownShare } = walk(
      [60, -30, -10, 70, -50, 160, -60],
      [[0, 1, 2, 3, 4, 5, 6]],
    );
    expect(gains.map((column) => 100 + column[0]! / 1e8)).toEqual([100, 160, 130, 120, 190, 140, 300, 240]);
    expect([...maxDrawdown]).toEqual([60e8]);
    expect([...maxDrawdownShare]).toEqual([50 / 190]);
  });

  it('are ruined if the equity is at the ruin level, after any trade or at the start', () => {
    const ruined = (plNet: number[], ruinLevel: number) =>
      walk(plNet, [plNet.map((_, i) => i)], { ruinLevel }).ruined;
    expect(ruined([-50, 100], 50)).toBe(1);
    expect(ruined([-49.99999999, 100], 50)).toBe(0);
    expect(ruined([10], 100)).toBe(1);
    expect(ruined([10], 99)).toBe(0);
    expect(ruined([-0.1, -0.2], 99.7)).toBe(1); // the difference of doubles is wrong by 1e-14
    const ofLarge = (plNet: number) =>
      walk([plNet], [[0]], { initialBalance: 1e15, ruinLevel: 999_999_999_999_999.9 }).ruined;
    expect([ofLarge(-0.09999999), ofLarge(-0.1)]).toEqual([0, 1]);
  });

  it('have the drawdown of the statistics if the trades are in trade order', () => {
    const plNet = fc.array(
      fc.integer({ min: -2e10, max: 2e10 }).map((units) => units / 1e8),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(plNet, (values) => {
        const trades = analysedTrades(values.map((each, i) => ({ plNet: each, exitTime: i + 1 })));
        const { curve, drawdown } = equityWalk(trades, 0, 100);
        const { gains, maxDrawdown, maxDrawdownShare } = walk(values, [values.map((_, i) => i)]);
        const points = bandPoints(values.length);
        expect(gains.map((column) => (column[0]! + 100e8) / 1e8)).toEqual(
          [...points].map((point) => curve.equity[point]! + 0),
        );
        expect(maxDrawdown[0]! / 1e8).toBe(drawdown.maxDrawdown);
        expect(maxDrawdownShare[0]! * 100).toBeCloseTo(drawdown.maxDrawdownPct, 7);
      }),
    );
  });
});

describe('the points of the equity bands', () => {
  it('include every trade, or 200 evenly spaced trades of a longer path', () => {
    expect([...bandPoints(1)]).toEqual([0, 1]);
    expect([...bandPoints(199)]).toEqual(Array.from({ length: 200 }, (_, trade) => trade));
    expect(bandPoints(200)).toHaveLength(200);
    expect([...bandPoints(398)]).toEqual(Array.from({ length: 200 }, (_, k) => 2 * k));
    expect(bandPoints(1_000).slice(0, 4)).toEqual(Uint32Array.of(0, 5, 10, 15)); // rounded from 5.03, 10.05, 15.08
    for (const trades of [200, 201, 1_000, 10_000]) {
      const points = bandPoints(trades);
      expect(points[0]).toBe(0);
      expect(points.at(-1)).toBe(trades);
      expect(new Set(points).size).toBe(200);
    }
  });
});
