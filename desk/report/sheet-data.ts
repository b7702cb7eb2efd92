import type { BreakdownAnswer } from '../../src/analysis/breakdown/breakdown.dto.js';
import type { CalendarAnswer } from '../../src/analysis/calendar/calendar.dto.js';
import type { ConfidenceAnswer } from '../../src/analysis/confidence/confidence.dto.js';
import type { ExcursionsAnswer } from '../../src/analysis/excursions/excursions.dto.js';
import type { ExitsAnswer } from '../../src/analysis/exits/exits.dto.js';
import type { ExplainAnswer } from '../../src/analysis/explain/explain.dto.js';
import type { MonteCarloAnswer } from '../../src/analysis/monte-carlo/monte-carlo.dto.js';
import type { RiskAnswer } from '../../src/analysis/risk/risk.dto.js';
import type { TimestampsAnswer } from '../../src/analysis/timestamps/timestamps.dto.js';
import type { SessionRecord } from '../../src/sessions/session-record.dto.js';
import type { Statistics } from '../../src/stats/document/statistics.dto.js';
import type { TradeRecord } from '../../src/trades/trade-record.dto.js';

/**
 * What a tear sheet shows of a session: answers of the API. The page fetches them one by one, so each but the session may
 * still be missing; a report has all.
 */
export interface SheetData {
  readonly session: SessionRecord;
  readonly projectName: string;
  readonly breakEvenThreshold: number;
  /** Epoch milliseconds. */
  readonly generatedAt: number;
  readonly stats?: Statistics;
  readonly risk?: RiskAnswer;
  readonly confidence?: Pick<ConfidenceAnswer, 'level' | 'winrate'>;
  readonly monteCarlo?: MonteCarloAnswer;
  readonly calendar?: CalendarAnswer;
  readonly bySide?: BreakdownAnswer;
  readonly byHour?: BreakdownAnswer;
  readonly byWeekday?: BreakdownAnswer;
  /** With the excursions of all trades. */
  readonly excursions?: Pick<ExcursionsAnswer, 'state' | 'reason' | 'summary'> & {
    readonly trades: readonly SheetExcursion[];
    /** Whether there are further trades than these. */
    readonly isCut?: boolean;
  };
  readonly exits?: ExitsAnswer;
  readonly timestamps?: TimestampsAnswer;
  /** By the name of the figure. */
  readonly explanations?: Readonly<Record<string, SheetExplanation>>;
  /** In trade order, which is that of their exits. */
  readonly trades?: readonly SheetTrade[];
  /** One for each symbol with bars. */
  readonly candles?: readonly SheetCandles[];
}

export type SheetExplanation = Pick<
  ExplainAnswer,
  'value' | 'definition' | 'formula' | 'arithmetic' | 'counted' | 'unit'
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

/** The excursions of a trade in units of its initial risk, as far as they are known. */
export interface SheetExcursion {
  readonly tradeId: string;
  readonly mfeR: number;
  readonly maeR: number;
}

/** Bars as columns; a bar that does not exist is left out. */
export interface SheetCandles {
  readonly symbol: string;
  readonly feed: string;
  readonly intervalMs: number;
  /** Open times, ascending. */
  readonly times: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
}
