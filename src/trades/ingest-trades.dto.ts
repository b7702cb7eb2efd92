import {
  AMOUNT,
  AnyCaseSymbol,
  Decimal,
  Instant,
  ListOf,
  Nullable,
  OneOf,
  Optional,
  OptionalPrice,
  Text,
} from '../shared/fields/fields.js';
import { Tags } from '../shared/fields/tags.js';
import { PlainlyChecked } from '../platform/http/plain-check.js';
import { FEEDS, type Feed } from '../shared/market/feeds.js';
import { SIDES, type Side } from '../shared/market/sides.js';

export const MAX_BATCH_TRADES = 500;

/** A cost that the client sends. A rebate is negative. */
export const GivenCost = () => Decimal({ minimum: -1e12, maximum: 1e12 });

@PlainlyChecked()
export class TradeInput {
  /**
   * Identity of the trade within its session. Sending a trade again with the same content changes nothing.
   * @example "run-7-trade-1"
   */
  @Text({ min: 1, max: 128 })
  readonly clientId!: string;

  /**
   * Direction of the trade.
   * @example "long"
   */
  @OneOf(SIDES)
  readonly side!: Side;

  /**
   * Quantity in units of the symbol's base.
   * @example 2
   */
  @Decimal(AMOUNT)
  readonly qty!: number;

  /**
   * Price of the entry.
   * @example 28400
   */
  @Decimal(AMOUNT)
  readonly entryPrice!: number;

  /**
   * Time of the entry, epoch milliseconds.
   * @example 1680364800000
   */
  @Instant()
  readonly entryTime!: number;

  /**
   * Price of the exit.
   * @example 28650
   */
  @Decimal(AMOUNT)
  readonly exitPrice!: number;

  /**
   * Time of the exit, epoch milliseconds. Must not be before the entry.
   * @example 1680372000000
   */
  @Instant((exitTime, { entryTime }) =>
    typeof entryTime === 'number' && exitTime < entryTime ? 'must not be before entryTime' : undefined,
  )
  readonly exitTime!: number;

  /**
   * Symbol of one of the session's assets, in upper or lower case. If neither symbol nor feed is sent, the
   * trade belongs to the first asset.
   * @example "BTCUSDT"
   */
  @Optional()
  @AnyCaseSymbol()
  readonly symbol?: string;

  /**
   * Feed of one of the session's assets.
   * @example "venue-spot"
   */
  @Optional()
  @OneOf(FEEDS)
  readonly feed?: Feed;

  /**
   * Initial stop. The trade has an R multiple only if the stop is on the losing side of the entry.
   * @example 28300
   */
  @OptionalPrice()
  readonly stopLoss?: number | null;

  /**
   * Target price.
   * @example 28650
   */
  @OptionalPrice()
  readonly takeProfit?: number | null;

  /**
   * Money, in account currency, that one unit of `qty` earns when the price rises by 1: 50 for an E-mini S&P 500
   * future. Default: `contractPolicy.multiplier` of the trade's asset, otherwise 1.
   * @example 1
   */
  @Optional()
  @Decimal(AMOUNT)
  readonly pointValue?: number;

  /**
   * Label of the position that the trade closed, or closed a part of. The trades that close one position in parts have
   * the same label. A trade that differs from a stored trade only in this label counts as the same trade.
   * @example "position-3"
   */
  @Nullable()
  @Text({ min: 1, max: 128 })
  readonly positionId?: string | null;

  /**
   * Note on the trade. Default: `""`.
   * @example "Breakout of the first hour"
   */
  @Optional()
  @Text({ max: 1000 })
  readonly note?: string;

  /**
   * Fees paid. If left out, the service computes them from the configured fees.
   * @example 11.41
   */
  @Optional()
  @GivenCost()
  readonly feesPaid?: number;

  /**
   * Cost of the spread. If left out, the service computes it from the asset's spread.
   * @example 0
   */
  @Optional()
  @GivenCost()
  readonly spreadPaid?: number;

  /**
   * Cost of slippage. If left out, the service computes it from the asset's slippage.
   * @example 0
   */
  @Optional()
  @GivenCost()
  readonly slippagePaid?: number;

  /**
   * Labels for finding the trade, without duplicates. White space at both ends is removed. Default: none. A trade that
   * differs from a stored trade only in its labels counts as the same trade.
   * @example ["news", "late entry"]
   */
  @Optional()
  @Tags()
  readonly tags?: string[];
}

@PlainlyChecked({ trades: TradeInput })
export class IngestTradesDto {
  /** Trades of the batch. Either all trades are stored or none. */
  @ListOf(() => TradeInput, { min: 1, max: MAX_BATCH_TRADES })
  readonly trades!: TradeInput[];
}
