import { ApiProperty } from '@nestjs/swagger';
import { ProjectDto } from '../../projects/project.dto.js';
import { SessionRecord } from '../../sessions/session-record.dto.js';

/** The answer contains the newest sessions, because a person may add sessions to the project. */
export const MOST_SAMPLE_SESSIONS = 50;

export class SampleAnswer {
  /** The project of the sample, whose symbol is SAMPLE. */
  readonly project!: ProjectDto;

  /** The newest sessions of the project, at most 50. */
  readonly sessions!: SessionRecord[];

  /**
   * Address of the project on the review desk, below the base path of the service; null if the desk is off.
   * @example "/desk/#/projects/0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly desk!: string | null;
}
