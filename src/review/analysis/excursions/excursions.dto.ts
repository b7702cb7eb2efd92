import { ApiExtraModels, ApiProperty, IntersectionType, getSchemaPath } from '@nestjs/swagger';
import { Id, NullableNumber, Word } from '../../../shared/fields/answer-fields.js';
import { PageQuery } from '../../../shared/fields/page.dto.js';
import { measureFields } from '../measure-fields.js';
import { OutcomeAloneSliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import {
  CANDLE_REASONS,
  CANDLE_STATES,
  type CandleReason,
  type CandleState,
} from '../minutes/candle-states.js';
import { EXCURSION_DEFINITIONS } from './excursion-definitions.js';

export class ExcursionsQuery extends IntersectionType(PageQuery, OutcomeAloneSliceQuery) {}

/** Bounds of a move. */
export class MoveBoundsDto {
  /**
   * Least possible move: uses only prices that certainly lie within the trade.
   * @example 4
   */
  readonly min!: number;

  /**
   * Greatest possible move: uses all bars that may lie within the trade. Null if one of these bars is missing.
   * @example 6
   */
  @NullableNumber()
  readonly max!: number | null;
}

/** Bounds of a ratio. */
export class RatioBoundsDto {
  /**
   * Lower bound; null if it is unknown.
   * @example 0.33333333
   */
  @NullableNumber()
  readonly min!: number | null;

  /**
   * Upper bound; null if it is unknown.
   * @example 0.5
   */
  @NullableNumber()
  readonly max!: number | null;
}

/** Maximum favourable and maximum adverse excursion. Both are at least 0. */
export class MovesDto {
  /** The price move in favour of the trade. */
  readonly mfe!: MoveBoundsDto;

  /** The price move against the trade. */
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
   * `incomplete` if a bar that may lie within the trade is missing. The excursions of the trade then have no upper
   * bound.
   * @example "complete"
   */
  @Word(EXCURSION_STATUSES)
  readonly status!: (typeof EXCURSION_STATUSES)[number];

  /** Excursions in price units. */
  readonly price!: MovesDto;

  /** Excursions in units of the initial risk; null without an initial risk. */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(MovesDto) }], nullable: true })
  readonly r!: MovesDto | null;

  /** Excursions in percent of the entry price. */
  readonly pct!: MovesDto;

  /**
   * Gross move / MFE: the share of the favourable move that the exit kept, negative for a losing trade. Null if the MFE
   * is 0. A bound is null if the MFE that it uses is 0 or unknown.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(RatioBoundsDto) }], nullable: true })
  readonly exitEfficiency!: RatioBoundsDto | null;
}

/** Summary of all trades of the session, regardless of the page. */
@ApiExtraModels(MoveBoundsDto, RatioBoundsDto)
export class ExcursionSummaryDto extends measureFields(EXCURSION_DEFINITIONS.summary) {
  /** Mean MFE in R of the complete trades with an initial risk; null if there are no such trades. */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(MoveBoundsDto) }], nullable: true })
  readonly avgMfeR!: MoveBoundsDto | null;

  /** Mean MAE in R of the complete trades with an initial risk; null if there are no such trades. */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(MoveBoundsDto) }], nullable: true })
  readonly avgMaeR!: MoveBoundsDto | null;

  /**
   * Sum of MFE / sum of MAE, both in R, over the complete trades with an initial risk. If it is above 1, price moved
   * further in favour of the trades than against them. Null if there are no such trades; a bound is null if its
   * denominator is 0.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(RatioBoundsDto) }], nullable: true })
  readonly edgeRatio!: RatioBoundsDto | null;
}

/**
 * Resolution of the trades' times: the true time of an entry or exit is up to this much later than the recorded time.
 */
export class StampResolutionDto extends measureFields(EXCURSION_DEFINITIONS.resolution) {}

@ApiExtraModels(StampResolutionDto)
export class ExcursionsAnswer extends SlicedAnswer {
  /**
   * `ready`: measured; `pending`: candles are loading; `unavailable`: there is nothing to measure, or there are no
   * candles.
   * @example "ready"
   */
  @Word(CANDLE_STATES)
  readonly state!: CandleState;

  /**
   * Reason for the state.
   * @example "candles-loaded"
   */
  @Word(CANDLE_REASONS)
  readonly reason!: CandleReason;

  /**
   * Resolution of the times that the analysis assumes. Null if the unchanged times do not fit the candles, or if the
   * state is not `ready`. If the times do not fit, only the entry price and the exit price are certain.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(StampResolutionDto) }], nullable: true })
  readonly resolution!: StampResolutionDto | null;

  /** A page of the trades in trade order: exitTime, entryTime, clientId. Empty unless the state is ready. */
  readonly trades!: TradeExcursionDto[];

  /** Summary of all trades. */
  readonly summary!: ExcursionSummaryDto;

  /**
   * `cursor` of the next page; null on the last page.
   * @example null
   */
  @ApiProperty({ type: String, nullable: true })
  readonly nextCursor!: string | null;
}
