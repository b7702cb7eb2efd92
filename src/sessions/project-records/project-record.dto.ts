import { ApiProperty } from '@nestjs/swagger';
import { Time, Whole } from '../../shared/fields/answer-fields.js';
import { MAX_CURVE_POINTS } from '../../shared/figures/equity-curve.js';
import { ProjectDto } from '../../projects/project.dto.js';

/** A project with the facts about its sessions that a list of projects shows. */
export class ProjectRecord extends ProjectDto {
  /**
   * Number of sessions of the project.
   * @example 12
   */
  @Whole()
  readonly sessionCount!: number;

  /**
   * When the project, or one of its sessions or trades, was last created or changed, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly lastChangeAt!: number;

  /**
   * The different symbols of the markets of the newest 100 sessions, those of most sessions first; at most 20.
   * @example ["BTCUSDT", "ETHUSDT"]
   */
  @ApiProperty({ type: [String] })
  readonly symbols!: readonly string[];

  /**
   * Equity of the newest of these sessions that holds trades, in percent of the initial balance, at the start and after
   * each exit, thinned to at most 40 points, as in the leaderboard. Empty without such a session, and while its figures
   * are pending.
   * @example [100, 100.42, 99.17, 103.859]
   */
  @ApiProperty({ type: [Number], maxItems: MAX_CURVE_POINTS })
  readonly curve!: readonly number[];
}

export class ProjectRecordsAnswer {
  /** Projects, newest first. */
  readonly projects!: ProjectRecord[];

  /**
   * `cursor` of the next page; null only on the last page.
   * @example "WyJhYmMiLDE3NjAwMDAwMDAwMDBd"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly nextCursor!: string | null;
}
