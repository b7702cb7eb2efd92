import { ApiProperty } from '@nestjs/swagger';
import { FEEDS, INTERVALS } from '../candles/intervals.js';
import { ProjectDto } from '../projects/project.dto.js';
import { Asset, CONTRACT_KINDS } from './asset.entity.js';
import { FEE_TYPES } from './create-session.dto.js';
import { MODES, SOURCES, STATUSES, Session } from './session.entity.js';

const INSTANT = { type: 'integer', format: 'int64' } as const;
const ABSENT_INSTANT = { ...INSTANT, nullable: true } as const;

export class FeesConfigDto {
  /** @example 0.1 */
  readonly entryFee!: number;

  /** @example 0.1 */
  readonly exitFee!: number;

  @ApiProperty({ enum: FEE_TYPES, example: 'percent' })
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

  readonly fees!: FeesConfigDto;
}

export class ContractPolicyDto {
  @ApiProperty({ enum: CONTRACT_KINDS, example: 'spot' })
  readonly kind!: string;
}

export class AssetDto {
  /** @example "0199a8f0-6a40-7012-8c11-54a1b36e9f02" */
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  /** @example "0199a8f0-6a40-7012-8c11-54a1b36e9f01" */
  @ApiProperty({ format: 'uuid' })
  readonly sessionId!: string;

  /** @example "BTCUSDT" */
  readonly symbol!: string;

  @ApiProperty({ enum: FEEDS, example: 'venue-spot' })
  readonly feed!: string;

  @ApiProperty({ enum: INTERVALS, example: '1m' })
  readonly timeframe!: string;

  /** @example "24/7" */
  readonly calendarCode!: string;

  readonly executionCostConfig!: ExecutionCostDto;

  readonly contractPolicy!: ContractPolicyDto;

  /**
   * Place among the session's assets, from 0.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  readonly position!: number;

  /** @example 1760000000000 */
  @ApiProperty(INSTANT)
  readonly createdAt!: number;
}

export class SessionDto {
  /** @example "0199a8f0-6a40-7012-8c11-54a1b36e9f01" */
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  /** @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a" */
  @ApiProperty({ format: 'uuid' })
  readonly projectId!: string;

  /** @example "London open, 2023" */
  readonly name!: string;

  @ApiProperty({ enum: MODES, example: 'manual' })
  readonly mode!: string;

  @ApiProperty({ enum: STATUSES, example: 'active' })
  readonly status!: string;

  @ApiProperty({ enum: SOURCES, example: 'web' })
  readonly source!: string;

  /** @example 10000 */
  readonly initialBalance!: number;

  /** @example "USDT" */
  readonly accountCurrency!: string;

  /** @example "Breakout of the first hour" */
  readonly strategy!: string;

  /** @example "Second run with a wider stop" */
  readonly description!: string;

  /** @example "1" */
  readonly layoutTemplate!: string;

  readonly assets!: AssetDto[];

  readonly feesConfig!: FeesConfigDto;

  /** @example 1680307200000 */
  @ApiProperty(ABSENT_INSTANT)
  readonly rangeStart!: number | null;

  /** @example 1682899200000 */
  @ApiProperty(ABSENT_INSTANT)
  readonly rangeEnd!: number | null;

  /** @example null */
  @ApiProperty(ABSENT_INSTANT)
  readonly randomSourceStart!: number | null;

  /** @example null */
  @ApiProperty(ABSENT_INSTANT)
  readonly randomSourceEnd!: number | null;

  /** @example 42 */
  @ApiProperty(INSTANT)
  readonly randomSeed!: number;

  /** @example false */
  readonly blindMode!: boolean;

  /** @example false */
  readonly smoothCandles!: boolean;

  /** @example "UTC" */
  readonly accountTimezone!: string;

  /** @example 1760000000000 */
  @ApiProperty(INSTANT)
  readonly startedAt!: number;

  /**
   * When the session was finished; null while it is active.
   * @example null
   */
  @ApiProperty(ABSENT_INSTANT)
  readonly endedAt!: number | null;

  /** @example 1760000000000 */
  @ApiProperty(INSTANT)
  readonly createdAt!: number;

  /** @example 1760000000000 */
  @ApiProperty(INSTANT)
  readonly updatedAt!: number;
}

export class SessionAnswer {
  readonly session!: SessionDto;
}

export class SessionAndProjectAnswer {
  readonly session!: SessionDto;

  readonly project!: ProjectDto;
}

export function toSessionDto(session: Session, assets: readonly Asset[]): SessionDto {
  const {
    id,
    projectId,
    name,
    mode,
    status,
    source,
    initialBalance,
    accountCurrency,
    strategy,
    description,
  } = session;
  const { layoutTemplate, feesConfig, rangeStart, rangeEnd, randomSourceStart, randomSourceEnd, randomSeed } =
    session;
  const { blindMode, smoothCandles, accountTimezone, startedAt, endedAt, createdAt, updatedAt } = session;
  return {
    id,
    projectId,
    name,
    mode,
    status,
    source,
    initialBalance,
    accountCurrency,
    strategy,
    description,
    layoutTemplate,
    assets: assets.map(toAssetDto),
    feesConfig,
    rangeStart,
    rangeEnd,
    randomSourceStart,
    randomSourceEnd,
    randomSeed,
    blindMode,
    smoothCandles,
    accountTimezone,
    startedAt,
    endedAt,
    createdAt,
    updatedAt,
  };
}

function toAssetDto(asset: Asset): AssetDto {
  const { id, sessionId, symbol, feed, timeframe, calendarCode, executionCostConfig, contractPolicy } = asset;
  const { position, createdAt } = asset;
  return {
    id,
    sessionId,
    symbol,
    feed,
    timeframe,
    calendarCode,
    executionCostConfig,
    contractPolicy,
    position,
    createdAt,
  };
}
