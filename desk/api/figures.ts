import type { ExplainAnswer } from '../../src/review/analysis/routes/explain.dto.js';
import type { RiskAnswer } from '../../src/review/analysis/risk/risk.dto.js';
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

export const getStats = ask<StatsAnswer>('/stats');
export const getSliceFigures = ask<SliceFiguresAnswer>('/analysis/figures');
export const getComparisonWithRest = ask<SliceFiguresAnswer>('/analysis/figures', { compare: 'rest' });
export const getRisk = (rolling: number) => ask<RiskAnswer>('/analysis/risk', { rolling });
export const askAnalysis = <Answer>(path: string, query: Readonly<Record<string, string | number>>) =>
  ask<Answer>(`/analysis/${path}`, query);
export const explain = (figure: string) => ask<ExplainAnswer>('/stats/explain', { figure });
