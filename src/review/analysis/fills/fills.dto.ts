import { ApiExtraModels, ApiProperty, getSchemaPath, IntersectionType } from '@nestjs/swagger';
import { Id, NullableNumber, Time, Word } from '../../../shared/fields/answer-fields.js';
import { OneOf, Optional } from '../../../shared/fields/fields.js';
import { OutcomeAloneSliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import { PageQuery } from '../../../shared/fields/page.dto.js';
import { FEEDS, type Feed } from '../../../shared/market/feeds.js';
import { measureFields } from '../measure-fields.js';
import { StampResolutionDto } from '../excursions/excursions.dto.js';
import {
  CANDLE_REASONS,
  CANDLE_STATES,
  type CandleReason,
  type CandleState,
} from '../minutes/candle-states.js';
import { FILL_DEFINITIONS } from './fill-definitions.js';
import { FillSummaryDto } from './fill-summary.dto.js';
import { FILL_FILTERS, type FillFilter } from './fill-page.js';
import {
  CERTAINTIES,
  type Certainty,
  FILLS,
  FINDING_KINDS,
  type Fill,
  type FindingKind,
} from './findings.js';

export class FillsQuery extends IntersectionType(PageQuery, OutcomeAloneSliceQuery) {
  /**
   * Returns only trades that have a finding of this kind; with `same-bar`, only trades whose entry and exit may lie in
   * one bar. Default: trades that have any finding.
   * @example "impossible"
   */
  @Optional()
  @OneOf(FILL_FILTERS)
  readonly kind?: FillFilter;
}

export class MarketTickDto extends measureFields(FILL_DEFINITIONS.ticks) {
  /**
   * Symbol of the market.
   * @example "BTCUSDT"
   */
  readonly symbol!: string;

  /**
   * Feed of the market.
   * @example "venue-spot"
   */
  @Word(FEEDS)
  readonly feed!: Feed;

  /**
   * Smallest step of the prices of the market. Null if no bar of a fill is known.
   * @example 0.01
   */
  @NullableNumber()
  readonly tick!: number | null;
}

export class FindingMoneyDto {
  /**
   * Least amount by which the fill improves or worsens the result, account currency.
   * @example 1
   */
  readonly min!: number;

  /**
   * Greatest amount by which the fill improves or worsens the result, account currency.
   * @example 3
   */
  readonly max!: number;
}

/** A doubt about a fill. */
@ApiExtraModels(FindingMoneyDto)
export class FillFindingDto extends measureFields(FILL_DEFINITIONS.trades.findings) {
  /**
   * `impossible`: the price was not traded in the bars in which the fill may lie. `no-volume`: nothing was traded in
   * these bars. `over-volume`: less than the fill was traded in these bars. `stop-touched`, `target-touched`: price
   * reached the level before the exit. `gap`: the exit is at the stop, although the bar opened beyond the stop.
   * @example "gap"
   */
  @Word(FINDING_KINDS)
  readonly kind!: FindingKind;

  /**
   * The fill to which the finding belongs.
   * @example "exit"
   */
  @Word(FILLS)
  readonly fill!: Fill;

  /**
   * `certain` if the finding is true whatever happened within the bars; `possible` if the bars leave open whether the
   * finding is true.
   * @example "certain"
   */
  @Word(CERTAINTIES)
  readonly certainty!: Certainty;

  /**
   * Open time of the bar of the finding, epoch milliseconds UTC.
   * @example 1704844800000
   */
  @Time()
  readonly time!: number;

  /**
   * Price of the fill, or of the level that was touched.
   * @example 94.5
   */
  readonly price!: number;

  /**
   * Lowest low of the bars in which the fill may lie; null for findings about levels.
   * @example 90
   */
  @NullableNumber()
  readonly low!: number | null;

  /**
   * Highest high of the bars in which the fill may lie; null for findings about levels.
   * @example 94
   */
  @NullableNumber()
  readonly high!: number | null;

  /**
   * Open of the bar that opened beyond the stop; null unless the finding is a gap.
   * @example 92
   */
  @NullableNumber()
  readonly open!: number | null;

  /**
   * True if an impossible price is better for the trade than the bars allow; false if it is worse, such as modelled
   * slippage. Null for other findings.
   * @example true
   */
  @ApiProperty({ type: 'boolean', nullable: true })
  readonly favourable!: boolean | null;

  /** Amount at stake; null unless the finding is `impossible` or `gap`. */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(FindingMoneyDto) }], nullable: true })
  readonly money!: FindingMoneyDto | null;
}

export class TradeFindingsDto {
  /**
   * Id of the trade.
   * @example "0199a8f0-6a52-7f10-a2c4-8d1b7e0c9a33"
   */
  @Id()
  readonly tradeId!: string;

  /** True if entry and exit may lie in one bar. */
  readonly sameBar!: boolean;

  /** The findings of the entry, then the findings of the exit. */
  readonly findings!: FillFindingDto[];
}

@ApiExtraModels(StampResolutionDto)
export class FillsAnswer extends measureFields(FILL_DEFINITIONS, SlicedAnswer) {
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

  /** Resolution of the times; null if the times do not fit the candles, or if the analysis is not ready. */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(StampResolutionDto) }], nullable: true })
  readonly resolution!: StampResolutionDto | null;

  /** Price steps of the markets that have trades. */
  readonly ticks!: MarketTickDto[];

  /** Summary of all trades. */
  @ApiProperty({ type: () => FillSummaryDto })
  readonly summary!: FillSummaryDto;

  /** A page of the trades that pass the filter `kind`, in trade order. By default, these are the trades with findings. */
  readonly trades!: TradeFindingsDto[];

  /**
   * `cursor` of the next page; null on the last page.
   * @example null
   */
  @ApiProperty({ type: String, nullable: true })
  readonly nextCursor!: string | null;
}
