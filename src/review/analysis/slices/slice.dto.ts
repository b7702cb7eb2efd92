import { ApiProperty } from '@nestjs/swagger';
import { Whole, Word } from '../../../shared/fields/answer-fields.js';
import {
  OneOf,
  Optional,
  QueryInstant,
  QueryNumber,
  SymbolName,
  Text,
} from '../../../shared/fields/fields.js';
import { NumberList } from '../../../shared/fields/number-list.js';
import { OUTCOMES, type Outcome } from '../../../shared/figures/outcome.js';
import { FEEDS, type Feed } from '../../../shared/market/feeds.js';
import { SIDES, type Side } from '../../../shared/market/sides.js';

const MAX_THRESHOLD = 1_000_000_000;

/** Filters of the trades that an analysis uses. The result is the same as for a session that has only these trades. */
export class SliceQuery {
  /** Only trades of this direction. */
  @Optional()
  @OneOf(SIDES)
  readonly side?: Side;

  /** Only trades of this symbol, such as `BTCUSDT`, in upper or lower case. */
  @Optional()
  @SymbolName()
  readonly symbol?: string;

  /** Only trades of this feed. */
  @Optional()
  @OneOf(FEEDS)
  readonly feed?: Feed;

  /** Only trades with this tag, such as `news`. */
  @Optional()
  @Text({ min: 1, max: 40, trimmed: true })
  readonly tag?: string;

  /** Only trades without this tag. */
  @Optional()
  @Text({ min: 1, max: 40, trimmed: true })
  readonly notTag?: string;

  /**
   * Only trades that opened in these hours, 0 to 23, in the session's `accountTimezone`, separated by commas.
   * @example [8, 9, 10]
   */
  @Optional()
  @NumberList({ most: 24, bounds: { minimum: 0, maximum: 23, integer: true } })
  readonly hour?: string;

  /**
   * Only trades that opened on these ISO weekdays, 1 (Monday) to 7, in the session's `accountTimezone`, separated by
   * commas.
   * @example [1, 2]
   */
  @Optional()
  @NumberList({ most: 7, bounds: { minimum: 1, maximum: 7, integer: true } })
  readonly weekday?: string;

  /** Only trades that closed at this time or later, epoch milliseconds such as `1680364800000`. */
  @Optional()
  @QueryInstant()
  readonly from?: number;

  /** Only trades that closed before this time, epoch milliseconds. */
  @Optional()
  @QueryInstant()
  readonly to?: number;
}

/** Filters, and a threshold for the figures. */
export class ThresholdSliceQuery extends SliceQuery {
  /**
   * Largest |plNet| that counts as break-even, in account currency.
   * @example 0
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: MAX_THRESHOLD })
  readonly breakEvenThreshold: number = 0;
}

/** Filters with the outcome, and a threshold for the figures and the outcome. */
export class OutcomeSliceQuery extends ThresholdSliceQuery {
  /**
   * Only wins (plNet above the threshold), losses (plNet below the negative threshold) or break-evens (all other
   * trades).
   */
  @Optional()
  @OneOf(OUTCOMES)
  readonly outcome?: Outcome;
}

/** Filters with the outcome, for an analysis that needs the threshold only for the outcome. */
export class OutcomeAloneSliceQuery extends SliceQuery {
  /**
   * Only wins (plNet above the threshold), losses (plNet below the negative threshold) or break-evens (all other
   * trades).
   */
  @Optional()
  @OneOf(OUTCOMES)
  readonly outcome?: Outcome;

  /**
   * Largest |plNet| that counts as break-even, in account currency. Default: 0. Allowed only with `outcome`.
   * @example 0
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: MAX_THRESHOLD }, (_, { outcome }) =>
    outcome === undefined ? 'must be given only with outcome' : undefined,
  )
  readonly breakEvenThreshold?: number;
}

/** The filters of a request. Filters that were not given are left out. */
export class SliceFiltersDto {
  /** Direction of the trades. */
  @Word(SIDES)
  readonly side?: Side;

  /** Symbol of the trades. */
  readonly symbol?: string;

  /** Feed of the trades. */
  @Word(FEEDS)
  readonly feed?: Feed;

  /** Tag that the trades have. */
  readonly tag?: string;

  /** Tag that the trades do not have. */
  readonly notTag?: string;

  /** Local hours of the entries, ascending. */
  @ApiProperty({ type: 'array', items: { type: 'integer', format: 'int64' } })
  readonly hour?: readonly number[];

  /** Local ISO weekdays of the entries, ascending. */
  @ApiProperty({ type: 'array', items: { type: 'integer', format: 'int64' } })
  readonly weekday?: readonly number[];

  /** Time at or after which the trades closed, epoch milliseconds. */
  @Whole()
  readonly from?: number;

  /** Time before which the trades closed, epoch milliseconds. */
  @Whole()
  readonly to?: number;

  /** Outcome of the trades. */
  @Word(OUTCOMES)
  readonly outcome?: Outcome;

  /** Threshold of the outcome, account currency; given with `outcome`. */
  readonly breakEvenThreshold?: number;
}

export class SliceDto {
  /** The filters of the request. */
  readonly filters!: SliceFiltersDto;

  /**
   * Number of trades that meet all filters.
   * @example 3
   */
  @Whole()
  readonly tradeCount!: number;

  /**
   * Number of all trades of the session.
   * @example 8
   */
  @Whole()
  readonly of!: number;
}

/** Response of an analysis that accepts filters. */
export class SlicedAnswer {
  /** Version of the formulas. */
  readonly calculationVersion!: string;

  /**
   * The trades that the analysis used; null if the request has no filters, because the analysis then used all trades.
   */
  @ApiProperty({ type: () => SliceDto, nullable: true })
  readonly slice!: SliceDto | null;
}
