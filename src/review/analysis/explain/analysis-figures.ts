import { BREAKDOWN_DEFINITIONS } from '../breakdown/breakdown-definitions.js';
import { CALENDAR_DEFINITIONS } from '../calendar/calendar-definitions.js';
import { CONFIDENCE_DEFINITIONS } from '../confidence/confidence-definitions.js';
import { COST_DEFINITIONS } from '../costs/cost-definitions.js';
import { EQUITY_DEFINITIONS } from '../equity/equity-definitions.js';
import { EXCURSION_DEFINITIONS } from '../excursions/excursion-definitions.js';
import { EXIT_DEFINITIONS } from '../exits/exit-definitions.js';
import { FILL_DEFINITIONS } from '../fills/fill-definitions.js';
import { HINDSIGHT_DEFINITIONS } from '../hindsight/hindsight-definitions.js';
import { type MeasureDefinition, type MeasureTree, isMeasure } from '../measure-definition.js';
import { MONTE_CARLO_DEFINITIONS } from '../monte-carlo/monte-carlo-definitions.js';
import { RISK_DEFINITIONS } from '../risk/risk-definitions.js';
import { SIZING_DEFINITIONS } from '../sizing/sizing-definitions.js';
import { SLICE_FIGURES_DEFINITIONS } from '../slice-figures/slice-figures-definitions.js';
import { SLICE_DEFINITIONS } from '../slices/slice-definitions.js';
import { TIMESTAMP_DEFINITIONS } from '../timestamps/timestamp-definitions.js';
import { TIMING_DEFINITIONS } from '../timing/timing-definitions.js';

/** Definitions of the figures of each analysis, nested like the fields of its response. */
const DEFINITIONS = {
  breakdown: { ...SLICE_DEFINITIONS, ...BREAKDOWN_DEFINITIONS },
  calendar: { ...SLICE_DEFINITIONS, ...CALENDAR_DEFINITIONS },
  confidence: { ...SLICE_DEFINITIONS, ...CONFIDENCE_DEFINITIONS },
  costs: { ...SLICE_DEFINITIONS, ...COST_DEFINITIONS },
  equity: { ...SLICE_DEFINITIONS, ...EQUITY_DEFINITIONS },
  excursions: { ...SLICE_DEFINITIONS, ...EXCURSION_DEFINITIONS },
  exits: { ...SLICE_DEFINITIONS, ...EXIT_DEFINITIONS },
  figures: { ...SLICE_DEFINITIONS, ...SLICE_FIGURES_DEFINITIONS },
  fills: { ...SLICE_DEFINITIONS, ...FILL_DEFINITIONS },
  hindsight: { ...SLICE_DEFINITIONS, ...HINDSIGHT_DEFINITIONS },
  'monte-carlo': { ...SLICE_DEFINITIONS, ...MONTE_CARLO_DEFINITIONS },
  risk: { ...SLICE_DEFINITIONS, ...RISK_DEFINITIONS },
  sizing: { ...SLICE_DEFINITIONS, ...SIZING_DEFINITIONS },
  timestamps: TIMESTAMP_DEFINITIONS,
  timing: { ...SLICE_DEFINITIONS, ...TIMING_DEFINITIONS },
} as const satisfies Readonly<Record<string, MeasureTree>>;

/** An analysis, by the last part of its route. */
export type AnalysisRouteName = keyof typeof DEFINITIONS;

export interface AnalysisFigure extends MeasureDefinition {
  readonly route: AnalysisRouteName;
  /** Names of the fields that lead from the response to the figure. */
  readonly path: readonly string[];
}

/**
 * Every numeric figure of every analysis, keyed by its name. The name consists of the route and the path of fields,
 * such as `risk.returns.sharpe`.
 */
export const ANALYSIS_FIGURES: ReadonlyMap<string, AnalysisFigure> = new Map(
  (Object.keys(DEFINITIONS) as AnalysisRouteName[]).flatMap((route) =>
    figuresIn(DEFINITIONS[route]).map(({ path, measure }) => [
      [route, ...path].join('.'),
      { ...measure, route, path },
    ]),
  ),
);

interface Found {
  readonly path: readonly string[];
  readonly measure: MeasureDefinition;
}

function figuresIn(tree: MeasureTree, above: readonly string[] = []): Found[] {
  return Object.entries(tree).flatMap(([field, node]) => {
    const path = [...above, field];
    return isMeasure(node) ? [{ path, measure: node }] : figuresIn(node, path);
  });
}

/** If the service itself defines the formula of a figure, its source is one of these pages of the documentation. */
const PAGES = { statistics: 'docs/statistics.md', analysis: 'docs/analysis.md' } as const;

export const STATISTICS_SOURCE = `Definition of this service, ${PAGES.statistics}`;

/** Returns where the formula of a figure comes from. */
export const figureSource = ({ source, route }: AnalysisFigure): string =>
  source ?? `Definition of this service, ${PAGES.analysis}, ${route}`;
