import type { AnalysedTrades } from '../../src/review/analysis/analysed-trades.js';
import { type AnalysisName, TRADE_TASKS } from '../../src/review/analysis/catalogue/all-tasks.js';
import type { MoreColumn, TaskTrades } from '../../src/review/analysis/tasks/trade-task.js';
import { BREAKDOWNS, breakdown } from '../../src/review/analysis/breakdown/breakdown.js';
import { taggedTrades } from '../../src/review/analysis/breakdown/tagged-trades.js';
import { confidenceIntervals } from '../../src/review/analysis/confidence/confidence-intervals.js';
import { costAnalysis } from '../../src/review/analysis/costs/costs.js';
import { MarkedEquityWalk } from '../../src/review/analysis/equity/equity.js';
import { ExposureFinder } from '../../src/review/analysis/equity/exposures.js';
import { markTrades } from '../../src/review/analysis/equity/mark-trades.js';
import { MinuteFiller, newMinutePrices } from '../../src/review/analysis/equity/minute-prices.js';
import { clearedSums, newMinuteSums } from '../../src/review/analysis/equity/minute-sums.js';
import { sharedMinutes } from '../../src/review/analysis/equity/follow-equity.js';
import { openTrades } from '../../src/review/analysis/equity/open-trades.js';
import { unmarkedEquity } from '../../src/review/analysis/equity/unmarked-equity.js';
import { excursionPage, excursionsInRisk } from '../../src/review/analysis/excursions/excursion-page.js';
import { excursionTable } from '../../src/review/analysis/excursions/excursion-table.js';
import {
  EXACT_STAMPS,
  NOTHING_CERTAIN,
  type StampResolution,
} from '../../src/review/analysis/minutes/stamp-resolution.js';
import { newExcursionWalks, walkExcursions } from '../../src/review/analysis/excursions/walk-excursions.js';
import { measuredExits } from '../../src/review/analysis/exits/exit-cells.js';
import { type ExitGrid, exitGrid } from '../../src/review/analysis/exits/exit-grid.js';
import { newExitWalks } from '../../src/review/analysis/exits/exit-walks.js';
import { walkExits } from '../../src/review/analysis/exits/walk-exits.js';
import { explainInState } from '../../src/review/analysis/explain/explain-in-state.js';
import { FILL_FILTERS, fillPage } from '../../src/review/analysis/fills/fill-page.js';
import { firstAnswers } from '../../src/review/analysis/first-answers/first-answers.js';
import { hindsight } from '../../src/review/analysis/hindsight/hindsight.js';
import { walkableOhlc } from '../../src/review/analysis/minutes/ohlc-minutes.js';
import { simulatePaths } from '../../src/review/analysis/monte-carlo/simulate-paths.js';
import { positions } from '../../src/review/analysis/positions/positions.js';
import { riskAnalysis } from '../../src/review/analysis/risk/risk-analysis.js';
import { sliceFigures } from '../../src/review/analysis/slice-figures/slice-figures.js';
import { sizing } from '../../src/review/analysis/sizing/sizing.js';
import { judgeTimestamps } from '../../src/review/analysis/timestamps/judge-timestamps.js';
import { sampledTrades } from '../../src/review/analysis/timestamps/stamps.js';
import { localDays } from '../../src/review/analysis/local-time/local-days.js';
import { buyAndHold, marketComparison } from '../../src/review/analysis/timing/market-comparison.js';
import { gridMinutes } from '../../src/review/analysis/timing/grid-end.js';
import { marketGrid, opensOf } from '../../src/review/analysis/timing/market-grid.js';
import { measureTrades } from '../../src/review/analysis/timing/timed-trades.js';
import type { TimingMethod } from '../../src/review/analysis/timing/timing-limits.js';
import { tradeEvidence } from '../../src/review/analysis/trade-evidence/trade-evidence.js';
import { timingSpan } from '../../src/review/analysis/timing/timing-span.js';
import { timingResults } from '../../src/review/analysis/timing/timing.js';
import { unmeasuredTiming } from '../../src/review/analysis/timing/unmeasured-timing.js';
import { FIGURES, type FigureName } from '../../src/shared/figures/definitions/figures.js';
import { IDEAL_R } from '../../src/shared/figures/definitions/ideal-r.js';
import { hasRisk, placesByAsset } from '../../src/stats/ideal-r/places-by-asset.js';
import { CHANGE, LOOK } from '../../src/trades/answer-columns.js';
import { judgedFills } from './judged-fills.js';
import { MINUTE, NO_VECTORS, VECTOR_BARS, VECTOR_TRADES } from './vector-trades.js';

