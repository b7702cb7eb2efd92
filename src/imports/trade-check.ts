import { Injectable, Logger } from '@nestjs/common';
import { type StampedTrades, sampledTrades } from '../analysis/timestamps/stamps.js';
import type { TimestampCheckDto } from '../analysis/timestamps/timestamps.dto.js';
import { TimestampsService } from '../analysis/timestamps/timestamps.service.js';
import { Problem } from '../common/problem.js';
import { tradeOrder } from '../stats/calculator/trade-order.js';
import { valuesAt } from '../stats/calculator/trade-columns.js';
import type { Trade } from '../trades/trade.entity.js';

/** Of a trade, what tells whether it fits the candles. */
export interface StampedTrade extends Pick<Trade, (typeof STAMPS)[number]> {
  /** Position of its asset in the session. */
  readonly asset: number;
}

const STAMPS = ['clientId', 'entryTime', 'exitTime', 'entryPrice', 'exitPrice'] as const;

export const stampsOf = ({
  clientId,
  entryTime,
  exitTime,
  entryPrice,
  exitPrice,
}: Pick<Trade, (typeof STAMPS)[number]>) => ({ clientId, entryTime, exitTime, entryPrice, exitPrice });

/** Whether the trades of a file or a batch fit the stored candles. */
@Injectable()
export class TradeCheck {
  private readonly logger = new Logger('TradeCheck');

  constructor(private readonly timestamps: TimestampsService) {}

  /**
   * The verdict on these trades: a warning that never fails what it stands beside. Null without a trade, and when it could
   * not be made.
   * @throws the reason of the signal
   */
  async of(
    workspaceId: string,
    sessionId: string,
    trades: readonly StampedTrade[],
    signal: AbortSignal,
  ): Promise<TimestampCheckDto | null> {
    if (trades.length === 0) return null;
    try {
      const sample = sampledTrades(stampedTrades(trades));
      return await this.timestamps.check(workspaceId, sessionId, sample, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Problem)) this.logger.warn(error);
      return null;
    }
  }
}

/** The trades in trade order. */
function stampedTrades(trades: readonly StampedTrade[]): StampedTrades {
  const column = (valueOf: (trade: StampedTrade) => number) => Float64Array.from(trades, valueOf);
  const columns = {
    count: trades.length,
    entryTime: column(({ entryTime }) => entryTime),
    exitTime: column(({ exitTime }) => exitTime),
    entryPrice: column(({ entryPrice }) => entryPrice),
    exitPrice: column(({ exitPrice }) => exitPrice),
    asset: column(({ asset }) => asset),
  };
  const order = tradeOrder(columns, (a, b) => compareCodePoints(trades[a]!.clientId, trades[b]!.clientId));
  if (!order) return columns;
  return {
    count: columns.count,
    entryTime: valuesAt(columns.entryTime, order),
    exitTime: valuesAt(columns.exitTime, order),
    entryPrice: valuesAt(columns.entryPrice, order),
    exitPrice: valuesAt(columns.exitPrice, order),
    asset: valuesAt(columns.asset, order),
  };
}

const compareCodePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
