import { ApiProperty } from '@nestjs/swagger';
import { Id, NullableTime, Time, Whole, Word } from '../shared/fields/answer-fields.js';
import { mapperTo } from '../shared/fields/documented-fields.js';
import { ProjectDto, toProjectDto } from '../projects/project.dto.js';
import { AssetDto, FeesConfigDto, toAssetDto } from './asset.dto.js';
import { Asset } from './asset.entity.js';
import { MODES, SOURCES, STATUSES, Session } from './session.entity.js';
import type { SessionAndAssets, WholeSession } from './sessions.store.js';

export class SessionDto {
  /**
   * Id of the session.
   * @example "0199a8f0-6a40-7012-8c11-54a1b36e9f01"
   */
  @Id()
  readonly id!: string;

  /**
   * Project that the session belongs to.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Id()
  readonly projectId!: string;

  /**
   * Name of the session.
   * @example "London open, 2023"
   */
  @ApiProperty()
  readonly name!: string;

  /**
   * Kind of trader: a person or a program.
   * @example "manual"
   */
  @Word(MODES)
  readonly mode!: string;

  /**
   * `active` until the session is finished. A finished session accepts no new trades.
   * @example "active"
   */
  @Word(STATUSES)
  readonly status!: string;

  /**
   * Origin of the session.
   * @example "web"
   */
  @Word(SOURCES)
  readonly source!: string;

  /**
   * Account balance at the start, in account currency.
   * @example 10000
   */
  @ApiProperty()
  readonly initialBalance!: number;

  /**
   * Currency of the balance and of all money.
   * @example "USDT"
   */
  @ApiProperty()
  readonly accountCurrency!: string;

  /**
   * Strategy that is tested; empty if none was given.
   * @example "Breakout of the first hour"
   */
  @ApiProperty()
  readonly strategy!: string;

  /**
   * Notes on the session; empty if none were given.
   * @example "Second run with a wider stop"
   */
  @ApiProperty()
  readonly description!: string;

  /**
   * Chart layout of the front end.
   * @example "1"
   */
  @ApiProperty()
  readonly layoutTemplate!: string;

  /** Markets of the session, in the order in which they were given. */
  @ApiProperty()
  readonly assets!: AssetDto[];

  /** Default fees, which are copied to assets created without fees. */
  @ApiProperty()
  readonly feesConfig!: FeesConfigDto;

  /**
   * Start of the simulated range, epoch milliseconds.
   * @example 1680307200000
   */
  @NullableTime()
  readonly rangeStart!: number | null;

  /**
   * End of the simulated range, epoch milliseconds.
   * @example 1682899200000
   */
  @NullableTime()
  readonly rangeEnd!: number | null;

  /** Start of the range that a random range is drawn from, epoch milliseconds. */
  @NullableTime({ example: null })
  readonly randomSourceStart!: number | null;

  /** End of the range that a random range is drawn from, epoch milliseconds. */
  @NullableTime({ example: null })
  readonly randomSourceEnd!: number | null;

  /**
   * Seed of the random range.
   * @example 42
   */
  @Whole()
  readonly randomSeed!: number;

  /**
   * True if the front end replays the session in blind mode.
   * @example false
   */
  @ApiProperty()
  readonly blindMode!: boolean;

  /**
   * True if the front end smooths the candles of the replay.
   * @example false
   */
  @ApiProperty()
  readonly smoothCandles!: boolean;

  /**
   * IANA time zone of the account.
   * @example "UTC"
   */
  @ApiProperty()
  readonly accountTimezone!: string;

  /**
   * When the session was started, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly startedAt!: number;

  /** When the session was finished, epoch milliseconds; null while it is active. */
  @NullableTime({ example: null })
  readonly endedAt!: number | null;

  /**
   * When the session was created, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly createdAt!: number;

  /**
   * When a field of the session itself last changed, epoch milliseconds. Trades do not change it.
   * @example 1760000000000
   */
  @Time()
  readonly updatedAt!: number;
}

export class SessionAnswer {
  /** The new session. */
  readonly session!: SessionDto;
}

export class SessionAndProjectAnswer {
  /** The session as it is stored. */
  readonly session!: SessionDto;

  /** The project that the session belongs to. */
  readonly project!: ProjectDto;
}

const withAssets = mapperTo(SessionDto);

export const toSessionDto = (session: Session, assets: readonly Asset[]): SessionDto =>
  withAssets({ ...session, assets: assets.map(toAssetDto) });

export const toSessionAnswer = ({ session, assets }: SessionAndAssets): SessionAnswer => ({
  session: toSessionDto(session, assets),
});

export const toSessionAndProject = ({ session, assets, project }: WholeSession): SessionAndProjectAnswer => ({
  session: toSessionDto(session, assets),
  project: toProjectDto(project),
});
