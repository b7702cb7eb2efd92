import type { Pool } from 'pg';
import { excursionsInRisk } from '../../src/review/analysis/excursions/excursion-page.js';
import { thinCurve } from '../report/charts/thin-curve.js';
import { type WholeSheet, packSheet } from '../report/packed/pack-sheet.js';
import { ROLLING_WINDOWS } from '../../src/review/desk/sheet/rolling-windows.js';
import { BREAKDOWN_FIELDS, type BreakdownField } from '../report/analyses/breakdown/breakdown.analysis.js';
import { sheetPositions } from '../report/analyses/positions/sheet-positions.js';
import { sheetHindsight } from '../report/analyses/hindsight/sheet-hindsight.js';
import { sheetFirstAnswers } from '../report/analyses/first-answers/sheet-first-answers.js';
import type { SheetData } from '../report/sheet-data.js';
import type { TradeEvidence } from '../../src/review/analysis/trade-evidence/trade-evidence.js';
import type { SessionSelection } from '../../src/review/selection/routes/selection.service.js';
import type { EquityAnswer } from '../../src/review/analysis/equity/equity.dto.js';
import type { FillsAnswer } from '../../src/review/analysis/fills/fills.dto.js';
import type { FirstAnswersAnswer } from '../../src/review/analysis/first-answers/first-answers.dto.js';
import type { PositionsAnswer } from '../../src/review/analysis/positions/positions.dto.js';
import type { HindsightAnswer } from '../../src/review/analysis/hindsight/hindsight.dto.js';
import { shownGroups } from './shown-groups.js';
import type { StatsAnswer } from '../../src/stats/stats.dto.js';
import { type Evidence, answerQuestions } from '../../src/review/evidence/questions/answer-questions.js';
import { EVIDENCE_DEFAULTS } from '../../src/review/evidence/questions/evidence-parameters.js';
import { EVIDENCE_THRESHOLDS } from '../../src/review/desk/sheet/evidence-thresholds.js';
import { messageOf } from '../../src/platform/worker/message-of.js';
import { readExplanations } from './explanations.js';
import { type ReportAssets, reportFile } from '../report/sheet/report-file.js';
import type { ReportAnswers, ReportTask } from '../../src/review/desk/report-task.js';
import { readSheetCandles } from './sheet-candles.js';
import { readSheetTrades } from './sheet-trades.js';

/**
 * Maximum number of trades that a report lists: the first trades in trade order. Figures and curves cover all trades.
 */
const MAX_LISTED_TRADES = 20_000;

/** Number of columns to which a longer equity curve is reduced. No screen has this many columns. */
const MAX_CURVE_COLUMNS = 5_000;

const NOTE_LENGTH = 400;

/** Makes the report. The trades are read while the responses are computed. */
export async function makeReport(
  pool: Pool,
  { session, sheet, answers }: ReportTask,
  assets: ReportAssets,
  signal: AbortSignal,
): Promise<string> {
  const [{ trades, explanations }, { stats: statsJson, parts, excursions, markets }] = await Promise.all([
    readTrades(pool, session, sheet, signal),
    messageOf<ReportAnswers>(answers, signal),
  ]);
  const candles = await readSheetCandles(pool, markets, trades, signal);
  const answered = Object.fromEntries(
    Object.entries(parts).map(([name, json]) => [name, parseJson(json)]),
  ) as unknown as Answered;
  const { tradeEvidence: _trades, selection: _tries, ...analyses } = answered;
  const { stats } = parseJson(statsJson) as StatsAnswer;
  const { table, ...measured } = excursions;
  const whole: WholeSheet = {
    ...sheet,
    ...analyses,
    ...shownAnalyses(analyses),
    evidence: evidenceIn(answered, sheet.session.initialBalance),
    stats: withThinCurve(stats),
    excursions: { ...measured, trades: table ? excursionsIn(table) : [] },
    explanations,
    trades: withShortNotes(trades),
    candles,
  };
  return reportFile(packSheet(whole), assets);
}

async function readTrades(
  pool: Pool,
  session: ReportTask['session'],
  { session: { initialBalance }, breakEvenThreshold }: ReportTask['sheet'],
  signal: AbortSignal,
): Promise<Pick<WholeSheet, 'trades' | 'explanations'>> {
  const trades = await readSheetTrades(pool, session, MAX_LISTED_TRADES, signal);
  const settings = { initialBalance, breakEvenThreshold };
  return { trades, explanations: await readExplanations(pool, session, settings, signal) };
}

