import { EXPECTANCY_COMPONENTS } from '../../shared/figures/definitions/expectancy-components.js';
import { type FigureDefinition, plainFormula } from '../../shared/figures/definitions/figure-definition.js';
import { STATISTICS } from '../../shared/figures/definitions/figures.js';
import type { MeasureDefinition, MeasureTree } from './measure-definition.js';

/** Definitions of the statistics of some of the trades, nested like `Figures`. */
export const STATISTIC_DEFINITIONS: MeasureTree = {
  ...measures(STATISTICS),
  expectancyComponents: measures(EXPECTANCY_COMPONENTS),
};

function measures(figures: Readonly<Record<string, FigureDefinition>>): Record<string, MeasureDefinition> {
  const entries = Object.entries(figures).map(([name, { definition, formula, unit, undefinedWhen }]) => [
    name,
    { definition, formula: plainFormula(formula), unit, undefinedWhen },
  ]);
  return Object.fromEntries(entries) as Record<string, MeasureDefinition>;
}
