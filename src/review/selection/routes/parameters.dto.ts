import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, Whole } from '../../../shared/fields/answer-fields.js';
import { StudyAnswer } from './study-answer.dto.js';

export class ListedStudyDto {
  /**
   * Name of the study; null for the study of the project itself.
   * @example "Moving averages"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly study!: string | null;

  /**
   * Number of rows of the study in the ledger.
   * @example 60
   */
  @Whole()
  readonly trials!: number;
}

export class ListedParameterDto {
  /**
   * Name of the parameter.
   * @example "fast"
   */
  readonly name!: string;

  /**
   * Number of sessions that have the parameter.
   * @example 10
   */
  @Whole()
  readonly sessions!: number;

  /**
   * Number of different values.
   * @example 5
   */
  @Whole()
  readonly distinct!: number;

  /** The values in ascending order: numbers, texts, false, true. Null if there are more than 100 values. */
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'number' }, { type: 'string' }, { type: 'boolean' }] },
    nullable: true,
    example: [0, 1, 2, 3, 4],
  })
  readonly values!: readonly (number | string | boolean)[] | null;

  /**
   * Smallest of the values that are numbers; null if no value is a number.
   * @example 0
   */
  @NullableNumber()
  readonly minimum!: number | null;

  /**
   * Greatest of the values that are numbers; null if no value is a number.
   * @example 4
   */
  @NullableNumber()
  readonly maximum!: number | null;
}

export class ParametersAnswer extends StudyAnswer {
  /** The studies of the project, sorted by name; at most 500. */
  readonly studies!: ListedStudyDto[];

  /** The parameters of the sessions that hold trades, sorted by name; at most 500. */
  readonly parameters!: ListedParameterDto[];

  /** True if there are more than 500 studies or parameters, or so many tries that the parameters are not read. */
  readonly truncated!: boolean;
}
