import type { AccountSettings } from '../account/account.js';
import type { BreakdownBy } from '../breakdown/breakdown.js';
import type { CalendarSettings } from '../calendar/calendar.js';
import type { ConfidenceSettings } from '../confidence/confidence-intervals.js';
import type { CostSettings } from '../costs/costs.js';
import type { ExplainSettings } from '../explain/explain-in-state.js';
import type { HindsightSettings } from '../hindsight/hindsight.js';
import type { SeenMarket } from '../hindsight/seen-markets.js';
import type { SimulationSettings } from '../monte-carlo/simulation-settings.js';
import type { PanelSettings, PanelTests } from '../overfitting/panel-tests.js';
import type { RiskSettings } from '../risk/risk-analysis.js';
import type { FieldProblem } from '../../../shared/problems/problem.js';
import type { RunFiguresSettings } from '../run-figures/run-figures.js';
import type { SliceFiguresSettings } from '../slice-figures/slice-figures.js';
import type { Slice } from '../slices/slice.js';
import type { TradeEvidenceSettings } from '../trade-evidence/trade-evidence.js';
import type { SizingSettings } from '../sizing/sizing-settings.js';
import type { TradesAt } from '../../../sessions/trades-at.js';
import type { CandleResults, CandleTask } from './candle-tasks.js';
import type { MoreColumn } from './sorted-details.js';

/** Result of a task whose query is refused because a parameter exceeds a limit that depends on the trades. */
export interface Refusal {
  readonly refusal: FieldProblem;
}

/** A response as JSON. */
export interface JsonResult {
  readonly json: Uint8Array;
  readonly tradeCount: number;
}

/** The trades of a task. */
export interface SlicedTask {
  readonly session: TradesAt;
  /** The part of the trades that the task uses; null or undefined for all trades. */
  readonly slice?: Slice | null;
}

/** Tasks of the thread that need only the trades of a session. */
export type AnalysisTask = SlicedTask &
  (
    | { readonly kind: 'risk'; readonly settings: RiskSettings }
    | { readonly kind: 'account'; readonly settings: AccountSettings }
    | { readonly kind: 'calendar'; readonly settings: CalendarSettings }
    | { readonly kind: 'breakdown'; readonly settings: BreakdownSettings }
    | { readonly kind: 'monte-carlo'; readonly settings: SimulationSettings }
    | { readonly kind: 'confidence'; readonly settings: ConfidenceSettings }
    | { readonly kind: 'figures'; readonly settings: SliceFiguresSettings }
    | { readonly kind: 'costs'; readonly settings: CostSettings }
    | { readonly kind: 'evidence'; readonly settings: TradeEvidenceSettings }
    | { readonly kind: 'sizing'; readonly settings: SizingSettings }
    | { readonly kind: 'run'; readonly settings: RunFiguresSettings }
    | { readonly kind: 'explain'; readonly settings: ExplainSettings }
    | { readonly kind: 'hindsight'; readonly settings: EarlierSettings }
  );

export interface BreakdownSettings extends CalendarSettings {
  readonly by: BreakdownBy;
  /** The symbol of each asset, in the order of the assets. */
  readonly symbols: readonly string[];
}

export interface EarlierSettings extends HindsightSettings {
  readonly earlier: readonly SeenMarket[];
  /** True if more earlier sessions exist than `earlier` contains. */
  readonly moreSessions: boolean;
}

/**
 * A task on the daily returns of several sessions. The task contains the returns, so the thread reads nothing from the
 * database.
 */
export interface PanelTask {
  readonly kind: 'panel';
  readonly workspaceId: string;
  readonly settings: PanelSettings;
}

/** A task of the thread, with or without candles. */
export type WorkerTask = AnalysisTask | CandleTask | PanelTask;

const CANDLE_TASKS: Readonly<Record<CandleTask['kind'], true>> = {
  windows: true,
  excursions: true,
  equity: true,
  exits: true,
  fills: true,
  timestamps: true,
  timing: true,
  check: true,
};

export const needsCandles = (task: WorkerTask): task is CandleTask => task.kind in CANDLE_TASKS;

export type TaskResult<Task extends WorkerTask> = Task extends PanelTask
  ? PanelTests
  : Task extends { readonly kind: keyof CandleResults }
    ? CandleResults[Task['kind']]
    : JsonResult;

const COST_COLUMNS = ['spreadPaid', 'slippagePaid'] as const satisfies readonly MoreColumn[];

/** Returns the columns that a task needs in addition to the columns of every task. */
export const moreColumnsOf = ({ kind }: Pick<AnalysisTask, 'kind'>): readonly MoreColumn[] =>
  kind === 'costs' || kind === 'evidence' ? COST_COLUMNS : [];

/** Tasks whose response shows the slice. */
const WITH_SLICE: ReadonlySet<WorkerTask['kind']> = new Set([
  'breakdown',
  'calendar',
  'confidence',
  'costs',
  'equity',
  'exits',
  'figures',
  'hindsight',
  'monte-carlo',
  'risk',
  'sizing',
  'timing',
] as const);

export const showsSlice = ({ kind }: Pick<WorkerTask, 'kind'>): boolean => WITH_SLICE.has(kind);

/** Returns whether the result depends on the tags of the trades for another reason than the slice. */
export const readsTags = (task: DistributiveOmit<AnalysisTask, 'session'>): boolean =>
  task.kind === 'breakdown' && task.settings.by === 'tag';

export type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown
  ? Omit<Union, Key>
  : never;
