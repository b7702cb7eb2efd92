import { ApiProperty } from '@nestjs/swagger';
import { Id, Time, TimeframeLabel, Whole, Word } from '../shared/fields/answer-fields.js';
import { mapperTo } from '../shared/fields/documented-fields.js';
import { FEE_TYPES } from '../shared/market/execution-costs.js';
import { CONTRACT_KINDS, FEEDS } from '../shared/market/feeds.js';
import { Asset } from './asset.entity.js';

export class FeesConfigDto {
  /**
   * Fee of the entry: with `percent` a percentage of the entry notional (0.1 means 0.1 %), with `fixed` an amount in
   * account currency.
   * @example 0.1
   */
  readonly entryFee!: number;

  /**
   * Fee of the exit, in the same unit as the entry fee; a percentage applies to the exit notional.
   * @example 0.1
   */
  readonly exitFee!: number;

  /**
   * Kind of the fees: percentages or fixed amounts.
   * @example "percent"
   */
  @Word(FEE_TYPES)
  readonly type!: string;
}

export class ExecutionCostDto {
  /**
   * Full quoted spread in price units.
   * @example 0.5
   */
  readonly spread!: number;

  /**
   * Slippage of each fill in price units.
   * @example 0.1
   */
  readonly slippage!: number;

  /** Fees of this market. */
  readonly fees!: FeesConfigDto;
}

export class ContractPolicyDto {
  /**
   * Kind of contract behind the feed.
   * @example "spot"
   */
  @Word(CONTRACT_KINDS)
  readonly kind!: string;

  /**
   * Default of `pointValue` for the trades of this market; only if it was sent.
   * @example 50
   */
  readonly multiplier?: number;
}

export class AssetDto {
  /**
   * Id of the asset.
   * @example "0199a8f0-6a40-7012-8c11-54a1b36e9f02"
   */
  @Id()
  readonly id!: string;

  /**
   * Session that the asset belongs to.
   * @example "0199a8f0-6a40-7012-8c11-54a1b36e9f01"
   */
  @Id()
  readonly sessionId!: string;

  /**
   * Symbol of the market, in upper case.
   * @example "BTCUSDT"
   */
  @ApiProperty()
  readonly symbol!: string;

  /**
   * Feed of the market.
   * @example "venue-spot"
   */
  @Word(FEEDS)
  readonly feed!: string;

  /**
   * Bar interval of the market.
   * @example "1m"
   */
  @TimeframeLabel()
  readonly timeframe!: string;

  /**
   * Trading calendar of the market.
   * @example "24/7"
   */
  @ApiProperty()
  readonly calendarCode!: string;

  /** Execution costs of this market. */
  @ApiProperty()
  readonly executionCostConfig!: ExecutionCostDto;

  /** Contract that is traded in this market. */
  @ApiProperty()
  readonly contractPolicy!: ContractPolicyDto;

  /**
   * Position among the session's assets, from 0.
   * @example 0
   */
  @Whole()
  readonly position!: number;

  /**
   * When the asset was created, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly createdAt!: number;
}

export const toAssetDto: (asset: Asset) => AssetDto = mapperTo(AssetDto);
