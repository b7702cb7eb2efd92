import type { MeasureTree } from '../measure-definition.js';
import { DRAWDOWN_DEFINITIONS, EXPOSURE_DEFINITIONS } from './curve-definitions.js';
import { RETURN_DEFINITIONS, ROLLING_DEFINITIONS } from './return-definitions.js';
import { TRADE_DEFINITIONS } from './trade-definitions.js';

/** Definitions of the figures of the risk analysis, nested like the fields of its response. */
export const RISK_DEFINITIONS = {
  returns: RETURN_DEFINITIONS,
  perTrade: TRADE_DEFINITIONS,
  drawdowns: DRAWDOWN_DEFINITIONS,
  exposure: EXPOSURE_DEFINITIONS,
  rolling: ROLLING_DEFINITIONS,
} as const satisfies MeasureTree;