const SETTINGS = { initialBalance: 10_000, breakEvenThreshold: 5, timezone: 'America/New_York' };
const MARKETS = [
  { symbol: 'BTCUSDT', feed: 'venue-spot' },
  { symbol: 'ETHUSDT', feed: 'venue-spot' },
];

/** The analyses whose responses have an ETag. */
export type VersionedName = Exclude<AnalysisName, 'run'>;

/** Returns the result of an analysis for trades. */
type Answers = (trades: AnalysedTrades) => unknown;

const breakdowns: Answers = (trades) => {
  const settings = { ...SETTINGS, symbols: MARKETS.map(({ symbol }) => symbol) };
  const tagsOf = (trade: number) => ['trend', 'news', 'late'].filter((_, place) => trade % (place + 2) === 0);
  const largest = [
    { name: 'trend', trades: Math.ceil(trades.count / 2) },
    { name: 'news', trades: Math.ceil(trades.count / 3) },
  ];
  const tags = taggedTrades(trades.count, tagsOf, { largest, others: 1 });
  return BREAKDOWNS.map((by) => breakdown({ ...trades, tags }, by, settings));
};

const resampled: Answers = (trades) =>
  confidenceIntervals(trades, { level: 0.95, resamples: 500, seed: 7, breakEvenThreshold: 5 });

const costs: Answers = (trades) => {
  const costed = {
    ...trades,
    spreadPaid: trades.feesPaid.map((fees) => fees / 4),
    slippagePaid: trades.feesPaid.map(() => 0),
  };
  return costAnalysis(costed, { ...SETTINGS, multiples: [0, 1, 2.5], basisPoints: [0, 3, 1000] });
};

const simulated: Answers = (trades) =>
  (['money', 'equity', 'risk'] as const).flatMap((basis) =>
    (['shuffle', 'bootstrap'] as const).map((method) =>
      simulatePaths(trades, {
        ...SETTINGS,
        method,
        basis,
        riskPct: basis === 'risk' ? 2 : null,
        paths: 200,
        trades: 30,
        ruinLevel: 9_800,
        seed: 7,
      }),
    ),
  );

const explained: Answers = (trades) => {
  const idealR = new TextEncoder().encode(JSON.stringify(idealRAnalysis(trades)));
  return (Object.keys(FIGURES) as FigureName[]).map((figure) =>
    explainInState(
      { ...trades, idOf: (trade) => `trade-${trade}` },
      { ...SETTINGS, figure, idealR: figure in IDEAL_R ? idealR : null },
    ),
  );
};

function idealRAnalysis({ count, stopLoss }: AnalysedTrades): object {
  const eligible = Array.from(stopLoss.keys()).filter((trade) => hasRisk({ stopLoss })(trade));
  const observations = eligible.map((trade) => ({
    tradeId: `trade-${trade}`,
    status: trade % 5 === 0 ? 'incomplete' : 'complete',
    idealR: trade / 8,
    couldHaveProfitBreakEven: trade % 3 === 0,
  }));
  const figures = Object.fromEntries(Object.keys(IDEAL_R).map((name, place) => [name, place + 1]));
  const analytics = { ...figures, totalTrades: count, eligibleTrades: eligible.length, observations };
  return { state: 'ready', reason: 'session-finished', analytics };
}

const CHANGES = [CHANGE.costs, CHANGE.edited, CHANGE.gone];

/** Every fifth trade was first stored with the opposite result, and every seventh is a second look. */
const changedAnswers: Answers = (trades) => {
  const changed = Array.from(trades.plNet.keys()).filter((trade) => trade % 5 === 0);
  const twice = (column: Float64Array, of: (value: number) => number = (value) => value) =>
    Float64Array.from([...column, ...Array.from(changed, (trade) => of(column[trade]!))]);
  const negative = (value: number) => -value;
  const plain = trades.plNet.map((_, trade) => (trade % 7 === 3 ? LOOK.run : LOOK.none));
  const kinds = changed.map((_, place) => CHANGES[place % CHANGES.length]!);
  const answers = {
    count: trades.count + changed.length,
    entryTime: twice(trades.entryTime),
    exitTime: twice(trades.exitTime),
    plGross: twice(trades.plGross, negative),
    plNet: twice(trades.plNet, negative),
    plPct: twice(trades.plPct, negative),
    rMultiple: twice(trades.rMultiple, negative),
    feesPaid: twice(trades.feesPaid),
    direction: twice(trades.direction),
    look: twice(plain),
    change: Float64Array.from([...trades.plNet.map(() => CHANGE.none), ...kinds]),
    at: twice(trades.exitTime),
  };
  const idOf = (row: number) => {
    const isGone = answers.change[row] === CHANGE.gone;
    return `${isGone ? 'gone' : 'trade'}-${row < trades.count ? row : changed[row - trades.count]}`;
  };
  const compare = (a: number, b: number) => a - b;
  const context = { idOf, clientIdOf: idOf, compareIds: compare, compareClientIds: compare };
  return firstAnswers(answers, { ...SETTINGS, earlierRuns: 1, draws: 2 }, context);
};

