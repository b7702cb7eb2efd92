import type { TradeInput } from '../ingest-trades.dto.js';
import { inputOf } from '../input-of.js';
import { givenCostsOf } from '../new-trade.js';
import type { Trade } from '../trade.entity.js';
import type { CostMode } from './copy-session.dto.js';

/** The input that would create a stored trade again. */
export function inputOfTrade(trade: Trade, costs: CostMode): TradeInput {
  const given = costs === 'keep' ? givenCostsOf(trade) : [];
  return {
    ...inputOf(trade),
    feesPaid: given.includes('feesPaid') ? trade.feesPaid : undefined,
    spreadPaid: given.includes('spreadPaid') ? trade.spreadPaid : undefined,
    slippagePaid: given.includes('slippagePaid') ? trade.slippagePaid : undefined,
  };
}
