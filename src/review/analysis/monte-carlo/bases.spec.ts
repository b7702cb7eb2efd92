import { analysedTrades } from '../../../../test/support/analysed-trades.js';
import { WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { quantile } from '../../../shared/figures/probability/quantile.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { compoundPaths } from './compound-paths.js';
import { equityFactors, riskFactors } from './growth-factors.js';
import { simulatePaths } from './simulate-paths.js';
import { type SimulationSettings, pathLength } from './simulation-settings.js';

const SETTINGS: SimulationSettings = {
  method: 'bootstrap',
  basis: 'equity',
  riskPct: null,
  initialBalance: 1000,
  paths: 2_000,
  trades: null,
  ruinLevel: 900,
  seed: 42,
};

const simulated = (settings: Partial<SimulationSettings>, trades: AnalysedTrades = WORKED_EXAMPLE) =>
  simulatePaths(trades, { ...SETTINGS, ...settings });

const listOf = (...plNets: number[]) => analysedTrades(plNets.map((plNet) => ({ plNet })));

const tuples = (values: number[], length: number): number[][] =>
  length === 0 ? [[]] : tuples(values, length - 1).flatMap((head) => values.map((last) => [...head, last]));

/** Returns the results of paths. A path is a list of indexes of factors. */
function walk(factors: number[], paths: number[][], { ruinLevel = 0, initialBalance = 100 } = {}) {
  const queue = paths[Symbol.iterator]();
  const trades = paths[0]!.length;
  const settings = { initialBalance, ruinLevel, paths: paths.length, trades };
  const points = Uint32Array.from({ length: trades + 1 }, (_, point) => point);
  return compoundPaths(Float64Array.from(factors), settings, (path) => path.set(queue.next().value!), points);
}

const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];
const spread = (values: Float64Array) => QUANTILES.map((p) => quantile(values.toSorted(), p));

describe('paths with the basis equity', () => {
  it('multiply the equity by the factor of each drawn trade', () => {
    const factors = [...equityFactors(listOf(50, -75, 37.5, -56.25), 100)!];
    expect(factors).toEqual([1.5, 0.5, 1.5, 0.5]);
    const { equity, maxDrawdownShare } = walk(factors, tuples([0, 1, 2, 3], 4));
    expect(spread(equity.at(-1)!)).toEqual([6.25, 18.75, 56.25, 168.75, 506.25]);
    expect(spread(maxDrawdownShare)).toEqual([0, 0.5, 0.6875, 0.8125, 0.9375]);
  });

  it('are drawn from the trades of the worked example', () => {
    expect(simulated({})).toMatchObject({
      reason: null,
      basis: 'equity',
      riskPct: null,
      sampleSize: 8,
      trades: 8,
      finalEquity: { p05: 916.02185974, p50: 1098.5, p95: 1318.57800265 },
      maxDrawdownPct: { p05: 1.56173743, p50: 4.75280746, p95: 12.04892427 },
      riskOfRuin: 0.063,
    });
  });

  it('end with the equity of the session if the trades are shuffled', () => {
    const { finalEquity } = simulated({ method: 'shuffle', paths: 100 });
    expect(finalEquity).toEqual({ p05: 1098.5, p25: 1098.5, p50: 1098.5, p75: 1098.5, p95: 1098.5 });
  });

  it('fall far less than paths with the basis money if every trade had the same share of the equity', () => {
    let equity = 10_000;
    const rows = Array.from({ length: 500 }, (_, i) => {
      const plNet = Math.round(equity * (i % 2 === 0 ? 0.03 : -0.015) * 1e8) / 1e8;
      const trade = { plNet, quantity: equity / 1000, entryTime: 2 * i, exitTime: 2 * i + 1 };
      equity += plNet;
      return trade;
    });
    const settings = { initialBalance: 10_000, ruinLevel: 5_000 };
    const money = simulated({ ...settings, basis: 'money' }, analysedTrades(rows));
    expect([money.maxDrawdownPct!.p95, money.riskOfRuin]).toEqual([146.69898883, 0.3395]);
    const compounded = simulated(settings, analysedTrades(rows));
    expect([compounded.maxDrawdownPct!.p95, compounded.riskOfRuin]).toEqual([20.39087897, 0]);
    expect(compounded.suggested).toMatchObject({ basis: 'equity', reason: null });
  });

  it('are missing if the equity before a trade is 0 or less', () => {
    const none = { paths: 0, trades: 0, equityBands: [], finalEquity: null, riskOfRuin: null };
    const lost = simulated({}, listOf(-1000, 5));
    expect(lost).toMatchObject({ ...none, reason: 'equity-not-positive', sampleSize: 2 });
    expect(simulated({}, listOf(5, -1005))).toMatchObject({ reason: null, finalEquity: { p05: 0 } });
  });
});

