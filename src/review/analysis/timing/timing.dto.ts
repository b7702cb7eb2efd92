import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Whole, Word } from '../../../shared/fields/answer-fields.js';
import { OneOf, Optional, QueryNumber } from '../../../shared/fields/fields.js';
import { StampResolutionDto } from '../excursions/excursions.dto.js';
import {
  CANDLE_REASONS,
  CANDLE_STATES,
  type CandleReason,
  type CandleState,
} from '../minutes/candle-states.js';
import { measureFields } from '../measure-fields.js';
import { LARGEST_SEED } from '../random-draws.js';
import { SliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import { TIMING_DEFINITIONS } from './timing-definitions.js';
import { MAX_TIMING_PATHS, MIN_TIMING_PATHS, TIMING_METHODS, type TimingMethod } from './timing-limits.js';
import {
  ActualResultsDto,
  BuyAndHoldDto,
  MarketComparisonDto,
  NullableFigure,
  NullableNet,
  TimedMarketDto,
  TimedTradesDto,
  TimingFigureDto,
  TimingNetDto,
  TimingRangeDto,
} from './timing-parts.dto.js';

export class TimingQuery extends SliceQuery {
  /**
   * `shift`: all trades keep their holding times, and all entries of a path are shifted by the same random time.
   * `bracket`: the entries are shifted in the same way, and trades end at their stop or target.
   * @example "shift"
   */
  @Optional()
  @OneOf(TIMING_METHODS)
  readonly method: TimingMethod = 'shift';

  /**
   * Number of paths. paths · trades must not exceed 20,000,000 (2,000,000 for `bracket`). Default: 1,000, or the
   * maximum if it is lower.
   * @example 1000
   */
  @Optional()
  @QueryNumber({ minimum: MIN_TIMING_PATHS, maximum: MAX_TIMING_PATHS, integer: true })
  readonly paths?: number;

  /**
   * Seed of the random numbers. With the same seed, the same trades give the same response. Default: the session's
   * `randomSeed` modulo 2^32.
   * @example 42
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: LARGEST_SEED, integer: true })
  readonly seed?: number;
}

const nullable = (type: abstract new () => unknown) =>
  ApiProperty({ allOf: [{ $ref: getSchemaPath(type) }], nullable: true });

@ApiExtraModels(
  StampResolutionDto,
  TimingFigureDto,
  TimingNetDto,
  TimingRangeDto,
  ActualResultsDto,
  BuyAndHoldDto,
  MarketComparisonDto,
)
export class TimingAnswer extends measureFields(TIMING_DEFINITIONS, SlicedAnswer) {
  /**
   * State of the analysis.
   * @example "ready"
   */
  @Word(CANDLE_STATES)
  readonly state!: CandleState;

  /**
   * Reason for the state.
   * @example "session-finished"
   */
  @Word(CANDLE_REASONS)
  readonly reason!: CandleReason;

  /**
   * Method by which random entries are chosen.
   * @example "shift"
   */
  @Word(TIMING_METHODS)
  readonly method!: TimingMethod;

  /**
   * Number of paths; 0 if the analysis is not ready.
   * @example 1000
   */
  @Whole()
  readonly paths!: number;

  /**
   * Seed of the random numbers.
   * @example 42
   */
  @Whole()
  readonly seed!: number;

  /** Resolution of the times; null if the times do not fit the candles, or if the analysis is not ready. */
  @nullable(StampResolutionDto)
  readonly resolution!: StampResolutionDto | null;

  /** The minutes from which entries are drawn: from the first entry to the last exit of all trades of the session. */
  @nullable(TimingRangeDto)
  readonly range!: TimingRangeDto | null;

  /** Numbers of measured trades, and of trades that are not measured, by reason. */
  readonly trades!: TimedTradesDto;

  /** The stored figures of the measured trades. */
  @nullable(ActualResultsDto)
  readonly actual!: ActualResultsDto | null;

  /** Result in account currency. */
  @NullableNet()
  readonly net!: TimingNetDto | null;

  /** Mean result in percent of the entry value. */
  @NullableFigure()
  readonly avgPct!: TimingFigureDto | null;

  /** Mean result in R; null if no measured trade has an initial risk. */
  @NullableFigure()
  readonly avgR!: TimingFigureDto | null;

  /** Result of holding the markets over the range of minutes. */
  @nullable(BuyAndHoldDto)
  readonly buyAndHold!: BuyAndHoldDto | null;

  /** Comparison of the daily returns of the account with the daily returns of its markets. */
  @nullable(MarketComparisonDto)
  readonly market!: MarketComparisonDto | null;

  /** The markets that have trades. */
  readonly markets!: TimedMarketDto[];
}
