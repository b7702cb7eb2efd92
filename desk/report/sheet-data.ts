import type { BreakdownAnswer } from '../../src/review/analysis/breakdown/breakdown.dto.js';
import type { CalendarAnswer } from '../../src/review/analysis/calendar/calendar.dto.js';
import type { ConfidenceAnswer } from '../../src/review/analysis/confidence/confidence.dto.js';
import type { CostsAnswer } from '../../src/review/analysis/costs/costs.dto.js';
import type { EquityAnswer } from '../../src/review/analysis/equity/equity.dto.js';
import type { ExcursionsAnswer } from '../../src/review/analysis/excursions/excursions.dto.js';
import type { ExitsAnswer } from '../../src/review/analysis/exits/exits.dto.js';
import type { ExplainAnswer } from '../../src/review/analysis/routes/explain.dto.js';
import type { FillsAnswer } from '../../src/review/analysis/fills/fills.dto.js';
import type { HindsightAnswer } from '../../src/review/analysis/hindsight/hindsight.dto.js';
import type { MonteCarloAnswer } from '../../src/review/analysis/monte-carlo/monte-carlo.dto.js';
import type { RiskAnswer } from '../../src/review/analysis/risk/risk.dto.js';
import type { SizingAnswer } from '../../src/review/analysis/sizing/sizing.dto.js';
import type { TimestampsAnswer } from '../../src/review/analysis/timestamps/timestamps.dto.js';
import type { TimingAnswer } from '../../src/review/analysis/timing/timing.dto.js';
import type { EvidenceQuestionDto } from '../../src/review/evidence/routes/evidence.dto.js';
import type { SessionRecord } from '../../src/sessions/session-record.dto.js';
import type { Statistics } from '../../src/stats/document/statistics.dto.js';
import type { TradeRecord } from '../../src/trades/trade-record.dto.js';

/**
 * The data of a session's tear sheet, from responses of the API. The page fetches the responses one by one, so every
 * field except the session may be missing at first. A report has all fields.
 */
export interface SheetData {
  readonly session: SessionRecord;
  readonly projectName: string;
  readonly breakEvenThreshold: number;
  /** Epoch milliseconds. */
  readonly generatedAt: number;
  /**
   * The number of trades that pass the filters, and the number of all trades; missing if the sheet covers all trades.
   */
  readonly slice?: { readonly tradeCount: number; readonly of: number };
  readonly stats?: Statistics;
  /** The questions that decide whether the result is real, with the thresholds of EVIDENCE_THRESHOLDS. */
  readonly evidence?: { readonly questions: readonly EvidenceQuestionDto[]; readonly pending: number };
  readonly risk?: RiskAnswer;
  /** The figures of rolling windows. */
  readonly rolling?: { readonly days: number; readonly windows: NonNullable<RiskAnswer['rolling']> };
  readonly confidence?: Omit<ConfidenceAnswer, 'calculationVersion' | 'seed'>;
  readonly hindsight?: SheetHindsight;
  readonly monteCarlo?: MonteCarloAnswer;
  readonly costs?: CostsAnswer;
  readonly sizing?: SizingAnswer;
  /** Equity with open trades at market prices. */
  readonly markedEquity?: Pick<EquityAnswer, 'state' | 'reason' | 'drawdown'> & {
    readonly points: readonly SheetPoint[];
  };
  readonly timing?: TimingAnswer;
  readonly fills?: SheetFills;
  readonly calendar?: CalendarAnswer;
  readonly bySide?: SheetBreakdown;
  readonly bySymbol?: SheetBreakdown;
  readonly byTag?: SheetBreakdown;
  readonly byDuration?: SheetBreakdown;
  readonly byMonth?: SheetBreakdown;
  readonly byWeekday?: SheetBreakdown;
  readonly byHour?: SheetBreakdown;
  /** The excursions of all trades. */
  readonly excursions?: Pick<ExcursionsAnswer, 'state' | 'reason' | 'summary'> & {
    readonly trades: readonly SheetExcursion[];
    /** True if there are more trades than the list contains. */
    readonly isCut?: boolean;
  };
  readonly exits?: ExitsAnswer;
  readonly timestamps?: TimestampsAnswer;
  /** The explanations by the name of the figure. */
  readonly explanations?: Readonly<Record<string, SheetExplanation>>;
  /** The trades in trade order, which is the order of their exits. */
  readonly trades?: readonly SheetTrade[];
  /** One entry for each symbol with bars. */
  readonly candles?: readonly SheetCandles[];
}

/** The account at the end of a span of time; null if it is not known. */
export type SheetPoint = Pick<EquityAnswer['points'][number], 'time' | 'realised' | 'close' | 'min' | 'max'>;

/** The fills that the candles rule out, with the first trades that have findings. */
export type SheetFills = Pick<FillsAnswer, 'state' | 'reason' | 'summary' | 'trades'>;

/** A breakdown with the figures that the sheet shows. */
export interface SheetBreakdown extends Pick<BreakdownAnswer, 'omittedGroups'> {
  readonly groups: readonly (Pick<
    BreakdownAnswer['groups'][number],
    'key' | 'tradeCount' | 'winrateInterval'
  > & {
    readonly figures: GroupFigures;
  })[];
}

export type GroupFigures = Pick<
  BreakdownAnswer['groups'][number]['figures'],
  'tradeCount' | 'plNet' | 'expectancy' | 'netProfitFactor' | 'winrate'
>;

/** The hindsight of a session. A report does not name other sessions, because it may be passed on to other people. */
export interface SheetHindsight extends Pick<HindsightAnswer, 'seenEntryShare' | 'seenTimeShare' | 'reason'> {
  readonly seenSessionCount: number;
  readonly names: readonly string[];
  readonly figures: { readonly seen: GroupFigures; readonly unseen: GroupFigures };
}

export type SheetExplanation = Pick<
  ExplainAnswer,
  'value' | 'definition' | 'formula' | 'arithmetic' | 'counted' | 'unit' | 'source'
>;

export type SheetTrade = Pick<
  TradeRecord,
  | 'id'
  | 'symbol'
  | 'feed'
  | 'side'
  | 'qty'
  | 'entryPrice'
  | 'entryTime'
  | 'exitPrice'
  | 'exitTime'
  | 'stopLoss'
  | 'takeProfit'
  | 'plNet'
  | 'plPct'
  | 'rMultiple'
  | 'note'
  | 'tags'
>;

/** The excursions of a trade in units of its initial risk. The values are the lower bounds that the bars prove. */
export interface SheetExcursion {
  readonly tradeId: string;
  readonly mfeR: number;
  readonly maeR: number;
}

/** Bars as columns. Bars that do not exist are left out. */
export interface SheetCandles {
  readonly symbol: string;
  readonly feed: string;
  readonly intervalMs: number;
  /** The open times in ascending order. */
  readonly times: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
}
