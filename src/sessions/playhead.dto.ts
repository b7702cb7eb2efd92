import { ApiProperty } from '@nestjs/swagger';
import { Time } from '../shared/fields/answer-fields.js';
import { Instant, Optional } from '../shared/fields/fields.js';

export class PlayheadInput {
  /**
   * Instant that the person has reached, epoch milliseconds. Not later than now, or than the `rangeEnd` of the session.
   * @example 1680364800000
   */
  @Instant()
  readonly at!: number;

  /**
   * Latest instant whose prices were visible, epoch milliseconds. At least `at`, and not later than now or `rangeEnd`.
   * Default: `at`.
   * @example 1680364800000
   */
  @Optional()
  @Instant((shownUntil, { at }) =>
    typeof at === 'number' && shownUntil < at ? 'must not be before at' : undefined,
  )
  readonly shownUntil?: number;
}

/** The position of the replay of a session. */
export class PlayheadDto {
  /**
   * Instant that the person has reached, epoch milliseconds.
   * @example 1680364800000
   */
  @Time()
  readonly at!: number;

  /**
   * Latest instant whose prices were visible at `at`, epoch milliseconds.
   * @example 1680364800000
   */
  @Time()
  readonly shownUntil!: number;

  /**
   * Latest instant whose prices were ever visible since the range was drawn, epoch milliseconds. Does not go back.
   * @example 1680368400000
   */
  @Time()
  readonly furthest!: number;

  /**
   * When the playhead was stored, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly updatedAt!: number;
}

export class PlayheadAnswer {
  /** The stored playhead. */
  @ApiProperty({ type: () => PlayheadDto })
  readonly playhead!: PlayheadDto;
}
