import type { AnalysedTrades } from '../src/review/analysis/analysed-trades.js';
import { breakdown } from '../src/review/analysis/breakdown/breakdown.js';
import { calendar } from '../src/review/analysis/calendar/calendar.js';
import { firstAnswers } from '../src/review/analysis/first-answers/first-answers.js';
import { simulatePaths } from '../src/review/analysis/monte-carlo/simulate-paths.js';
import type { SimulationSettings } from '../src/review/analysis/monte-carlo/simulation-settings.js';
import { riskAnalysis } from '../src/review/analysis/risk/risk-analysis.js';
import { sizing } from '../src/review/analysis/sizing/sizing.js';
import type { SizingSettings } from '../src/review/analysis/sizing/sizing-settings.js';
import { sliceFigures } from '../src/review/analysis/slice-figures/slice-figures.js';
import { placesIn, sliceMask } from '../src/review/analysis/slices/slice-mask.js';
import type { Slice } from '../src/review/analysis/slices/slice.js';
import { type SortedDetails, detailsAt } from '../src/review/analysis/worker/sorted-details.js';
import { type BenchRow, compared, timed } from './measure.js';
import { CHANGE, LOOK } from '../src/trades/answer-columns.js';
import {
  minimalBreakdown,
  minimalCalendar,
  minimalChances,
  minimalPaths,
  minimalRisk,
} from './support/minimal-analyses.js';

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

const SIZING: SizingSettings = {
  ...SETTINGS,
  by: 'notional',
  fractionsPct: [10, 20, 50, 100],
  level: 0.95,
  resamples: 1_000,
  seed: 42,
};
const SLICE: Slice = {
  filters: { side: 'long', hour: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
  timezone: 'America/New_York',
  markets: [],
  labelRevision: null,
};

/**
 * Compares analyses with hand-written loops over the same columns. The loops use plain additions and a constant offset
 * of the time zone, and check nothing. The values are medians of interleaved runs.
 */
export async function run(): Promise<BenchRow[]> {
  const trades = generatedTrades(100_000);
  const groups = { ...trades, symbols: [], tags: null };
  const session = generatedTrades(1_000);
  const details = detailsOf(trades);
  const sized = generatedTrades(5_000);
  const changed = changedAnswersOf(trades);
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
    await compared({
      workload: 'monte-carlo of equity, 2,000 × 1,000',
      unit: 'ms',
      runs: 21,
      warmUps: 5,
      ours: timed(() => simulatePaths(session, { ...PATHS, basis: 'equity' })),
      baseline: timed(() => simulatePaths(session, PATHS)),
      goal: { of: 'ratio', most: 1.5 },
      note: 'against the same paths of money',
    }),
    await compared({
      workload: 'risk of a slice of 100k cached trades',
      unit: 'ms',
      runs: 15,
      warmUps: 5,
      ours: timed(() => {
        const places = placesIn(sliceMask(trades, SLICE, null));
        return riskAnalysis(detailsAt(details, places).trades, RISK);
      }),
      baseline: timed(() => riskAnalysis(trades, RISK)),
      goal: { of: 'ours', most: 60 },
      note: 'twelve hours of one side, against all trades',
    }),
    await compared({
      workload: 'sizing, 1,000 × 5,000',
      unit: 'ms',
      runs: 7,
      warmUps: 2,
      ours: timed(() => sizing(sized, SIZING)),
      baseline: timed(() => sizing(sized, { ...SIZING, resamples: 100 })),
      goal: { of: 'ours', most: 2_000 },
      note: 'the maximum number of draws, against a tenth of them',
    }),
    await compared({
      workload: 'figures of 100k trades, compared with the rest',
      unit: 'ms',
      runs: 7,
      warmUps: 2,
      ours: timed(() =>
        sliceFigures(trades, sliceMask(trades, SLICE, null), {
          ...SETTINGS,
          compare: { permutations: null, seed: 42 },
        }),
      ),
      baseline: timed(() =>
        sliceFigures(trades, sliceMask(trades, SLICE, null), { ...SETTINGS, compare: null }),
      ),
      goal: { of: 'ours', most: 2_000 },
      note: 'about the maximum number of swaps, against no comparison',
    }),
    await compared({
      workload: 'first answers, 10,000 changes of 100k trades',
      unit: 'ms',
      runs: 7,
      warmUps: 2,
      ours: timed(() => firstAnswers(changed.answers, ANSWERS, changed.context)),
      baseline: timed(() => minimalChances(trades.plNet, 10_000)),
      goal: { of: 'ours', most: 1_000 },
      note: 'the maximum number of draws, against one hand-written loop with the same generator',
    }),
  ];
}

const ANSWERS = { initialBalance: 100_000, breakEvenThreshold: 0.5, earlierRuns: 0, draws: 1 };

/** Returns the trades as answers: of 10,000 trades, half went, a quarter is edited, and a quarter are second looks. */
function changedAnswersOf(trades: AnalysedTrades) {
  const count = trades.count + 2_500;
  const longer = (column: Float64Array) => Float64Array.from([...column, ...column.subarray(0, 2_500)]);
  const answers = {
    count,
    entryTime: longer(trades.entryTime),
    exitTime: longer(trades.exitTime),
    plGross: longer(trades.plGross),
    plNet: longer(trades.plNet),
    plPct: longer(trades.plPct),
    feesPaid: longer(trades.feesPaid),
    rMultiple: longer(trades.rMultiple),
    direction: longer(trades.direction),
    at: longer(trades.exitTime),
    look: Float64Array.from({ length: count }, (_, row) =>
      row >= 7_500 && row < 10_000 ? LOOK.run : LOOK.none,
    ),
    change: Float64Array.from({ length: count }, (_, row) => {
      if (row >= trades.count) return CHANGE.edited;
      return row >= 2_500 && row < 7_500 ? CHANGE.gone : CHANGE.none;
    }),
  };
  // Stored amounts have at most 8 decimals.
  for (let row = trades.count; row < count; row += 1)
    answers.plNet[row] = Number((answers.plNet[row]! + (row % 2 === 0 ? 1 : -1)).toFixed(8));
  const idOf = (row: number) => String(row % trades.count);
  const compare = (a: number, b: number) => a - b;
  return { answers, context: { idOf, clientIdOf: idOf, compareIds: compare, compareClientIds: compare } };
}

/** Returns the trades with ids of 16 bytes and client ids of 12 bytes. */
const detailsOf = (trades: AnalysedTrades): SortedDetails => ({
  trades,
  ids: { bytes: new Uint8Array(16 * trades.count) },
  clientIds: {
    bytes: new Uint8Array(12 * trades.count),
    ends: Float64Array.from({ length: trades.count }, (_, trade) => 12 * (trade + 1)),
  },
});

/**
 * Returns overlapping trades in trade order. Every call returns the same trades. Wins, losses and break-evens are
 * mixed, and a fifth of the trades has no stop.
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
