import { ApiProperty } from '@nestjs/swagger';
import { FEEDS } from '../candles/intervals.js';
import { SIDES, Trade } from './trade.entity.js';

const INSTANT = { type: 'integer', format: 'int64' } as const;
const ABSENT_NUMBER = { type: 'number', nullable: true } as const;

export class TradeDto {
  /** @example "0199a8f0-6a52-7f10-a2c4-8d1b7e0c9a33" */
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  /** @example "0199a8f0-6a40-7012-8c11-54a1b36e9f01" */
  @ApiProperty({ format: 'uuid' })
  readonly sessionId!: string;

  /** @example "BTCUSDT" */
  readonly symbol!: string;

  @ApiProperty({ enum: FEEDS, example: 'venue-spot' })
  readonly feed!: string;

  @ApiProperty({ enum: SIDES, example: 'long' })
  readonly side!: string;

  /** @example 2 */
  readonly qty!: number;

  /** @example 28400 */
  readonly entryPrice!: number;

  /** @example 1680364800000 */
  @ApiProperty(INSTANT)
  readonly entryTime!: number;

  /** @example 28650 */
  readonly exitPrice!: number;

  /** @example 1680372000000 */
  @ApiProperty(INSTANT)
  readonly exitTime!: number;

  /** @example 28300 */
  @ApiProperty(ABSENT_NUMBER)
  readonly stopLoss!: number | null;

  /** @example 28650 */
  @ApiProperty(ABSENT_NUMBER)
  readonly takeProfit!: number | null;

  /** @example 114.1 */
  readonly feesPaid!: number;

  /** @example 0 */
  readonly spreadPaid!: number;

  /** @example 0 */
  readonly slippagePaid!: number;

  /**
   * (exitPrice − entryPrice) · qty, negated for a short, in account currency.
   * @example 500
   */
  readonly plGross!: number;

  /**
   * plGross − feesPaid − spreadPaid − slippagePaid, in account currency.
   * @example 385.9
   */
  readonly plNet!: number;

  /**
   * plNet in percent of the entry's notional.
   * @example 0.67940141
   */
  readonly plPct!: number;

  /**
   * plNet in units of the initial risk; null without a stop on the losing side.
   * @example 1.9295
   */
  @ApiProperty(ABSENT_NUMBER)
  readonly rMultiple!: number | null;

  /** @example "Breakout of the first hour" */
  readonly note!: string;

  /** @example 1760000000000 */
  @ApiProperty(INSTANT)
  readonly createdAt!: number;
}

export class IngestAnswer {
  /**
   * How many of the trades are new.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  readonly inserted!: number;

  /** All trades of the request, in its order. */
  readonly trades!: TradeDto[];
}

export function toTradeDto(trade: Trade): TradeDto {
  return {
    id: trade.id,
    sessionId: trade.sessionId,
    symbol: trade.symbol,
    feed: trade.feed,
    side: trade.side,
    qty: trade.qty,
    entryPrice: trade.entryPrice,
    entryTime: trade.entryTime,
    exitPrice: trade.exitPrice,
    exitTime: trade.exitTime,
    stopLoss: trade.stopLoss,
    takeProfit: trade.takeProfit,
    feesPaid: trade.feesPaid,
    spreadPaid: trade.spreadPaid,
    slippagePaid: trade.slippagePaid,
    plGross: trade.plGross,
    plNet: trade.plNet,
    plPct: trade.plPct,
    rMultiple: trade.rMultiple,
    note: trade.note,
    createdAt: trade.createdAt,
  };
}
