import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Id, NullableNumber, Whole, Word } from '../../fields/answer-fields.js';
import { PageQuery } from '../../fields/page.dto.js';
import {
  CANDLE_REASONS,
  CANDLE_STATES,
  type CandleReason,
  type CandleState,
} from '../minutes/candle-states.js';

export class ExcursionsQuery extends PageQuery {}

/** What a move is at least and at most. */
export class MoveBoundsDto {
  /**
   * What prices prove that lie within the trade without doubt.
   * @example 4
   */
  readonly min!: number;

  /**
   * What is possible given all bars that can lie within the trade; null when one of them is missing.
   * @example 6
   */
  @NullableNumber()
  readonly max!: number | null;
}

/** What a ratio is at least and at most. */
export class RatioBoundsDto {
  /**
   * Lower bound; null when there is none.
   * @example 0.33333333
   */
  @NullableNumber()
  readonly min!: number | null;

  /**
   * Upper bound; null when there is none.
   * @example 0.5
   */
  @NullableNumber()
  readonly max!: number | null;
}

/** Maximum favourable and maximum adverse excursion, both from 0. */
export class MovesDto {
  /** How far price ran for the trade. */
  readonly mfe!: MoveBoundsDto;

  /** How far price ran against the trade. */
  readonly mae!: MoveBoundsDto;
}

export const EXCURSION_STATUSES = ['complete', 'incomplete'] as const;

@ApiExtraModels(MovesDto, RatioBoundsDto)
export class TradeExcursionDto {
  /**
   * Id of the trade.
   * @example "0199a8f0-6a52-7f10-a2c4-8d1b7e0c9a33"
   */
  @Id()
  readonly tradeId!: string;

  /**
   * `incomplete`: a bar is missing that can lie within the trade, so nothing bounds its excursions from above.
   * @example "complete"
   */
  @Word(EXCURSION_STATUSES)
  readonly status!: (typeof EXCURSION_STATUSES)[number];

  /** In price units. */
  readonly price!: MovesDto;

  /** In units of the initial risk; null without one. */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(MovesDto) }], nullable: true })
  readonly r!: MovesDto | null;

  /** In percent of the entry price. */
  readonly pct!: MovesDto;

  /**
   * Gross move / MFE: the share of the favourable run that the exit kept, negative for a loser; null when the MFE is 0. A
   * bound is null when the MFE that it follows from is 0 or unknown.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(RatioBoundsDto) }], nullable: true })
  readonly exitEfficiency!: RatioBoundsDto | null;
}

/** Over all trades of the session, whatever the page shows. */
@ApiExtraModels(MoveBoundsDto, RatioBoundsDto)
export class ExcursionSummaryDto {
  /**
   * Complete trades, with an initial risk or without.
   * @example 3
   */
  @Whole()
  readonly measured!: number;

  /**
   * The other trades.
   * @example 0
   */
  @Whole()
  readonly incomplete!: number;

  /** Mean MFE in R over the complete trades with an initial risk; null without one. */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(MoveBoundsDto) }], nullable: true })
  readonly avgMfeR!: MoveBoundsDto | null;

  /** Mean MAE in R over the same trades; null without one. */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(MoveBoundsDto) }], nullable: true })
  readonly avgMaeR!: MoveBoundsDto | null;

  /**
   * Sum of the MFE / sum of the MAE, both in R, over the same trades: above 1, price ran further for the trades than against
   * them. Null without such a trade; a bound is null when the sum below it is 0.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(RatioBoundsDto) }], nullable: true })
  readonly edgeRatio!: RatioBoundsDto | null;
}

/** How exact the times of the trades are: a stamp stands for a moment up to this much later. */
export class StampResolutionDto {
  /**
   * Of entry times, milliseconds; 0 for exact times.
   * @example 60000
   */
  @Whole()
  readonly entryMs!: number;

  /**
   * Of exit times, milliseconds; 0 for exact times.
   * @example 900000
   */
  @Whole()
  readonly exitMs!: number;
}

@ApiExtraModels(StampResolutionDto)
export class ExcursionsAnswer {
  /**
   * Version of the formulas.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  /**
   * `ready`: measured; `pending`: candles are loading; `unavailable`: there is nothing to measure, or no candle.
   * @example "ready"
   */
  @Word(CANDLE_STATES)
  readonly state!: CandleState;

  /**
   * Why the state is what it is.
   * @example "candles-loaded"
   */
  @Word(CANDLE_REASONS)
  readonly reason!: CandleReason;

  /**
   * How exact the times are that the excursions are measured by; null when the times do not fit the candles as they are, or
   * too little is known: then times are taken as exact.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(StampResolutionDto) }], nullable: true })
  readonly resolution!: StampResolutionDto | null;

  /** A page of the trades in trade order: by exitTime, entryTime, clientId. Empty unless the state is ready. */
  readonly trades!: TradeExcursionDto[];

  /** Over all trades. */
  readonly summary!: ExcursionSummaryDto;

  /**
   * `cursor` of the next page; null on the last one.
   * @example null
   */
  @ApiProperty({ type: String, nullable: true })
  readonly nextCursor!: string | null;
}
