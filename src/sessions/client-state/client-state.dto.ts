import { ApiProperty } from '@nestjs/swagger';
import { NullableTime, Time } from '../../fields/answer-fields.js';

const ANY_OBJECT = {
  type: 'object',
  additionalProperties: true,
  example: { replayedTo: 1680364800000 },
} as const;

export class StateInput {
  /**
   * Any object: up to 262,144 bytes as compact JSON in UTF-8 and 64 levels deep. Numbers and names are kept as they are
   * written.
   */
  @ApiProperty(ANY_OBJECT)
  readonly state!: object;
}

export class StateAnswer {
  /** The state as it was last put; null until then. */
  @ApiProperty({ ...ANY_OBJECT, nullable: true })
  readonly state!: object | null;

  /**
   * When it was put, epoch milliseconds; null until then.
   * @example 1760000000000
   */
  @NullableTime()
  readonly updatedAt!: number | null;
}

export class StatePutAnswer {
  /**
   * When the state was put, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly updatedAt!: number;
}