const seen: Answers = (trades) => {
  const spans = [0.1, 0.3, 0.7].map((share) => trades.exitTime[Math.floor(trades.count * share)] ?? 0);
  const earlier = spans.map((from, place) => ({
    id: `session-${place}`,
    name: `Session ${place}`,
    ...MARKETS[place % 2]!,
    start: from,
    end: from + 4 * 1_440 * MINUTE,
  }));
  return hindsight(trades, earlier, { ...SETTINGS, markets: MARKETS });
};

const equity: Answers = (trades) =>
  trades.count === 0
    ? unmarkedEquity('1h')
    : [
        equityAt(trades, null),
        equityAt(trades, { entryMs: MINUTE, exitMs: MINUTE }),
        equityAt(trades, EXACT_STAMPS, JUMPING_BARS),
      ];

/** The bars of the vectors, but each bar consists of its open. So the previous close is outside of most bars. */
const JUMPING_BARS = VECTOR_BARS.map(({ count, ts, open }) => ({
  count,
  ts,
  open,
  high: open,
  low: open,
  close: open,
}));

/** Returns the equity of these trades over bars of the two markets. */
export function equityAt(
  trades: AnalysedTrades,
  resolution: StampResolution | null,
  barsOf = VECTOR_BARS,
): unknown {
  const settings = { ...SETTINGS, interval: '1h', riskFreeRate: 2 } as const;
  const walk = new MarkedEquityWalk(trades, settings, resolution);
  const part = walk.timeline;
  const stamps = resolution ?? EXACT_STAMPS;
  const shared = sharedMinutes(trades, [...placesByAsset(trades).values()], stamps);
  const sums = clearedSums(newMinuteSums((part.end - part.start) / MINUTE), part, shared);
  for (const [asset, places] of placesByAsset(trades)) {
    const bars = barsOf[asset]!;
    const covered = [{ start: bars.ts[0]!, end: bars.ts[bars.count - 1]! + MINUTE }];
    const market = openTrades(trades, places, stamps);
    markTrades(
      market,
      part,
      new MinuteFiller(covered).fill(part, bars, newMinutePrices(sums.count)),
      sums,
      new ExposureFinder(sums.count),
    );
  }
  walk.add(part, sums);
  return walk.result();
}

const excursions: Answers = (trades) =>
  [null, { entryMs: 0, exitMs: 0 }, { entryMs: MINUTE, exitMs: MINUTE }].map((resolution) =>
    excursionsAt(trades, resolution),
  );

function excursionsAt(trades: AnalysedTrades, resolution: StampResolution | null): unknown {
  const walks = newExcursionWalks(trades);
  for (const [asset, places] of placesByAsset(trades)) {
    const walkers = { trades, places, resolution: resolution ?? NOTHING_CERTAIN, walks };
    walkExcursions(walkers, walkableOhlc(VECTOR_BARS[asset]!));
  }
  const { count } = trades;
  const ids = { bytes: new Uint8Array(16 * count) };
  const clientIds = { bytes: new Uint8Array(), ends: new Float64Array(count) };
  const table = excursionTable({ trades, ids, clientIds }, walks, resolution, 1);
  return { summary: table.summary, page: excursionPage(table, null, count), inRisk: excursionsInRisk(table) };
}

const fills: Answers = (trades) =>
  [null, { entryMs: MINUTE, exitMs: MINUTE }].map((resolution) => {
    const target = trades.entryPrice.map((price, trade) => price + 8 * trades.direction[trade]!);
    const bars = VECTOR_BARS.map((of) => [{ ...of, volume: of.ts.map((_, at) => at % 50) }]);
    const table = judgedFills({ ...trades, target, qty: trades.quantity }, bars, resolution);
    const { summary, ticks } = table;
    return { summary, ticks, pages: FILL_FILTERS.map((filter) => fillPage(table, null, 500, filter)) };
  });

/**
 * Computes the exits of trades that enter at the open of a bar, and of the same trades if they enter within the bar.
 */
const exits: Answers = (trades) =>
  [trades, { ...trades, entryPrice: trades.entryPrice.map((price) => price + 0.01) }].flatMap((entered) =>
    [exitGrid(), exitGrid([1, 2.5], [0.5, 1], 0.5)].map((grid) => exitsIn(entered, grid)),
  );

