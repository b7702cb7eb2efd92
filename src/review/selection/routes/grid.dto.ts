import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole } from '../../../shared/fields/answer-fields.js';
import { Field, OneOf, Optional } from '../../../shared/fields/fields.js';
import { textProblem } from '../../../shared/fields/value-rules.js';
import { FIGURE_NAMES, isParameterName } from '../leaderboard/figure-names.js';
import { AGGREGATES, type Aggregate } from '../leaderboard/grid.js';
import { RankedStudyAnswer, Where } from './leaderboard.dto.js';
import { AnyStudyQuery } from './study-query.dto.js';
import { STUDY_REASONS } from './study-state.js';

/** The name of a parameter, without a prefix. */
const ParameterName = () =>
  Field(
    (value) =>
      textProblem(value, { min: 1, max: 64 }) ??
      (isParameterName(value as string) ? undefined : 'must be the name of a parameter, without a prefix'),
    { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z][A-Za-z0-9_.-]*$' },
  );

export class GridQuery extends AnyStudyQuery {
  /**
   * Name of the parameter of the first axis, without a prefix.
   * @example "fast"
   */
  @ParameterName()
  readonly x!: string;

  /**
   * Name of the parameter of the second axis. Without it, the grid has one axis.
   */
  @Optional()
  @ParameterName()
  readonly y?: string;

  /**
   * Figure that the cells show: a number of the statistics, `days`, `tradingDays`, `sharpe`, `sortino`,
   * `volatilityPct`, `cagrPct`, `calmar` or `ulcerIndex`.
   * @example "sharpe"
   */
  @Optional()
  @Field((value) => (FIGURE_NAMES.has(value as string) ? undefined : 'must be a figure, such as sharpe'), {
    type: 'string',
    enum: [...FIGURE_NAMES],
  })
  readonly figure: string = 'sharpe';

  /**
   * The function that combines the figures of the sessions of a cell. `count` is the number of sessions that have the
   * figure.
   */
  @Optional()
  @OneOf(AGGREGATES)
  readonly aggregate: Aggregate = 'median';

  /** Conditions on the sessions, as in the leaderboard. */
  @Optional()
  @Where()
  readonly where?: string;
}

const VALUE = { oneOf: [{ type: 'number' }, { type: 'string' }, { type: 'boolean' }] };

export class NeighboursDto {
  /**
   * Number of neighbours that have a value.
   * @example 3
   */
  @Whole()
  readonly cells!: number;

  /**
   * Median of the values of the neighbours.
   * @example 0.31426443
   */
  readonly median!: number;

  /**
   * Smallest value.
   * @example -1.9
   */
  readonly min!: number;

  /**
   * Greatest value.
   * @example 2.1
   */
  readonly max!: number;
}

export class GridCellDto {
  /** Value of the first parameter. */
  @ApiProperty({ ...VALUE, example: 4 })
  readonly x!: number | string | boolean;

  /** Value of the second parameter; null if the grid has one axis. */
  @ApiProperty({ anyOf: VALUE.oneOf.map((type) => ({ ...type, nullable: true })), example: 1 })
  readonly y!: number | string | boolean | null;

  /**
   * Number of sessions with these values.
   * @example 1
   */
  @Whole()
  readonly sessions!: number;

  /**
   * The combined figures of the sessions of the cell; null if no session has the figure.
   * @example 9.90550172
   */
  @NullableNumber()
  readonly value!: number | null;

  /**
   * The values of the next cells along the axes, up to 8. If the best cell is far above its neighbours, it is a peak
   * rather than a plateau. Null if no neighbour has a value, or if an axis has values that are not numbers.
   */
  @ApiProperty({ type: () => NeighboursDto, nullable: true })
  readonly neighbours!: NeighboursDto | null;
}

export const GRID_REASONS = [...STUDY_REASONS, 'too-many-values'] as const;

export class GridAnswer extends RankedStudyAnswer {
  /** Reason why there are no cells: `too-many-values` if an axis has more than 100 values. Null otherwise. */
  @NullableWord(GRID_REASONS)
  readonly reason!: (typeof GRID_REASONS)[number] | null;

  /** The cells that have sessions, by x, then by y. */
  readonly cells!: GridCellDto[];

  /**
   * Number of sessions that lack the parameter of an axis.
   * @example 0
   */
  @Whole()
  readonly missing!: number;
}