/** The parts that only the questions of the evidence need. */
type EvidencePart = 'tradeEvidence' | 'selection';

type Shortened = 'firstAnswers' | 'positions' | 'hindsight' | 'markedEquity' | 'fills';

type Answered = Omit<Pick<WholeSheet, Exclude<keyof ReportAnswers['parts'], EvidencePart>>, Shortened> & {
  readonly firstAnswers: FirstAnswersAnswer;
  readonly positions: PositionsAnswer;
  readonly hindsight: HindsightAnswer;
  readonly markedEquity: EquityAnswer;
  readonly fills: FillsAnswer;
  readonly tradeEvidence: TradeEvidence;
  readonly selection: SessionSelection;
};

/** Answers the questions of the evidence from the figures that the report shows. */
const evidenceIn = (
  { tradeEvidence, selection, hindsight, ...analyses }: Answered,
  initialBalance: number,
): Evidence =>
  answerQuestions(
    {
      initialBalance,
      trades: tradeEvidence,
      firstAnswers: analyses.firstAnswers,
      selection,
      seenEntryShare: hindsight.seenEntryShare,
      timing: analyses.timing,
      equity: analyses.markedEquity,
      fills: analyses.fills,
      timestamps: analyses.timestamps,
    },
    { ...EVIDENCE_DEFAULTS, ...EVIDENCE_THRESHOLDS },
  );

/** Returns the analyses that a report shows only in part, each with the part that the report shows. */
function shownAnalyses(analyses: Omit<Answered, EvidencePart>) {
  const { risk, firstAnswers, positions, hindsight, markedEquity, fills } = analyses;
  const breakdowns = BREAKDOWN_FIELDS.map((name) => [name, shownGroups(analyses[name])] as const);
  return {
    ...(Object.fromEntries(breakdowns) as Pick<WholeSheet, BreakdownField>),
    risk: { ...risk, rolling: null },
    rolling: { days: ROLLING_WINDOWS[0], windows: risk.rolling ?? [] },
    firstAnswers: sheetFirstAnswers(firstAnswers),
    positions: sheetPositions(positions),
    hindsight: sheetHindsight(hindsight, false),
    markedEquity: shownEquity(markedEquity),
    fills: shownFills(fills),
  };
}

/** Returns the fields of the equity that the sheet shows. */
const shownEquity = ({ state, reason, points, drawdown }: EquityAnswer): WholeSheet['markedEquity'] => ({
  state,
  reason,
  points: points.map(({ time, realised, close, min, max }) => ({ time, realised, close, min, max })),
  drawdown,
});

const shownFills = ({ state, reason, summary, trades }: FillsAnswer): WholeSheet['fills'] => ({
  state,
  reason,
  summary,
  trades,
});

const decoder = new TextDecoder();

const parseJson = (json: Uint8Array): unknown => JSON.parse(decoder.decode(json));

function withThinCurve(stats: StatsAnswer['stats']): StatsAnswer['stats'] {
  const { equityCurve } = stats;
  const kept = thinCurve(
    equityCurve.map(({ time }) => time),
    equityCurve.map(({ equity }) => equity),
    MAX_CURVE_COLUMNS,
  );
  return { ...stats, equityCurve: kept.map((point) => equityCurve[point]!) };
}

type Table = NonNullable<ReportAnswers['excursions']['table']>;

/** Returns the excursions that the bars prove, for trades with an initial risk whose bars are all known. */
const excursionsIn = (table: Table): NonNullable<SheetData['excursions']>['trades'] =>
  excursionsInRisk(table).map(({ tradeId, mfe, mae }) => ({ tradeId, mfeR: mfe.min, maeR: mae.min }));

/** Cuts long notes if there are many trades, so that the file can still be mailed. */
function withShortNotes(trades: WholeSheet['trades']): WholeSheet['trades'] {
  const length = trades.reduce((sum, { note }) => sum + note.length, 0);
  if (length <= NOTE_LENGTH * 1_000) return trades;
  return trades.map((trade) =>
    trade.note.length > NOTE_LENGTH ? { ...trade, note: `${trade.note.slice(0, NOTE_LENGTH)} …` } : trade,
  );
}
