import type { TradeInput } from '../ingest-trades.dto.js';
import { inputWithoutCosts } from '../input-without-costs.js';
import { COSTS, givenCostsOf } from '../new-trade.js';
import type { Trade } from '../trade.entity.js';
import type { CostMode } from './copy-session.dto.js';

/** Returns the costs that count as sent in a copy: with `keep`, the costs that were sent with the trade. */
export function givenCosts(
  trade: Pick<Trade, (typeof COSTS)[number] | 'givenCosts'>,
  costs: CostMode,
): Pick<TradeInput, (typeof COSTS)[number]> {
  const given = costs === 'keep' ? givenCostsOf(trade) : [];
  return Object.fromEntries(given.map((cost) => [cost, trade[cost]]));
}

/**
 * Returns the input that would create a stored trade again. With `keep`, the input includes the costs that were sent
 * with the trade.
 */
export const inputWithCosts = (trade: Trade, costs: CostMode): TradeInput => ({
  ...inputWithoutCosts(trade),
  ...givenCosts(trade, costs),
});
