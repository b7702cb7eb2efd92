import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole, Word } from '../../fields/answer-fields.js';
import { OneOf } from '../../fields/fields.js';
import { UNITS_OF_FIGURES, type UnitOfFigure } from '../../figures/definitions/figure-definition.js';
import { FIGURES, type FigureName } from '../../figures/definitions/figures.js';
import { IDEAL_R_REASONS, IDEAL_R_STATES } from '../../stats/ideal-r/ideal-r.dto.js';
import { StatsQuery } from '../../stats/stats.dto.js';
import { EXCLUSION_REASONS, type ExclusionReason } from './excluded-trades.js';

const NAMES = Object.keys(FIGURES) as readonly FigureName[];

export class ExplainQuery extends StatsQuery {
  /**
   * A numeric field of `stats`, of its `expectancyComponents`, or of the `analytics` of its `idealRAnalysis`.
   * @example "profitFactor"
   */
  @OneOf(NAMES)
  readonly figure!: FigureName;
}

export class ExplanationInputDto {
  /**
   * Name of the input, as in the formula.
   * @example "Σ positive plGross"
   */
  readonly name!: string;

  /**
   * Its value; null when there is none.
   * @example 184.5
   */
  @NullableNumber()
  readonly value!: number | null;
}

export class ExcludedTradesDto {
  /**
   * Why the trades do not count for the figure.
   * @example "loss"
   */
  @Word(EXCLUSION_REASONS)
  readonly reason!: ExclusionReason;

  /**
   * Number of these trades.
   * @example 3
   */
  @Whole()
  readonly count!: number;

  /** Ids of the first 100 of them, in trade order. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 100 })
  readonly tradeIds!: readonly string[];
}

export class ExplainAnswer {
  /**
   * Version of the formulas.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  /**
   * Name of the figure.
   * @example "profitFactor"
   */
  @Word(NAMES)
  readonly figure!: FigureName;

  /**
   * As in `stats`, to the last digit; null when it is undefined, where `stats` has 0.
   * @example 2.36538462
   */
  @NullableNumber()
  readonly value!: number | null;

  /**
   * Unit of the value.
   * @example "ratio"
   */
  @Word(UNITS_OF_FIGURES)
  readonly unit!: UnitOfFigure;

  /**
   * What the figure says.
   * @example "Mean plNet of the wins, above the threshold"
   */
  readonly definition!: string;

  /**
   * How it is computed.
   * @example "Σ positive plGross / |Σ negative plGross|"
   */
  readonly formula!: string;

  /** What the formula starts from, in its order. */
  readonly inputs!: ExplanationInputDto[];

  /**
   * The formula with its inputs and the value; why the value is undefined otherwise.
   * @example "184.5 / 78 = 2.36538462"
   */
  readonly arithmetic!: string;

  /**
   * Trades that count for the figure.
   * @example 8
   */
  @Whole()
  readonly counted!: number;

  /** The other trades, by the reason for which they do not count. With `counted` they make up all trades. */
  readonly excluded!: ExcludedTradesDto[];

  /** State of the ideal-R analysis for one of its figures; null for any other figure. */
  @NullableWord(IDEAL_R_STATES)
  readonly state!: (typeof IDEAL_R_STATES)[number] | null;

  /** Why the state is what it is; for other figures `no-trades` without trades, else null. */
  @NullableWord(IDEAL_R_REASONS)
  readonly reason!: (typeof IDEAL_R_REASONS)[number] | null;
}
