import type { TradeInput } from '../ingest-trades.dto.js';
import { inputWithoutCosts } from '../input-without-costs.js';
import { givenCostsOf } from '../new-trade.js';
import type { Trade } from '../trade.entity.js';
import type { CostMode } from './copy-session.dto.js';

/**
 * Returns the input that would create a stored trade again. With `keep`, the input includes the costs that were sent
 * with the trade.
 */
export function inputWithCosts(trade: Trade, costs: CostMode): TradeInput {
  const given = costs === 'keep' ? givenCostsOf(trade) : [];
  return {
    ...inputWithoutCosts(trade),
    feesPaid: given.includes('feesPaid') ? trade.feesPaid : undefined,
    spreadPaid: given.includes('spreadPaid') ? trade.spreadPaid : undefined,
    slippagePaid: given.includes('slippagePaid') ? trade.slippagePaid : undefined,
  };
}
