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
   * Number of sessions of the project that have it.
   * @example 12
   */
  @Whole()
  readonly sessions!: number;
}

export class ProjectTagsAnswer {
  /** The tags of most sessions first, those of equally many by code point; 1,000 at most. */
  readonly tags!: ProjectTagDto[];
}
