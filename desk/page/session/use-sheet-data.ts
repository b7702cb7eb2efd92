import { useMemo } from 'preact/hooks';
import { hasIdealR } from '../../report/panels/ideal-r-points.js';
import type { MonteCarloAnswer } from '../../../src/review/analysis/monte-carlo/monte-carlo.dto.js';
import type { EvidenceAnswer } from '../../../src/review/evidence/routes/evidence.dto.js';
import { pathBasis, pathMethod } from '../../../src/review/desk/sheet/path-method.js';
import { ROLLING_WINDOWS } from '../../../src/review/desk/sheet/rolling-windows.js';
import { sheetHindsight } from '../../report/sheet-hindsight.js';
import type { SheetData, SheetHindsight } from '../../report/sheet-data.js';
import {
  type FiguresOf,
  getBreakdown,
  getCalendar,
  getCosts,
  getEquity,
  getEvidence,
  getFills,
  getSizing,
  getTiming,
  getConfidence,
  getExits,
  getHindsight,
  getMonteCarlo,
  getRisk,
  getSliceFigures,
  getStats,
  getTimestamps,
} from '../../api/figures.js';
import type { ApiProblem } from '../../api/problem.js';
import type { Project } from '../../api/projects.js';
import type { Session } from '../../api/sessions.js';
import { allExcursions } from './all-excursions.js';
import { allTrades } from './all-trades.js';
import { heldSpan, loadHeldCandles } from './held-candles.js';
import { type Slice, isSliced, sliceQuery } from '../router/slice.js';
import { slicedEquity, slicedStats } from './sliced-stats.js';
import { type FiguresAnswer, useFigures } from './use-figures.js';

/** Names of the analyses, for the sentence with the parts that have not arrived yet. */
const NAMES = {
  figures: 'the main figures',
  risk: 'risk',
  confidence: 'confidence intervals',
  timestamps: 'the check of the times',
  evidence: 'the evidence',
  costs: 'costs',
  markedEquity: 'marked equity',
  timing: 'random entries',
  fills: 'fills',
  sizing: 'position sizes',
  calendar: 'calendar',
  hindsight: 'hindsight',
  exits: 'other exits',
  excursions: 'excursions',
  bySide: 'sides',
  bySymbol: 'symbols',
  byTag: 'tags',
  byDuration: 'durations',
  byWeekday: 'weekdays',
  byHour: 'hours',
  byMonth: 'months',
  monteCarlo: 'random paths',
  trades: 'trades',
} as const;

interface SheetAnswers {
  readonly data: SheetData;
  /** Names of the parts that were requested and have not arrived. */
  readonly awaited: readonly string[];
  /** True while figures of an earlier slice or threshold are shown. */
  readonly isOutdated: boolean;
  readonly problem: ApiProblem | undefined;
  readonly retry: () => void;
}

interface SheetQuery {
  readonly threshold: number;
  readonly slice: Slice;
  /** Length of the window of the rolling figures, in days. */
  readonly window: number;
}

