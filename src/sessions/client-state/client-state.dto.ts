import { ApiProperty } from '@nestjs/swagger';
import { NullableTime, Time } from '../../shared/fields/answer-fields.js';

const ANY_OBJECT = {
  type: 'object',
  additionalProperties: true,
  example: { replayedTo: 1680364800000 },
} as const;

export class StateInput {
  /**
   * Any object of up to 262,144 bytes as compact JSON in UTF-8, and up to 64 levels deep. Numbers and names are kept
   * as they are written.
   */
  @ApiProperty(ANY_OBJECT)
  readonly state!: object;
}

export class StateAnswer {
  /** The stored state; null if none has been stored. */
  @ApiProperty({ ...ANY_OBJECT, nullable: true })
  readonly state!: object | null;

  /**
   * When the state was stored, epoch milliseconds; null if none has been stored.
   * @example 1760000000000
   */
  @NullableTime()
  readonly updatedAt!: number | null;
}

export class StatePutAnswer {
  /**
   * When the state was stored, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly updatedAt!: number;
}
