import { useMemo } from 'preact/hooks';
import type { EquityAnswer } from '../../../src/review/analysis/equity/equity.dto.js';
import { ROLLING_WINDOWS } from '../../../src/review/desk/sheet/rolling-windows.js';
import type { PartQuery, PartRequest } from '../../report/analyses/analysis.js';
import { REQUESTS } from '../../report/analyses/analyses.js';
import { hasIdealR } from '../../report/analyses/ideal-r/ideal-r-points.js';
import type { SheetData } from '../../report/sheet-data.js';
import { type FiguresOf, askAnalysis, getRisk, getSliceFigures, getStats } from '../../api/figures.js';
import type { ApiProblem } from '../../api/problem.js';
import type { Project } from '../../api/projects.js';
import type { Session } from '../../api/sessions.js';
import { allTrades } from './all-trades.js';
import { heldSpan, loadHeldCandles } from './held-candles.js';
import { type Slice, isSliced, sliceQuery } from '../router/slice.js';
import { slicedEquity, slicedStats } from './sliced-stats.js';
import { type FiguresAnswer, useFigures } from './use-figures.js';

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
  /** Risk of random paths that the user chose, percent; null if the user chose none. */
  readonly riskPct: number | null;
}

/** The data of a session's sheet: first the statistics, then the analyses in the order of their turns. */
export function useSheetData(
  session: Session,
  project: Project,
  { threshold, slice, window, riskPct }: SheetQuery,
): SheetAnswers {
  // The statistics, the check of times and the trades that charts look up are always read without filters.
  const ofAll = { sessionId: session.id, threshold };
  const hasSlice = isSliced(slice);
  const of = hasSlice ? { ...ofAll, slice: sliceQuery(slice) } : ofAll;
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
  const isAfterRisk = hasTrades && (risk !== undefined || riskAnswer.problem !== undefined);
  const sheet: SheetData = {
    session,
    projectName: project.name,
    breakEvenThreshold: threshold,
    generatedAt: Date.now(),
    ...given({ risk, chosenRiskPct: riskPct ?? undefined }),
  };
  const asked: (readonly [words: string, answer: FiguresAnswer<unknown>])[] = [
    ['the main figures', figures],
    ['risk', riskAnswer],
  ];
  for (const [field, request] of REQUESTS) {
    const query = request.query ? request.query(sheet) : {};
    const answer = useFigures(
      field,
      { ...(request.isOfAllTrades ? ofAll : of), threshold: request.hasThreshold ? threshold : 0 },
      reading(request, query ?? {}),
      query !== null && (request.isLate ? isAfterRisk : hasTrades),
      (value) => request.isPending?.(value) ?? (value as Stated).state === 'pending',
      JSON.stringify(query),
    );
    asked.push([request.words, answer]);
    Object.assign(sheet, given({ [field]: answer.value }));
  }
  // Trades are read only if a chart draws them.
  const drawsTrades = hasIdealR(allStats) || (sheet.excursions?.trades.length ?? 0) > 0;
  const ofAllTrades = { ...ofAll, threshold: 0 };
  const trades = useFigures('trades', ofAllTrades, allTrades, drawsTrades);
  asked.push(['trades', trades]);
  // On the page, the marked equity is the whole response.
  const marked = sheet.markedEquity as EquityAnswer | undefined;
  const span = heldSpan(session, marked);
  const candlesAnswer = useFigures(
    `candles of ${JSON.stringify(span)}`,
    ofAllTrades,
    loadHeldCandles(span),
    span !== null,
  );
  const all = [statsAnswer, rollingAnswer, candlesAnswer, ...asked.map(([, answer]) => answer)];
  const { calendar } = sheet;
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
  return {
    data: {
      ...sheet,
      ...given({
        // The figures of all trades stay visible until the figures of the slice arrive or the request for them fails.
        stats: hasSlice && !sliced && !figures.isAwaited ? undefined : stats,
        slice: sliced?.slice ?? undefined,
        trades: trades.value,
        candles: candlesAnswer.value,
        rolling: windows ? { days: window, windows } : undefined,
      }),
    },
    awaited: asked.flatMap(([words, { isAwaited }]) => (isAwaited ? [words] : [])),
    isOutdated: (hasTrades && figures.isAwaited) || all.some(({ isKept }) => isKept),
    problem: failed[0]?.problem,
    retry: () => {
      for (const { reload } of failed) reload();
    },
  };
}

const [FIRST_WINDOW] = ROLLING_WINDOWS;

/** Returns a function that reads the value of a field. */
const reading =
  ({ path, read = (ask, query) => ask(query) }: PartRequest<unknown>, query: PartQuery) =>
  (of: FiguresOf, signal: AbortSignal): Promise<unknown> =>
    read((asked) => askAnalysis<never>(path, asked)(of, signal), query);

/** Some responses have the state `pending` while candles are loading. */
interface Stated {
  readonly state?: string;
}

type Given<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Returns only the fields that are defined. */
const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;
