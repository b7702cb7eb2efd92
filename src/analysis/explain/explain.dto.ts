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
   * Value of the input; null if there is none.
   * @example 184.5
   */
  @NullableNumber()
  readonly value!: number | null;
}

export class ExcludedTradesDto {
  /**
   * Reason why the trades do not count for the figure.
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

  /** Ids of the first 100 of these trades, in trade order. */
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
   * Exactly the value in `stats`; null if the figure is undefined, for which `stats` contains 0.
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
   * Definition of the figure.
   * @example "Mean plNet of the wins, above the threshold"
   */
  readonly definition!: string;

  /**
   * Formula of the figure.
   * @example "Σ positive plGross / |Σ negative plGross|"
   */
  readonly formula!: string;

  /** Inputs of the formula, in its order. */
  readonly inputs!: ExplanationInputDto[];

  /**
   * The formula with its inputs and the value, or the reason why the value is undefined.
   * @example "184.5 / 78 = 2.36538462"
   */
  readonly arithmetic!: string;

  /**
   * Trades that count for the figure.
   * @example 8
   */
  @Whole()
  readonly counted!: number;

  /** Other trades by the reason why they do not count. `counted` and these trades together are all trades. */
  readonly excluded!: ExcludedTradesDto[];

  /** State of the ideal-R analysis, for one of its figures; null for other figures. */
  @NullableWord(IDEAL_R_STATES)
  readonly state!: (typeof IDEAL_R_STATES)[number] | null;

  /** Reason for the state. For figures without a state, `no-trades` if there are no trades, otherwise null. */
  @NullableWord(IDEAL_R_REASONS)
  readonly reason!: (typeof IDEAL_R_REASONS)[number] | null;
}