/** The data of a session's sheet: first the statistics, then the analyses in the order in which the page shows them. */
export function useSheetData(
  session: Session,
  project: Project,
  { threshold, slice, window }: SheetQuery,
): SheetAnswers {
  // The statistics, the check of times and the trades that charts look up are always read without filters.
  const ofAll = { sessionId: session.id, threshold };
  const ofAllTrades = { ...ofAll, threshold: 0 };
  const hasSlice = isSliced(slice);
  const of = hasSlice ? { ...ofAll, slice: sliceQuery(slice) } : ofAll;
  const ofTrades = { ...of, threshold: 0 };
  const statsAnswer = useFigures(
    'stats',
    ofAll,
    getStats,
    true,
    ({ stats }) => stats.idealRAnalysis.state === 'pending',
  );
  const allStats = statsAnswer.value?.stats;
  const hasTrades = allStats !== undefined && allStats.tradeCount > 0;
  const figures = useFigures('figures', of, getSliceFigures, hasTrades && hasSlice);
  const riskAnswer = useFigures('risk', of, getRisk(FIRST_WINDOW), hasTrades);
  const risk = riskAnswer.value;
  const isOther = window !== FIRST_WINDOW;
  const rollingAnswer = useFigures(`risk of ${window} days`, of, getRisk(window), hasTrades && isOther);
  const windows = (isOther ? rollingAnswer.value : risk)?.rolling;
  // The panels of these analyses are far below the first view, so these analyses are requested after the main figures.
  const isAfterRisk = hasTrades && (risk !== undefined || riskAnswer.problem !== undefined);
  const answers = {
    confidence: useFigures('confidence', of, getConfidence, hasTrades),
    timestamps: useFigures('timestamps', ofAllTrades, getTimestamps, hasTrades),
    evidence: useFigures('evidence', ofAllTrades, getEvidence, isAfterRisk, isUnfinished),
    costs: useFigures('costs', ofTrades, getCosts, isAfterRisk),
    markedEquity: useFigures('equity', ofTrades, getEquity, isAfterRisk, isPending),
    timing: useFigures('timing', ofTrades, getTiming, isAfterRisk, isPending),
    fills: useFigures('fills', ofTrades, getFills, isAfterRisk, isPending),
    sizing: useFigures('sizing', ofTrades, getSizing, isAfterRisk),
    bySide: useFigures('side', of, getBreakdown('side'), hasTrades),
    bySymbol: useFigures('symbol', of, getBreakdown('symbol'), hasTrades),
    byTag: useFigures('tag', of, getBreakdown('tag'), hasTrades),
    byDuration: useFigures('duration', of, getBreakdown('duration'), hasTrades),
    byWeekday: useFigures('weekday', of, getBreakdown('weekday'), hasTrades),
    byHour: useFigures('hour', of, getBreakdown('hour'), hasTrades),
    byMonth: useFigures('month', of, getBreakdown('month'), hasTrades),
    calendar: useFigures('calendar', of, getCalendar, hasTrades),
    hindsight: useFigures('hindsight', of, loadHindsight, hasTrades),
    exits: useFigures('exits', ofTrades, getExits, hasTrades, isPending),
    excursions: useFigures('excursions', ofTrades, allExcursions, hasTrades, isPending),
  };
  // The method of the paths depends on whether consecutive results depend on each other. Trades are read only if a
  // chart draws them.
  const method = risk && pathMethod(risk);
  const drawsTrades = hasIdealR(allStats) || (answers.excursions.value?.trades.length ?? 0) > 0;
  const paths = usePaths(ofTrades, method);
  const dependent = {
    monteCarlo: paths,
    trades: useFigures('trades', ofAllTrades, allTrades, drawsTrades),
  };
  const span = heldSpan(session, answers.markedEquity.value);
  const candlesAnswer = useFigures(
    `candles of ${JSON.stringify(span)}`,
    ofAllTrades,
    loadHeldCandles(span),
    span !== null,
  );
  const named = { ...answers, ...dependent };
  const asked = { figures, risk: riskAnswer, ...named };
  const awaited = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter((name) => asked[name].isAwaited);
  const all = [statsAnswer, rollingAnswer, candlesAnswer, ...Object.values(asked)];
  const calendar = answers.calendar.value;
  const marked = answers.markedEquity.value;
  const sliced = hasSlice ? figures.value : undefined;
  const stats = useMemo(
    () =>
      allStats && sliced
        ? slicedStats(allStats, sliced, slicedEquity(slice, session, allStats, { calendar, marked }))
        : allStats,
    // The curve uses the slice of the responses, which may differ from the chosen slice while new responses are
    // awaited.
    [allStats, sliced, calendar, marked],
  );
  const failed = all.filter(({ problem }) => problem);
  const values = Object.fromEntries(Object.entries(named).map(([name, { value }]) => [name, value]));
  return {
    data: {
      session,
      projectName: project.name,
      breakEvenThreshold: threshold,
      generatedAt: Date.now(),
      ...given({
        // The figures of all trades stay visible until the figures of the slice arrive or the request for them fails.
        stats: hasSlice && !sliced && !figures.isAwaited ? undefined : stats,
        slice: sliced?.slice ?? undefined,
        risk,
        candles: candlesAnswer.value,
        rolling: windows ? { days: window, windows } : undefined,
      }),
      ...given(values as { readonly [Name in keyof typeof named]: SheetData[Name] }),
    },
    awaited: awaited.map((name) => NAMES[name]),
    isOutdated: (hasTrades && figures.isAwaited) || all.some(({ isKept }) => isKept),
    problem: failed[0]?.problem,
    retry: () => {
      for (const { reload } of failed) reload();
    },
  };
}

const [FIRST_WINDOW] = ROLLING_WINDOWS;

/**
 * Requests the random paths in money. If the response suggests another basis, which fits the sizes of the trades
 * better, requests the paths on that basis afterwards.
 */
function usePaths(
  of: FiguresOf,
  method: ReturnType<typeof pathMethod> | undefined,
): FiguresAnswer<MonteCarloAnswer> {
  const load = (basis: MonteCarloAnswer['basis']) => getMonteCarlo(method ?? 'bootstrap', basis);
  const inMoney = useFigures(`paths by ${method}`, of, load('money'), method !== undefined);
  const basis = inMoney.value ? pathBasis(inMoney.value) : 'money';
  const suggested = useFigures(`paths by ${method} of ${basis}`, of, load(basis), basis !== 'money');
  return basis === 'money' ? inMoney : suggested;
}

async function loadHindsight(of: FiguresOf, signal: AbortSignal): Promise<SheetHindsight> {
  return sheetHindsight(await getHindsight(of, signal), true);
}

/** Temporary reasons why an answer is missing. If the answer is requested again later, it is available. */
const LATER = new Set(['computing', 'candles-loading', 'pending']);

const isUnfinished = ({ questions }: EvidenceAnswer): boolean =>
  questions.some(({ reason }) => reason !== null && LATER.has(reason));

const isPending = ({ state }: { readonly state: string }): boolean => state === 'pending';

type Given<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Returns only the fields that are defined. */
const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;
