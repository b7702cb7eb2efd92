import { CALCULATION_VERSION } from '../shared/figures/calculator/calculate-statistics.js';

/**
 * Version of the form in which figures are stored. Raise this number if a change affects the stored figures and does
 * not already raise the version of the statistics or the version of `returns`.
 */
const STORED_FORM = 1;

/**
 * Version of the analysis `returns`, whose figures are part of the stored figures. A spec checks that this number
 * equals the version of the analysis.
 */
export const VERSION_OF_RETURNS = 4;

/** The version of the figures that are stored for each session. */
export const FIGURES_VERSION = `${CALCULATION_VERSION}/${VERSION_OF_RETURNS}/${STORED_FORM}`;
