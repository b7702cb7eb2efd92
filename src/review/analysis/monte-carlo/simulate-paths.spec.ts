import { analysedTrades } from '../../../../test/support/analysed-trades.js';
import { WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { simulatePaths } from './simulate-paths.js';
import type { SimulationSettings } from './simulation-settings.js';

const SETTINGS: SimulationSettings = {
  method: 'bootstrap',
  basis: 'money',
  riskPct: null,
  initialBalance: 1000,
  paths: 2_000,
  trades: 8,
  ruinLevel: 900,
  seed: 42,
};

const simulated = (settings: Partial<SimulationSettings>, trades: AnalysedTrades = WORKED_EXAMPLE) =>
  simulatePaths(trades, { ...SETTINGS, ...settings });

const listOf = (...plNets: number[]) => analysedTrades(plNets.map((plNet) => ({ plNet })));
const FOUR = listOf(30, -20, 10, -40);

describe('a monte carlo simulation', () => {
  it('draws the trades of the worked example by bootstrap', () => {
    const { equityBands, ...answer } = simulated({});
    expect(answer).toMatchObject({
      reason: null,
      method: 'bootstrap',
      paths: 2_000,
      trades: 8,
      seed: 42,
      finalEquity: { p05: 913, p50: 1098.5, p95: 1284 },
      maxDrawdown: { p05: 16, p50: 50.5, p95: 128.5 },
      riskOfRuin: 0.071,
      standardError: 0.00574278, // √(0.071 · 0.929 / 2000)
    });
    expect(equityBands).toHaveLength(9);
    expect(equityBands[0]).toEqual({ trade: 0, p05: 1000, p25: 1000, p50: 1000, p75: 1000, p95: 1000 });
    expect(equityBands[8]).toEqual({ trade: 8, ...answer.finalEquity });
  });

  it('draws the trades of the worked example in blocks', () => {
    const { maxDrawdown } = simulated({ method: 'block' });
    expect(maxDrawdown).toMatchObject({ p05: 25.5, p50: 41.5, p95: 105.525 });
  });

  it('shuffles the trades of the worked example without changing the final equity', () => {
    const { maxDrawdown, finalEquity, trades } = simulated({ method: 'shuffle', trades: 3, paths: 20_000 });
    expect(maxDrawdown).toMatchObject({ p05: 40, p50: 56, p95: 81.5 });
    expect(finalEquity).toEqual({ p05: 1098.5, p25: 1098.5, p50: 1098.5, p75: 1098.5, p95: 1098.5 });
    expect(trades).toBe(8);
  });

  it('approximates the exact distribution of four trades', () => {
    const four = { initialBalance: 100, ruinLevel: 50, paths: 20_000, trades: 4 };
    const { maxDrawdown } = simulated({ ...four, method: 'shuffle' }, FOUR);
    expect(maxDrawdown).toMatchObject({ p05: 40, p95: 60 });
    expect([50, 55, 60]).toContain(maxDrawdown!.p50); // at most 50 in half of all orders, 60 in the other half
    const bootstrap = simulated(four, FOUR);
    expect(bootstrap.maxDrawdown).toMatchObject({ p05: 0, p50: 50, p95: 120 });
    expect(bootstrap.finalEquity).toMatchObject({ p05: -10, p50: 80, p95: 170 });
    expect(Math.abs(bootstrap.riskOfRuin! - 0.421875)).toBeLessThan(3 * bootstrap.standardError!);
  });

  it('gives the same result only for the same seed', () => {
    for (const method of ['bootstrap', 'shuffle', 'block'] as const) {
      expect(simulated({ method })).toEqual(simulated({ method }));
      expect(simulated({ method, seed: 43 }).equityBands).not.toEqual(simulated({ method }).equityBands);
    }
  });

  it('returns 200 points if a path has 200 or more trades', () => {
    const { equityBands } = simulated({ trades: 1_000, paths: 100 });
    expect(equityBands).toHaveLength(200);
    expect(equityBands.at(-1)!.trade).toBe(1_000);
  });

  it('has equal quantiles if there is only one trade or if all trades are equal', () => {
    const one = simulated({ trades: 2, paths: 100 }, listOf(-7));
    expect(one.finalEquity).toEqual({ p05: 986, p25: 986, p50: 986, p75: 986, p95: 986 });
    expect(one.maxDrawdown!.p50).toBe(14);
    expect(one.maxDrawdownPct!.p50).toBe(1.4);
    const winners = simulated({}, listOf(5, 5, 5));
    expect(winners).toMatchObject({ maxDrawdown: { p95: 0 }, maxDrawdownPct: { p95: 0 } });
    expect(winners).toMatchObject({ riskOfRuin: 0, standardError: 0 });
  });

  it('keeps all decimals of the drawdown and the equity of large accounts', () => {
    const shuffled = (initialBalance: number, ...plNets: number[]) =>
      simulated({ initialBalance, method: 'shuffle', ruinLevel: 0 }, listOf(...plNets));
    expect(shuffled(1e10, -40.01).maxDrawdown!.p50).toBe(40.01);
    const { maxDrawdown, finalEquity, equityBands } = shuffled(1e15, -40.01);
    expect(maxDrawdown!.p50).toBe(40.01);
    // Doubles near 1e15 are 0.125 apart.
    expect([equityBands[0]!.p50, finalEquity!.p50]).toEqual([1e15, 999_999_999_999_960]);
    const many = shuffled(1e10, ...Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? 40.01 : -15.355)));
    expect(many.finalEquity).toMatchObject({
      p05: 10_000_000_986.2,
      p50: 10_000_000_986.2,
      p95: 10_000_000_986.2,
    });
  });

  it('accepts amounts that are too large to be exact', () => {
    const { finalEquity } = simulated({ initialBalance: 1e15, method: 'shuffle' }, listOf(1e12, -5e11));
    expect(finalEquity!.p50! / 1_000_500_000_000_000).toBeCloseTo(1, 14);
  });

  it('continues a path whose equity falls below 0', () => {
    const { maxDrawdownPct, riskOfRuin } = simulated({ trades: 3, ruinLevel: 0 }, listOf(-500));
    expect(maxDrawdownPct!.p50).toBe(150);
    expect(riskOfRuin).toBe(1);
  });

  it('is undefined if there are no trades', () => {
    expect(simulated({}, listOf())).toEqual({
      reason: 'no-trades',
      method: 'bootstrap',
      basis: 'money',
      riskPct: null,
      sampleSize: 0,
      paths: 0,
      trades: 0,
      seed: 42,
      suggested: { basis: null, reason: 'too-few-trades', spread: null, riskPct: null },
      equityBands: [],
      finalEquity: null,
      maxDrawdown: null,
      maxDrawdownPct: null,
      riskOfRuin: null,
      standardError: null,
    });
  });
});
