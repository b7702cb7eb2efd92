import { ApiProperty } from '@nestjs/swagger';
import { Time } from '../shared/fields/answer-fields.js';
import { COSTS, givenCostsOf } from './new-trade.js';
import { TradeDto, toTradeDto } from './trade.dto.js';
import type { Trade } from './trade.entity.js';
import { SECOND_LOOKS, type SecondLook } from './trade-values.js';
import type { TradesPage } from './trades-page.js';

/**
 * A trade with its clientId, its point value, its labels, and the names of the costs that were sent rather than
 * computed.
 */
export class TradeRecord extends TradeDto {
  /**
   * Identity of the trade within its session, chosen by the client.
   * @example "run-7-trade-1"
   */
  @ApiProperty()
  readonly clientId!: string;

  /**
   * Money, in account currency, that one unit of `qty` earns when the price rises by 1.
   * @example 1
   */
  @ApiProperty()
  readonly pointValue!: number;

  /**
   * Label of the position that the trade closed, or closed a part of; null if the trade has none.
   * @example null
   */
  @ApiProperty({ type: String, nullable: true })
  readonly positionId!: string | null;

  /**
   * Whether the time of the entry had been shown before the trade was stored: `run` if the present run had shown it before
   * a step back, `earlier-run` if an earlier run or draw of the session had, null otherwise. See the guide to replays.
   * @example null
   */
  @ApiProperty({ enum: [...SECOND_LOOKS, null], nullable: true })
  readonly secondLook!: SecondLook | null;

  /**
   * Labels of the trade, in the order given.
   * @example ["news", "late entry"]
   */
  @ApiProperty({ type: [String] })
  readonly tags!: readonly string[];

  /**
   * When the trade last changed, epoch milliseconds; equals `createdAt` until the trade is edited.
   * @example 1760000000000
   */
  @Time()
  readonly updatedAt!: number;

  /**
   * Names of the costs that were sent. All other costs are computed from the asset's execution costs.
   * @example ["feesPaid"]
   */
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...COSTS] } })
  readonly givenCosts!: readonly string[];
}

export const toTradeRecord = (trade: Trade): TradeRecord => ({
  ...toTradeDto(trade),
  clientId: trade.clientId,
  pointValue: trade.pointValue,
  positionId: trade.positionId,
  secondLook: trade.secondLook,
  tags: trade.tags,
  updatedAt: trade.updatedAt ?? trade.createdAt,
  givenCosts: givenCostsOf(trade),
});

export class TradeRecordAnswer {
  /** The trade as it is stored. */
  readonly trade!: TradeRecord;
}

export class TradeRecordsAnswer {
  /** The trades of the page. */
  readonly trades!: TradeRecord[];

  /**
   * `cursor` of the next page; null on the last page.
   * @example "WyJWTDMzdF82SXlUVkgiLDE2ODAzNzkyMDAwMDAsMTY4MDM3NTYwMDAwMCwiMiJd"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly nextCursor!: string | null;
}

export const toTradeRecordAnswer = (trade: Trade): TradeRecordAnswer => ({ trade: toTradeRecord(trade) });

export const toTradeRecordsAnswer = ({ trades, nextCursor }: TradesPage): TradeRecordsAnswer => ({
  trades: trades.map(toTradeRecord),
  nextCursor,
});
