import {
  CALCULATION_VERSION,
  type StatisticsSettings,
} from '../../../shared/figures/calculator/calculate-statistics.js';
import {
  type FigureDefinition,
  plainFormula,
} from '../../../shared/figures/definitions/figure-definition.js';
import {
  FIGURES,
  type FigureName,
  type IdealRFigureName,
} from '../../../shared/figures/definitions/figures.js';
import { IDEAL_R } from '../../../shared/figures/definitions/ideal-r.js';
import { type Counted, countedTrades } from './counted-trades.js';
import { EXCLUSIONS } from './excluded-trades.js';
import { type Explained, type IdealRAnalytics, type IdentifiedTrades, explained } from './explained.js';
import { INPUTS } from './inputs.js';
import { type Input, filled, inputsOf } from './formula.js';
import { plainNumber } from './plain-number.js';

/** The page that defines the formulas of the statistics. */
export const STATISTICS_SOURCE = 'Definition of this service, docs/statistics.md';

export interface Explanation extends Counted {
  readonly figure: FigureName;
  /** The exact value in `stats`; null if the figure is undefined. */
  readonly value: number | null;
  readonly unit: string;
  readonly definition: string;
  readonly formula: string;
  /** The publication or the page of the documentation that defines the formula. */
  readonly source: string;
  /** Inputs of the formula, in the order of the formula. The value of an input is null if the trades do not have it. */
  readonly inputs: readonly Input[];
  /**
   * The formula with the values of its inputs and its result. If the value is undefined, the reason why it is
   * undefined.
   */
  readonly arithmetic: string;
  readonly calculationVersion: string;
}

/**
 * Explains how a figure of `stats` is computed.
 * @param idealR ideal-R analytics of the same trades, in any state; only ideal-R figures depend on them
 */
export function explain(
  trades: IdentifiedTrades,
  figure: FigureName,
  settings: StatisticsSettings,
  idealR: IdealRAnalytics,
): Explanation {
  return explanationOf(explained(trades, settings, idealR), figure);
}

/** Explains a figure. Explanations of several figures of the same trades can share `all`. */
export function explanationOf(all: Explained, figure: FigureName): Explanation {
  const { trades } = all;
  const { definition, formula, unit, ...rest }: FigureDefinition = FIGURES[figure];
  const { counted, excluded } = countedTrades(trades, EXCLUSIONS[rest.counted](all));
  // If a figure is undefined because no trades count, the analytics contain 0.
  const isMissing = isIdealR(figure) && rest.undefinedWhen !== null && counted === 0;
  const value = isMissing ? null : figureValue(all, figure);
  const inputs = inputsOf(formula).map((name) => ({ name, value: INPUTS[name](all) }));
  return {
    figure,
    value,
    unit,
    definition,
    formula: plainFormula(formula),
    source: STATISTICS_SOURCE,
    inputs,
    arithmetic:
      value === null
        ? `undefined: ${rest.undefinedWhen}`
        : `${filled(formula, inputs)} = ${plainNumber(value)}`,
    counted,
    excluded,
    calculationVersion: CALCULATION_VERSION,
  };
}

const isIdealR = (figure: FigureName): figure is IdealRFigureName => figure in IDEAL_R;

function figureValue({ statistics, idealR }: Explained, figure: FigureName): number | null {
  if (isIdealR(figure)) return idealR[figure];
  const { expectancyComponents, ...figures } = statistics;
  return { ...figures, ...expectancyComponents }[figure];
}
