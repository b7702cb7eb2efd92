import { ApiProperty } from '@nestjs/swagger';
import { Whole } from '../fields/answer-fields.js';

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
  /** Tags, most-used first, ties by code point; at most 1,000. */
  readonly tags!: ProjectTagDto[];
}