describe('paths with the basis risk', () => {
  it('are drawn from the trades with R, and risk the same share of the account in each trade', () => {
    expect(simulated({ basis: 'risk', riskPct: 2 })).toMatchObject({
      reason: null,
      basis: 'risk',
      riskPct: 2,
      sampleSize: 7,
      trades: 7,
      finalEquity: { p05: 914.57507374, p50: 1096.88012269, p95: 1328.19606148 },
      riskOfRuin: 0.065,
    });
    expect([...riskFactors(WORKED_EXAMPLE, 50)]).toEqual([0, 1.75, 2.5, 0.375, 0.6, 3, 1.25]);
  });

  it('are missing if no trade has R', () => {
    expect(simulated({ basis: 'risk', riskPct: 1 }, listOf(5, -3))).toMatchObject({
      reason: 'no-valid-stops',
      sampleSize: 0,
      paths: 0,
      finalEquity: null,
    });
    expect(simulated({ basis: 'risk', riskPct: 1 }, listOf())).toMatchObject({ reason: 'no-trades' });
  });
});

describe('paths of growth factors', () => {
  it('stay at 0 after a factor of 0 or less', () => {
    const { equity, maxDrawdown, maxDrawdownShare } = walk([-0.5, 0, 2], [[2, 0, 2], [2, 1, 2]]); // prettier-ignore
    expect(equity.map((column) => [...column])).toEqual([[100, 100], [200, 200], [0, 0], [0, 0]]); // prettier-ignore
    expect([[...maxDrawdown], [...maxDrawdownShare]]).toEqual([
      [200, 200],
      [1, 1],
    ]);
  });

  it('may have the greatest fall in money and the greatest fall in percent at different times', () => {
    // The falls are 50 of 100 and 100 of 400.
    const { maxDrawdown, maxDrawdownShare } = walk([0.5, 8, 0.75], [[0, 1, 2]]);
    expect([maxDrawdown[0], maxDrawdownShare[0]]).toEqual([100, 0.5]);
  });

  it('are ruined if they touch the ruin level or start there, even if rounding puts the equity just above it', () => {
    const ruined = (ruinLevel: number) => walk([1.1, 1 / 1.1], [[0, 1]], { ruinLevel }).ruined;
    expect(ruined(100)).toBe(1);
    expect(ruined(99.999)).toBe(0);
    // 100 · 1.1 / 1.1 is above 100 as doubles.
    expect(walk([0.9, 1.1], [[1, 0]], { ruinLevel: 99 }).ruined).toBe(1);
    expect(walk([0.9, 1.1], [[1, 0]], { ruinLevel: 98.9999 }).ruined).toBe(0);
  });

  it('have no quantiles if the equity is too large for a double', () => {
    const { finalEquity } = simulated({ trades: 10_000, paths: 100 }, listOf(1e6));
    expect(finalEquity).toEqual({ p05: null, p25: null, p50: null, p75: null, p95: null });
  });
});

describe('the length of a path', () => {
  const lengthOf = (settings: Partial<SimulationSettings>, sampleSize: number) =>
    pathLength({ ...SETTINGS, ...settings }, sampleSize);

  it('is the number of trades to draw from, but at most 10,000', () => {
    expect(lengthOf({}, 7)).toBe(7);
    expect(lengthOf({}, 10_001)).toBe(10_000);
    expect(lengthOf({ trades: 5 }, 7)).toBe(5);
    expect(lengthOf({ method: 'shuffle', paths: 100 }, 200_000)).toBe(200_000);
  });

  it('is refused if the paths have more than 20,000,000 trades in total', () => {
    expect(lengthOf({ paths: 20_000 }, 1_000)).toBe(1_000);
    expect(() => lengthOf({ paths: 20_000 }, 1_001)).toThrow('paths must not be greater than 19980');
    expect(() => lengthOf({ method: 'shuffle', paths: 100 }, 200_001)).toThrow('method must not be shuffle');
  });
});
