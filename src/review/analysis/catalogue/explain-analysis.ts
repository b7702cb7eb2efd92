import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import { ANALYSIS_FIGURES, figureSource } from './analysis-figures.js';

/** The parts of the response of an analysis that show whether the response has figures. */
interface AnalysisResponse {
  readonly state?: string;
  readonly reason?: string | null;
}

/**
 * Explains a figure of an analysis.
 * @param figure a name in `ANALYSIS_FIGURES`
 * @param response the response that has the figure
 */
export function explainAnalysis(figure: string, response: AnalysisResponse) {
  const described = ANALYSIS_FIGURES.get(figure)!;
  const { definition, formula, unit, undefinedWhen, path } = described;
  const { state = null, reason = null } = response;
  const found = valueAt(response, path);
  const isMeasured = state === null || state === 'ready';
  const isUndefined = found === null && isMeasured && undefinedWhen !== null;
  return {
    calculationVersion: CALCULATION_VERSION,
    figure,
    value: found ?? null,
    unit,
    definition,
    formula,
    source: figureSource(described),
    inputs: [],
    arithmetic: isUndefined ? `undefined: ${undefinedWhen}` : null,
    counted: null,
    excluded: [],
    state,
    reason,
  };
}

/**
 * Returns the number at a path, which may be null. Returns undefined if the path leads into a list, because each
 * element of the list has its own number.
 */
function valueAt(response: unknown, path: readonly string[]): number | null | undefined {
  let value = response;
  for (const field of path) {
    if (value === null) return null;
    if (typeof value !== 'object' || Array.isArray(value)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[field];
  }
  return typeof value === 'number' || value === null ? value : undefined;
}
