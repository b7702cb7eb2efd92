import { EXPECTANCY_COMPONENTS } from './definitions/expectancy-components.js';
import { STATISTICS } from './definitions/figures.js';
import { nullableFigureFields } from './figure-fields.js';

/** Components of the expectancy. */
export class ExpectancyFigures extends nullableFigureFields(EXPECTANCY_COMPONENTS) {}

/** Figures of a session, without the lists of its statistics. An undefined figure is null; the counts show why. */
export class Figures extends nullableFigureFields(STATISTICS) {
  /** Version of the formulas. It changes whenever a formula changes. */
  readonly calculationVersion!: string;

  /** Components of the expectancy. */
  readonly expectancyComponents!: ExpectancyFigures;
}
