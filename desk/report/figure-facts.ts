import type { CountedTrades, FigureForm } from '../../src/shared/figures/definitions/figure-definition.js';
import {
  CALCULATED_FIGURES,
  type CalculatedFigureName,
} from '../../src/shared/figures/definitions/figures.js';

type FigureFacts = readonly [
  label: string,
  form: FigureForm,
  /** If none of these trades exist, the figure is undefined; missing if the figure is always defined. */
  counted?: CountedTrades,
];

/**
 * The label and the format of each figure of the statistics, from its definition. The build of the page replaces this
 * module by its value, so that the page does not contain the texts of the definitions.
 */
export const FIGURE_FACTS = Object.fromEntries(
  Object.entries(CALCULATED_FIGURES).map(([name, { label, form, counted, undefinedWhen }]) => [
    name,
    undefinedWhen === null ? [label, form] : [label, form, counted],
  ]),
) as unknown as Readonly<Record<CalculatedFigureName, FigureFacts>>;
