import { ApiProperty } from '@nestjs/swagger';
import { NullableWord } from '../../../shared/fields/answer-fields.js';
import { OneOf, Optional, QueryNumber } from '../../../shared/fields/fields.js';
import { Figures } from '../../../shared/figures/figures.dto.js';
import { measureFields } from '../measure-fields.js';
import { LARGEST_SEED } from '../random-draws.js';
import { OutcomeSliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import {
  MAX_PERMUTATIONS,
  MIN_PERMUTATIONS,
  TEST_METHODS,
  TEST_REASONS,
  type TestMethod,
  type TestReason,
} from './difference-test.js';
import { SLICE_FIGURES_DEFINITIONS } from './slice-figures-definitions.js';

const COMPARISONS = ['rest'] as const;

export class SliceFiguresQuery extends OutcomeSliceQuery {
  /** `rest` compares the trades that meet the filters with all other trades. Not allowed with `outcome`. */
  @Optional()
  @OneOf(COMPARISONS, (_, { outcome }) =>
    outcome === undefined
      ? undefined
      : 'must not be given with outcome, because the outcome decides the test',
  )
  readonly compare?: (typeof COMPARISONS)[number];

  /**
   * Number of random permutations of the test. permutations · trades of the smaller side must not exceed 20,000,000.
   * Default: 10000; the default is lower for a smaller side of more than 2,000 trades. Ignored without `compare`.
   * @example 10000
   */
  @Optional()
  @QueryNumber({ minimum: MIN_PERMUTATIONS, maximum: MAX_PERMUTATIONS, integer: true })
  readonly permutations?: number;

  /**
   * Seed of the random numbers. With the same seed, the same trades give the same response. Default: the session's
   * `randomSeed` modulo 2^32.
   * @example 42
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: LARGEST_SEED, integer: true })
  readonly seed?: number;
}

export class RestOfTradesDto extends measureFields(SLICE_FIGURES_DEFINITIONS.rest) {
  /** Figures of the trades that do not meet the filters, as if the session had no other trades. */
  @ApiProperty({ type: () => Figures })
  readonly figures!: Figures;
}

export class DifferenceTestDto extends measureFields(SLICE_FIGURES_DEFINITIONS.test) {
  /**
   * `exact`: all divisions of the trades into sides of these sizes were compared. `drawn`: random divisions were
   * compared. Null if there is no pValue.
   * @example "exact"
   */
  @NullableWord(TEST_METHODS)
  readonly method!: TestMethod | null;

  /**
   * Reason why there is no pValue. `empty-side`: all trades or no trades meet the filters. `too-many-trades`: both
   * sides have more than 200,000 trades. Null if there is a pValue.
   */
  @NullableWord(TEST_REASONS)
  readonly reason!: TestReason | null;
}

export class SliceFiguresAnswer extends SlicedAnswer {
  /** `no-trades` if no trade meets the filters, otherwise null. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;

  /** Figures of the trades that meet the filters, as if the session had no other trades. */
  @ApiProperty({ type: () => Figures })
  readonly figures!: Figures;

  /** The trades that do not meet the filters; null without `compare`. */
  @ApiProperty({ type: () => RestOfTradesDto, nullable: true })
  readonly rest!: RestOfTradesDto | null;

  /** Test of the difference between the two sides; null without `compare`. */
  @ApiProperty({ type: () => DifferenceTestDto, nullable: true })
  readonly test!: DifferenceTestDto | null;
}
