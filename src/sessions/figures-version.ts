import { CALCULATION_VERSION } from '../figures/calculator/calculate-statistics.js';

/**
 * Version of the form in which figures are stored. Raise it with every change of the stored figures that raises neither
 * of the two versions of the formulas.
 */
const STORED_FORM = 1;

/** Version of `returns`, which the stored figures contain. A spec compares it with the version of the analysis. */
export const VERSION_OF_RETURNS = 3;

/** The version of the figures that are stored for each session. */
export const FIGURES_VERSION = `${CALCULATION_VERSION}/${VERSION_OF_RETURNS}/${STORED_FORM}`;
