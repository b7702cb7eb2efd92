import type { TradeInput } from './ingest-trades.dto.js';
import type { Trade } from './trade.entity.js';

/** Returns the input of a stored trade, without its costs. */
export const inputWithoutCosts = (trade: Trade): TradeInput => ({
  clientId: trade.clientId,
  side: trade.side,
  qty: trade.qty,
  entryPrice: trade.entryPrice,
  entryTime: trade.entryTime,
  exitPrice: trade.exitPrice,
  exitTime: trade.exitTime,
  stopLoss: trade.stopLoss,
  takeProfit: trade.takeProfit,
  pointValue: trade.pointValue,
  positionId: trade.positionId,
  note: trade.note,
  tags: trade.tags,
});
