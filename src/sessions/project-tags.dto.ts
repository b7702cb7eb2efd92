import { ApiProperty } from '@nestjs/swagger';
import { Whole } from '../shared/fields/answer-fields.js';

export class ProjectTagDto {
  /**
   * The tag.
   * @example "breakout"
   */
  @ApiProperty()
  readonly tag!: string;

  /**
   * Number of sessions of the project that have this tag.
   * @example 12
   */
  @Whole()
  readonly sessions!: number;
}

export class ProjectTagsAnswer {
  /** At most 1,000 tags, the most used first. Tags with the same number of sessions are sorted by code point. */
  readonly tags!: ProjectTagDto[];
}
