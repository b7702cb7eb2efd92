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
import type { EvidenceAnswer } from '../../src/review/evidence/routes/evidence.dto.js';
import { EVIDENCE_THRESHOLDS } from '../../src/review/desk/sheet/evidence-thresholds.js';
import type { SliceFiguresAnswer } from '../../src/review/analysis/slice-figures/slice-figures.dto.js';
import type { StatsAnswer } from '../../src/stats/stats.dto.js';
import { askJson } from './send.js';

/** The figures of a session at a break-even threshold. */
export interface FiguresOf {
  readonly sessionId: string;
  readonly threshold: number;
  /** Filters of the trades, as query parameters of the API. Without filters, the figures cover all trades. */
  readonly slice?: Readonly<Record<string, string | number>>;
}

const ask =
  <Answer>(path: string, query: Readonly<Record<string, string | number>> = {}) =>
  ({ sessionId, threshold, slice }: FiguresOf, signal: AbortSignal): Promise<Answer> =>
    askJson(`/sessions/${sessionId}${path}`, {
      query: { ...query, ...slice, breakEvenThreshold: threshold || undefined },
      signal,
    });

const askWithoutThreshold =
  <Answer>(path: string, query: Readonly<Record<string, string | number>> = {}) =>
  ({ sessionId, slice }: FiguresOf, signal: AbortSignal): Promise<Answer> =>
    askJson(`/sessions/${sessionId}${path}`, { query: { ...query, ...slice }, signal });

export const getStats = ask<StatsAnswer>('/stats');
export const getSliceFigures = ask<SliceFiguresAnswer>('/analysis/figures');
export const getComparisonWithRest = ask<SliceFiguresAnswer>('/analysis/figures', { compare: 'rest' });
export const getRisk = (rolling: number) => ask<RiskAnswer>('/analysis/risk', { rolling });
export const getConfidence = ask<ConfidenceAnswer>('/analysis/confidence');
export const getCalendar = ask<CalendarAnswer>('/analysis/calendar');
export const getMonteCarlo = (method: MonteCarloAnswer['method'], basis: MonteCarloAnswer['basis']) =>
  askWithoutThreshold<MonteCarloAnswer>('/analysis/monte-carlo', { method, basis });
export const getHindsight = ask<HindsightAnswer>('/analysis/hindsight');
export const getExits = askWithoutThreshold<ExitsAnswer>('/analysis/exits');
export const getCosts = askWithoutThreshold<CostsAnswer>('/analysis/costs');
export const getSizing = askWithoutThreshold<SizingAnswer>('/analysis/sizing');
export const getEquity = askWithoutThreshold<EquityAnswer>('/analysis/equity');
export const getTiming = askWithoutThreshold<TimingAnswer>('/analysis/timing');
export const getFills = askWithoutThreshold<FillsAnswer>('/analysis/fills', { count: 500 });
export const getEvidence = askWithoutThreshold<EvidenceAnswer>('/analysis/evidence', EVIDENCE_THRESHOLDS);
export const getTimestamps = askWithoutThreshold<TimestampsAnswer>('/analysis/timestamps');

export const getBreakdown = (by: string) => ask<BreakdownAnswer>('/analysis/breakdown', { by });
export const getExcursions = (
  of: FiguresOf,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ExcursionsAnswer> =>
  askWithoutThreshold<ExcursionsAnswer>('/analysis/excursions', { ...(cursor && { cursor }), count: 500 })(
    of,
    signal,
  );
export const explain = (figure: string) => ask<ExplainAnswer>('/stats/explain', { figure });