function exitsIn(trades: AnalysedTrades, grid: ExitGrid): unknown {
  const walks = newExitWalks(trades, grid);
  for (const [asset, places] of placesByAsset(trades, hasRisk(trades))) {
    const walkers = { trades, places, horizonMs: 1_440 * MINUTE, grid, entryMs: MINUTE, decimals: 2, walks };
    walkExits(walkers, walkableOhlc(VECTOR_BARS[asset]!));
  }
  return measuredExits(trades, grid, walks);
}

const timing: Answers = (trades) =>
  trades.count === 0
    ? unmeasuredTiming('shift', 7, 0)
    : (['shift', 'bracket'] as const).map((method) => timingAt(trades, method));

/**
 * Compares these trades with random entries over the bars of the vectors.
 * @param whole all trades of the session
 */
export function timingAt(trades: AnalysedTrades, method: TimingMethod, whole = trades): unknown {
  const start = timingSpan(whole, EXACT_STAMPS, 0).start;
  const costed = {
    ...trades,
    target: trades.entryPrice.map((price, trade) => price + 8 * trades.direction[trade]!),
    spreadPaid: trades.feesPaid,
    slippagePaid: trades.feesPaid,
  };
  const grids = new Map(VECTOR_BARS.map((bars, asset) => [asset, marketGrid(start, 44 * 1_440, bars)]));
  const decimals = new Map(VECTOR_BARS.map((_, asset) => [asset, 2]));
  const openOf = (asset: number) => opensOf(grids.get(asset));
  const minutes = gridMinutes(whole, start, EXACT_STAMPS, openOf, decimals);
  const measured = measureTrades(costed, start, EXACT_STAMPS, grids, decimals, method, {
    minutesOfAll: minutes,
  });
  const results = timingResults(costed, measured, grids, {
    method,
    paths: 100,
    seed: 7,
    horizonMinutes: 500,
  });
  const counted = [...grids.values()];
  const range = { start, minutes: measured.minutes, calendar: localDays('UTC') };
  const account = Float64Array.from({ length: 40 }, (_, day) => (day % 7) / 100);
  return {
    counts: measured.counts,
    markets: measured.markets,
    results,
    held: buyAndHold(counted, measured.minutes, 10_000),
    market: marketComparison(account, 40, counted, range),
  };
}

const timestamps: Answers = (trades) =>
  [0, 60 * MINUTE, 17 * MINUTE].map((shiftMs) => {
    const shifted = {
      ...trades,
      entryTime: trades.entryTime.map((time) => time + shiftMs),
      exitTime: trades.exitTime.map((time) => time + shiftMs),
    };
    return judgeTimestamps(sampledTrades(shifted), (asset) => VECTOR_BARS[asset]!, SETTINGS.timezone);
  });

/** The analyses whose task has more settings than `SETTINGS`. */
const ANSWERS: Readonly<Partial<Record<VersionedName, Answers>>> = {
  breakdown: breakdowns,
  confidence: resampled,
  costs,
  equity,
  evidence: (trades) =>
    tradeEvidence(
      { ...trades, spreadPaid: trades.feesPaid, slippagePaid: trades.feesPaid },
      { ...SETTINGS, costFactor: 1.5, bestShare: 0.07 },
    ),
  excursions,
  exits,
  explain: explained,
  fills,
  figures: (trades) => {
    const mask = trades.direction.map((direction) => Number(direction > 0));
    return [null, Uint8Array.from(mask)].map((of) =>
      sliceFigures(trades, of, { ...SETTINGS, compare: { permutations: 500, seed: 7 } }),
    );
  },
  'first-answers': changedAnswers,
  hindsight: seen,
  'monte-carlo': simulated,
  positions: (trades) => {
    const position = trades.entryTime.map((_, trade) => (trade % 4 === 3 ? NaN : Math.floor(trade / 10)));
    return positions({ ...trades, position }, SETTINGS, (a, b) => a - b);
  },
  risk: (trades) =>
    [undefined, 7].map((rolling) => riskAnalysis(trades, { ...SETTINGS, riskFreeRate: 0.03, rolling })),
  sizing: (trades) =>
    (['risk', 'notional'] as const).map((by) =>
      sizing(trades, { ...SETTINGS, by, fractionsPct: [1, 20], level: 0.9, resamples: 200, seed: 7 }),
    ),
  timestamps,
  timing,
};

/** Returns the results of an analysis for two lists of trades, one of them empty, as JSON. */
export const vectorAnswers = (name: VersionedName): string =>
  JSON.stringify([VECTOR_TRADES, NO_VECTORS].map(ANSWERS[name] ?? plain(name)));

const plain =
  (name: VersionedName): Answers =>
  (trades) =>
    TRADE_TASKS.get(name)!.compute(trades as TaskTrades<MoreColumn>, SETTINGS, {
      idOf: String,
      compareClientIds: (a, b) => a - b,
      tags: null,
      mask: null,
    });
