import { entityTag } from '../../../platform/http/tagged-answer.js';
import type { Session } from '../../../sessions/session.entity.js';
import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import { ACCOUNT_VERSION } from '../account/account.js';
import { BREAKDOWN_VERSION } from '../breakdown/breakdown.js';
import { CALENDAR_VERSION } from '../calendar/calendar.js';
import { CONFIDENCE_VERSION } from '../confidence/confidence-intervals.js';
import { COSTS_VERSION } from '../costs/costs.js';
import { EQUITY_VERSION } from '../equity/equity.js';
import { EVIDENCE_VERSION } from '../trade-evidence/trade-evidence.js';
import { EXCURSIONS_VERSION } from '../excursions/excursion-table.js';
import { EXITS_VERSION } from '../exits/exit-cells.js';
import { EXPLAIN_VERSION } from '../explain/explain.js';
import { FILLS_VERSION } from '../fills/fill-table.js';
import { HINDSIGHT_VERSION } from '../hindsight/hindsight.js';
import { MONTE_CARLO_VERSION } from '../monte-carlo/simulate-paths.js';
import { RISK_VERSION } from '../risk/risk-analysis.js';
import { SIZING_VERSION } from '../sizing/sizing.js';
import { SLICE_FIGURES_VERSION } from '../slice-figures/slice-figures.js';
import { TIMESTAMPS_VERSION } from '../timestamps/judge-timestamps.js';
import { TIMING_VERSION } from '../timing/timing.js';

/** The version of the formulas and fields of each analysis. The ETag and the cache key of each response include it. */
export const ANALYSIS_VERSIONS = {
  account: ACCOUNT_VERSION,
  breakdown: BREAKDOWN_VERSION,
  calendar: CALENDAR_VERSION,
  confidence: CONFIDENCE_VERSION,
  costs: COSTS_VERSION,
  equity: EQUITY_VERSION,
  evidence: EVIDENCE_VERSION,
  excursions: EXCURSIONS_VERSION,
  exits: EXITS_VERSION,
  explain: EXPLAIN_VERSION,
  fills: FILLS_VERSION,
  figures: SLICE_FIGURES_VERSION,
  hindsight: HINDSIGHT_VERSION,
  'monte-carlo': MONTE_CARLO_VERSION,
  risk: RISK_VERSION,
  sizing: SIZING_VERSION,
  timestamps: TIMESTAMPS_VERSION,
  timing: TIMING_VERSION,
} as const;

export type AnalysisName = keyof typeof ANALYSIS_VERSIONS;

/**
 * Returns the version of a response as an ETag. Two responses with the same version are equal.
 * @param content everything on which the response depends, except the trades and their formulas
 */
export const analysisVersion = (
  { workspaceId, id, revision }: Pick<Session, 'workspaceId' | 'id' | 'revision'>,
  name: AnalysisName,
  content: object,
  versions: Readonly<Record<AnalysisName, number>> = ANALYSIS_VERSIONS,
): string =>
  entityTag([workspaceId, id, revision, CALCULATION_VERSION, name, versions[name], JSON.stringify(content)]);
