import type { AnalysedTrades } from '../src/analysis/analysed-trades.js';
import { breakdown } from '../src/analysis/breakdown/breakdown.js';
import { calendar } from '../src/analysis/calendar/calendar.js';
import { simulatePaths } from '../src/analysis/monte-carlo/simulate-paths.js';
import type { SimulationSettings } from '../src/analysis/monte-carlo/simulation-settings.js';
import { riskAnalysis } from '../src/analysis/risk/risk-analysis.js';
import { type BenchRow, compared, timed } from './measure.js';
import { minimalBreakdown, minimalCalendar, minimalPaths, minimalRisk } from './support/minimal-analyses.js';

const SETTINGS = { initialBalance: 100_000, breakEvenThreshold: 0.5, timezone: 'America/New_York' };
const RISK = { ...SETTINGS, riskFreeRate: 2 };
const PATHS: SimulationSettings = {
  method: 'bootstrap',
  basis: 'money',
  riskPct: null,
  initialBalance: 100_000,
  paths: 2_000,
  trades: 1_000,
  ruinLevel: 50_000,
  seed: 42,
};

/**
 * Compares analyses with hand-written loops over the same columns. The loops use plain additions and a constant offset
 * of the time zone, and check nothing. The values are medians of interleaved runs.
 */
export async function run(): Promise<BenchRow[]> {
  const trades = generatedTrades(100_000);
  const groups = { ...trades, symbols: [], tags: null };
  const session = generatedTrades(1_000);
  return [
    await compared({
      workload: 'risk, breakdown, calendar of 100k trades',
      unit: 'ms',
      runs: 15,
      warmUps: 5,
      ours: timed(() => [
        riskAnalysis(trades, RISK),
        breakdown(groups, 'hour', { ...SETTINGS, symbols: [] }),
        calendar(trades, SETTINGS),
      ]),
      baseline: timed(() => [
        minimalRisk(trades, RISK),
        minimalBreakdown(trades, SETTINGS),
        minimalCalendar(trades, SETTINGS),
      ]),
      goal: { of: 'ratio', most: 2 },
      note: 'against hand-written loops over the same columns, in trade order',
    }),
    await compared({
      workload: 'monte-carlo, 2,000 × 1,000',
      unit: 'ms',
      runs: 21,
      warmUps: 5,
      ours: timed(() => simulatePaths(session, PATHS)),
      baseline: timed(() => minimalPaths(session, PATHS)),
      goal: { of: 'ratio', most: 1.5 },
      note: 'against one hand-written loop with the same generator',
    }),
  ];
}

/**
 * Returns overlapping trades in trade order. They are equal in every run. Wins, losses and break-evens are mixed, and a
 * fifth of the trades has no stop.
 */
function generatedTrades(count: number): AnalysedTrades {
  let state = count;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const to8 = (value: number) => Math.round(value * 1e8) / 1e8;
  let exitTime = 1_700_000_000_000;
  const rows = Array.from({ length: count }, () => {
    exitTime += Math.floor(random() * 600_000);
    const plGross = to8((random() + random() + random() - 1.45) * 100);
    const feesPaid = to8(random());
    const plNet = to8(plGross - feesPaid);
    return {
      exitTime,
      entryTime: exitTime - Math.floor(random() * 14_400_000),
      plGross,
      feesPaid,
      plNet,
      plPct: to8(plNet / 10),
      rMultiple: random() < 0.2 ? NaN : to8(plNet / 50),
      direction: random() < 0.5 ? 1 : -1,
      quantity: 1 + Math.floor(random() * 10),
      entryPrice: to8(100 + random() * 10),
      exitPrice: 100,
      stopLoss: 95,
      asset: 0,
    };
  });
  const column = (name: keyof (typeof rows)[number]) => Float64Array.from(rows, (row) => row[name]);
  return {
    count,
    entryTime: column('entryTime'),
    exitTime: column('exitTime'),
    plGross: column('plGross'),
    plNet: column('plNet'),
    plPct: column('plPct'),
    feesPaid: column('feesPaid'),
    rMultiple: column('rMultiple'),
    direction: column('direction'),
    quantity: column('quantity'),
    entryPrice: column('entryPrice'),
    exitPrice: column('exitPrice'),
    stopLoss: column('stopLoss'),
    asset: column('asset'),
  };
}
