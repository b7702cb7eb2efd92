import { EXPECTANCY_COMPONENTS } from './definitions/expectancy-components.js';
import { STATISTICS } from './definitions/figures.js';
import { nullableFigureFields } from './figure-fields.js';

/** What the expectancy consists of. */
export class ExpectancyFigures extends nullableFigureFields(EXPECTANCY_COMPONENTS) {}

/** Figures of a session without its lists. Undefined figures are null; the counts tell why. */
export class Figures extends nullableFigureFields(STATISTICS) {
  /**
   * Version of the formulas; changes with any of them.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  /** What the expectancy consists of. */
  readonly expectancyComponents!: ExpectancyFigures;
}
