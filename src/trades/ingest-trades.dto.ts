import { FEEDS, type Feed } from '../candles/intervals.js';
import {
  AMOUNT,
  Decimal,
  Instant,
  InstantField,
  ListOf,
  OneOf,
  Optional,
  OptionalPrice,
  AnyCaseSymbol,
  Text,
} from '../common/fields.js';
import { SIDES, type Side } from './trade.entity.js';

/** Most trades that one request takes. */
export const MOST_TRADES = 500;

/** Bounds of a cost that the client gives: rebates are negative. */
const GIVEN_COST = { minimum: -1e12, maximum: 1e12 };

export class TradeInput {
  /**
   * Identity of the trade within its session: sending it again with the same content changes nothing.
   * @example "run-7-trade-1"
   */
  @Text({ min: 1, max: 128 })
  readonly clientId!: string;

  @OneOf(SIDES, { example: 'long' })
  readonly side!: Side;

  /**
   * Quantity in units of the symbol's base.
   * @example 2
   */
  @Decimal(AMOUNT)
  readonly qty!: number;

  /** @example 28400 */
  @Decimal(AMOUNT)
  readonly entryPrice!: number;

  /**
   * Epoch milliseconds.
   * @example 1680364800000
   */
  @Instant()
  readonly entryTime!: number;

  /** @example 28650 */
  @Decimal(AMOUNT)
  readonly exitPrice!: number;

  /**
   * Epoch milliseconds, not before the entry.
   * @example 1680372000000
   */
  @InstantField((exitTime, { entryTime }) =>
    typeof entryTime === 'number' && exitTime < entryTime ? 'must not be before entryTime' : undefined,
  )
  readonly exitTime!: number;

  /** Symbol of the session's asset; with neither symbol nor feed the first asset is meant. */
  @Optional()
  @AnyCaseSymbol()
  readonly symbol?: string;

  /** Feed of the session's asset. */
  @Optional()
  @OneOf(FEEDS)
  readonly feed?: Feed;

  /**
   * Initial stop; without one the trade has no R multiple.
   * @example 28300
   */
  @OptionalPrice()
  readonly stopLoss?: number | null;

  /** @example 28650 */
  @OptionalPrice()
  readonly takeProfit?: number | null;

  /** @example "Breakout of the first hour" */
  @Optional({ default: '' })
  @Text({ max: 1000 })
  readonly note?: string;

  /**
   * Fees paid; computed from the configured fees when left out.
   * @example 11.41
   */
  @Optional()
  @Decimal(GIVEN_COST)
  readonly feesPaid?: number;

  /**
   * Cost of the spread; computed from the asset's spread when left out.
   * @example 0
   */
  @Optional()
  @Decimal(GIVEN_COST)
  readonly spreadPaid?: number;

  /**
   * Cost of slippage; computed from the asset's slippage when left out.
   * @example 0
   */
  @Optional()
  @Decimal(GIVEN_COST)
  readonly slippagePaid?: number;
}

export class IngestTradesDto {
  /** The batch: all of it is stored, or nothing. */
  @ListOf(() => TradeInput, { min: 1, max: MOST_TRADES })
  readonly trades!: TradeInput[];
}
