import { ApiProperty } from '@nestjs/swagger';
import { Time, Whole } from '../../shared/fields/answer-fields.js';
import { Field, Flag, Optional } from '../../shared/fields/fields.js';
import { LAST_INSTANT, numberProblem } from '../../shared/fields/value-rules.js';
import { MINUTE_MS } from '../../shared/market/intervals.js';
import { SessionRecord } from '../session-record.dto.js';

const LENGTH = { integer: true, minimum: MINUTE_MS, maximum: LAST_INSTANT } as const;

export class DrawInput {
  /**
   * Length of the range in milliseconds, a multiple of 60,000.
   * @example 86400000
   */
  @Field(
    (value) =>
      numberProblem(value, LENGTH) ??
      ((value as number) % MINUTE_MS === 0 ? undefined : `must be a multiple of ${MINUTE_MS}`),
    { type: 'integer', format: 'int64', minimum: MINUTE_MS, maximum: LAST_INSTANT, multipleOf: MINUTE_MS },
  )
  readonly length!: number;

  /** True to draw only from time that no session of the workspace has seen on any asset of the session. */
  @Optional()
  @Flag()
  readonly unseen: boolean = false;
}

/** A random range. */
export class DrawDto {
  /**
   * Number of the draw in its session, from 1.
   * @example 1
   */
  @Whole()
  readonly number!: number;

  /**
   * Number of starts from which the range was drawn.
   * @example 1700
   */
  @Whole()
  readonly candidates!: number;

  /**
   * Start of the range, epoch milliseconds.
   * @example 1680364800000
   */
  @Time()
  readonly start!: number;

  /**
   * End of the range, exclusive, epoch milliseconds.
   * @example 1680451200000
   */
  @Time()
  readonly end!: number;
}

export class DrawAnswer {
  /** The session with its new range, and without a playhead. */
  @ApiProperty({ type: () => SessionRecord })
  readonly session!: SessionRecord;

  /** The range that was drawn. */
  @ApiProperty({ type: () => DrawDto })
  readonly draw!: DrawDto;
}
