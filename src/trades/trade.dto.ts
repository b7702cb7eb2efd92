import { ApiProperty } from '@nestjs/swagger';
import { Id, NullableNumber, Time, Whole, Word } from '../shared/fields/answer-fields.js';
import { documentedFields, mapperTo } from '../shared/fields/documented-fields.js';
import { jsonWriter } from '../shared/text/json-objects.js';
import { JsonText } from '../platform/http/json-text.js';
import { FEEDS } from '../shared/market/feeds.js';
import { SIDES } from '../shared/market/sides.js';
import { Trade } from './trade.entity.js';

export class TradeDto {
  /**
   * Id of the trade.
   * @example "0199a8f0-6a52-7f10-a2c4-8d1b7e0c9a33"
   */
  @Id()
  readonly id!: string;

  /**
   * Session that the trade belongs to.
   * @example "0199a8f0-6a40-7012-8c11-54a1b36e9f01"
   */
  @Id()
  readonly sessionId!: string;

  /**
   * Symbol of the trade's asset, in upper case.
   * @example "BTCUSDT"
   */
  @ApiProperty()
  readonly symbol!: string;

  /**
   * Feed of the trade's asset.
   * @example "venue-spot"
   */
  @Word(FEEDS)
  readonly feed!: string;

  /**
   * Direction of the trade.
   * @example "long"
   */
  @Word(SIDES)
  readonly side!: string;

  /**
   * Quantity in units of the symbol's base.
   * @example 2
   */
  @ApiProperty()
  readonly qty!: number;

  /**
   * Price of the entry.
   * @example 28400
   */
  @ApiProperty()
  readonly entryPrice!: number;

  /**
   * Time of the entry, epoch milliseconds.
   * @example 1680364800000
   */
  @Time()
  readonly entryTime!: number;

  /**
   * Price of the exit.
   * @example 28650
   */
  @ApiProperty()
  readonly exitPrice!: number;

  /**
   * Time of the exit, epoch milliseconds.
   * @example 1680372000000
   */
  @Time()
  readonly exitTime!: number;

  /**
   * Initial stop; null if none was given.
   * @example 28300
   */
  @NullableNumber()
  readonly stopLoss!: number | null;

  /**
   * Target price; null if none was given.
   * @example 28650
   */
  @NullableNumber()
  readonly takeProfit!: number | null;

  /**
   * Fees, sent or computed, in account currency.
   * @example 114.1
   */
  @ApiProperty()
  readonly feesPaid!: number;

  /**
   * Cost of the spread, sent or computed, in account currency.
   * @example 0
   */
  @ApiProperty()
  readonly spreadPaid!: number;

  /**
   * Cost of slippage, sent or computed, in account currency.
   * @example 0
   */
  @ApiProperty()
  readonly slippagePaid!: number;

  /**
   * (exitPrice − entryPrice) · qty · point value, negated for a short, in account currency. The point value is 1 unless
   * the trade or its asset has another.
   * @example 500
   */
  @ApiProperty()
  readonly plGross!: number;

  /**
   * plGross − feesPaid − spreadPaid − slippagePaid, in account currency.
   * @example 385.9
   */
  @ApiProperty()
  readonly plNet!: number;

  /**
   * plNet in percent of the entry notional.
   * @example 0.67940141
   */
  @ApiProperty()
  readonly plPct!: number;

  /**
   * plNet in units of the initial risk; null if the trade has no stop on the losing side.
   * @example 1.9295
   */
  @NullableNumber()
  readonly rMultiple!: number | null;

  /**
   * Note on the trade; empty if none was given.
   * @example "Breakout of the first hour"
   */
  @ApiProperty()
  readonly note!: string;

  /**
   * When the trade was stored, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly createdAt!: number;
}

export class IngestAnswer {
  /**
   * Number of new trades.
   * @example 1
   */
  @Whole()
  readonly inserted!: number;

  /** All trades of the request, in the order of the request. */
  readonly trades!: TradeDto[];
}

/** Result of an ingest. `trades` contains all trades of the batch, in the order of the batch. */
export interface Ingested {
  readonly inserted: number;
  readonly trades: readonly Trade[];
}

export const toTradeDto: (trade: Trade) => TradeDto = mapperTo(TradeDto);

const ingestAnswerJson = jsonWriter(documentedFields(TradeDto));

/** Returns the JSON of an `IngestAnswer`. */
export const toIngestAnswer = ({ inserted, trades }: Ingested): JsonText =>
  new JsonText([ingestAnswerJson(`{"inserted":${inserted},"trades":[`, trades, ']}')]);
