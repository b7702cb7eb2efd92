import type { FigureForm } from '../../src/shared/figures/definitions/figure-definition.js';
import {
  CALCULATED_FIGURES,
  type CalculatedFigureName,
} from '../../src/shared/figures/definitions/figures.js';

type Definitions = typeof CALCULATED_FIGURES;

/** The trades that figures count which are undefined without these trades. */
export type NeededTrades = {
  [Name in CalculatedFigureName]: Definitions[Name]['undefinedWhen'] extends null
    ? never
    : Definitions[Name]['counted'];
}[CalculatedFigureName];

/** The trades are missing if the figure is always defined. */
type FigureFacts = readonly [label: string, form: FigureForm, needed?: NeededTrades];

/**
 * The label and the format of each figure of the statistics, and the trades without which the figure is undefined, from
 * its definition. The build of the page replaces this module by its value, so that the page does not contain the texts of
 * the definitions.
 */
export const FIGURE_FACTS = Object.fromEntries(
  Object.entries(CALCULATED_FIGURES).map(([name, { label, form, counted, undefinedWhen }]) => [
    name,
    undefinedWhen === null ? [label, form] : [label, form, counted],
  ]),
) as unknown as Readonly<Record<CalculatedFigureName, FigureFacts>>;
