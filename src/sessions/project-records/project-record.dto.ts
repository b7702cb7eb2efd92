import { ApiProperty } from '@nestjs/swagger';
import { Time, Whole } from '../../shared/fields/answer-fields.js';
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
