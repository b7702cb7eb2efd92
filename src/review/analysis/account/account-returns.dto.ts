import { measureFields } from '../measure-fields.js';
import { EXPOSURE_DEFINITIONS } from '../risk/curve-definitions.js';
import { RETURN_DEFINITIONS } from '../risk/return-definitions.js';

const { sharpe, sortino, cagrPct, calmar } = RETURN_DEFINITIONS;
const { timeInMarket } = EXPOSURE_DEFINITIONS;

/**
 * Figures of the daily returns and of the exposure, as the risk analysis computes them with its default risk-free rate
 * of 0.
 */
export class AccountReturnsDto extends measureFields({ sharpe, sortino, cagrPct, calmar, timeInMarket }) {}
