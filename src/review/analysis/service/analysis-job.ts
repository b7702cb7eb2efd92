import type { TradesAt } from '../../../sessions/trades-at.js';
import type { FieldProblem } from '../../../shared/problems/problem.js';
import type { ExcursionTable } from '../excursions/excursion-table.js';
import type { FillTable } from '../fills/fill-table.js';
import type { PanelSettings, PanelTests } from '../overfitting/panel-tests.js';
import type { Slice } from '../slices/slice.js';
import type {
  CandleSettings,
  CandleTaskSettings,
  CandleWindows,
  TimestampSettings,
  WindowSettings,
} from '../tasks/candle-settings.js';
import type { TradeSampleStamps } from '../timestamps/stamps.js';

/** Result of a job whose query is refused because a parameter exceeds a limit that depends on the trades. */
export interface Refusal {
  readonly refusal: FieldProblem;
}

/** A response as JSON. */
export interface JsonResult {
  readonly json: Uint8Array;
  readonly tradeCount: number;
}

/** The trades of a job. */
export interface SlicedTrades {
  readonly session: TradesAt;
  /** The part of the trades that the job uses; null or undefined for all trades. */
  readonly slice?: Slice | null;
}

/** A job that computes a `TradeTask` or an `AnswerTask`. */
export interface TradeJob extends SlicedTrades {
  readonly kind: 'trades';
  readonly task: string;
  readonly settings: unknown;
}

/** Jobs that need both trades and stored candles. The job `candles` computes a `CandleTask`. */
export type CandleJob = SlicedTrades &
  (
    | { readonly kind: 'candles'; readonly task: string; readonly settings: CandleTaskSettings }
    | { readonly kind: 'windows'; readonly settings: WindowSettings }
    | { readonly kind: 'excursions'; readonly settings: CandleSettings }
    | { readonly kind: 'fills'; readonly settings: CandleSettings }
    | { readonly kind: 'timestamps'; readonly settings: TimestampSettings }
    | { readonly kind: 'check'; readonly settings: TimestampSettings; readonly trades: TradeSampleStamps }
  );

/**
 * A job on the daily returns of several sessions. The job contains the returns, so the thread reads nothing from the
 * database.
 */
export interface PanelJob {
  readonly kind: 'panel';
  readonly workspaceId: string;
  readonly settings: PanelSettings;
}

/** A job of the threads that compute analyses. */
export type AnalysisJob = TradeJob | CandleJob | PanelJob;

interface JobResults {
  readonly windows: CandleWindows;
  readonly excursions: ExcursionTable;
  readonly fills: FillTable;
  readonly panel: PanelTests;
}

export type AnalysisResult<Job extends AnalysisJob> = Job extends { readonly kind: keyof JobResults }
  ? JobResults[Job['kind']]
  : JsonResult;
