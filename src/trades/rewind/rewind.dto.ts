import { ApiProperty } from '@nestjs/swagger';
import { Whole } from '../../shared/fields/answer-fields.js';
import { Instant } from '../../shared/fields/fields.js';
import { PlayheadDto } from '../../sessions/playhead.dto.js';

export class RewindInput {
  /**
   * Instant to go back to, epoch milliseconds. Not later than the playhead, if there is one.
   * @example 1680364800000
   */
  @Instant()
  readonly to!: number;
}

export class RewindAnswer {
  /**
   * Number of trades that were removed.
   * @example 1
   */
  @Whole()
  readonly removed!: number;

  /** The playhead, which now stands at `to`; null if the session has none. */
  @ApiProperty({ type: () => PlayheadDto, nullable: true })
  readonly playhead!: PlayheadDto | null;
}
