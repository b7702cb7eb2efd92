import type { BreakdownAnswer } from '../../src/review/analysis/breakdown/breakdown.dto.js';
import type { EquityAnswer } from '../../src/review/analysis/equity/equity.dto.js';
import type { ExplainAnswer } from '../../src/review/analysis/routes/explain.dto.js';
import type { RiskAnswer } from '../../src/review/analysis/risk/risk.dto.js';
import type { SessionRecord } from '../../src/sessions/session-record.dto.js';
import type { Statistics } from '../../src/stats/document/statistics.dto.js';
import type { TradeRecord } from '../../src/trades/trade-record.dto.js';

/** The data of the analyses. Each analysis declares its fields in its folder of `analyses/`. */
export interface AnalysisData {}

/**
 * The data of a session's tear sheet, from responses of the API. The page fetches the responses one by one, so every
 * field except the session may be missing at first. A report has all fields.
 */
export interface SheetData extends Partial<AnalysisData> {
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
  readonly risk?: RiskAnswer;
  /** The risk of random paths that the user chose, percent; missing if the user chose none. */
  readonly chosenRiskPct?: number;
  /** The figures of rolling windows. */
  readonly rolling?: { readonly days: number; readonly windows: NonNullable<RiskAnswer['rolling']> };
  /** The explanations by the name of the figure. */
  readonly explanations?: Readonly<Record<string, SheetExplanation>>;
  /** The trades in trade order, which is the order of their exits. */
  readonly trades?: readonly SheetTrade[];
  /** One entry for each symbol with bars. */
  readonly candles?: readonly SheetCandles[];
}

/** The account at the end of a span of time; null if it is not known. */
export type SheetPoint = Pick<EquityAnswer['points'][number], 'time' | 'realised' | 'close' | 'min' | 'max'>;

/** The figures of a group of trades that the sheet shows. */
export type GroupFigures = Pick<
  BreakdownAnswer['groups'][number]['figures'],
  'tradeCount' | 'plNet' | 'expectancy' | 'netProfitFactor' | 'winrate'
>;

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
