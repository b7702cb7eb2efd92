import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole, Word } from '../../fields/answer-fields.js';
import { OneOf } from '../../fields/fields.js';
import { Figures } from '../../figures/figures.dto.js';
import { OutcomeSliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import { BREAKDOWNS, type BreakdownBy } from './breakdown.js';

export class BreakdownQuery extends OutcomeSliceQuery {
  /**
   * Property by which the trades are grouped. Hour and weekday are taken from the entry, the month from the exit.
   * @example "side"
   */
  @OneOf(BREAKDOWNS)
  readonly by!: BreakdownBy;
}

export class WinrateIntervalDto {
  /**
   * Lower bound, 0..1.
   * @example 0.21521606
   */
  readonly low!: number;

  /**
   * Upper bound, 0..1.
   * @example 0.78478394
   */
  readonly high!: number;
}

export class BreakdownGroupDto {
  /**
   * Value that the trades of the group have in common: a side, a symbol, a tag (null for trades without tags), an hour
   * 0 to 23, an ISO weekday 1 (Monday) to 7, a month such as 2024-01, a holding time (`<1m`, `1m-5m`, `5m-15m`,
   * `15m-1h`, `1h-4h`, `4h-1d`, `1d-1w`, `>=1w`), or an outcome (`win`, `loss`, `break-even`).
   */
  @ApiProperty({ type: 'string', nullable: true, example: 'long' })
  readonly key!: string | null;

  /**
   * Number of trades in the group.
   * @example 8
   */
  @Whole()
  readonly tradeCount!: number;

  /**
   * tradeCount / all trades, 0..1. The shares by tag may add up to more than 1 because a trade counts in each of its
   * tags.
   * @example 1
   */
  @NullableNumber()
  readonly share!: number | null;

  /** Figures of the trades of the group, as if the session had no other trades. */
  @ApiProperty({ type: () => Figures })
  readonly figures!: Figures;

  /** Wilson interval of the winrate at 95 %; break-evens count as trades. Null without trades. */
  @ApiProperty({ type: () => WinrateIntervalDto, nullable: true })
  readonly winrateInterval!: WinrateIntervalDto | null;
}

export class BreakdownAnswer extends SlicedAnswer {
  /**
   * Property by which the trades are grouped.
   * @example "side"
   */
  @Word(BREAKDOWNS)
  readonly by!: BreakdownBy;

  /**
   * Time zone of the account (IANA name), used for hours, weekdays and months.
   * @example "UTC"
   */
  readonly timezone!: string;

  /**
   * Groups in their natural order; symbols and tags by name. Groups without trades are left out, except hours and
   * weekdays. At most 1,000 groups: those with the most trades.
   */
  readonly groups!: BreakdownGroupDto[];

  /**
   * Number of groups that were left out beyond the limit of 1,000.
   * @example 0
   */
  @Whole()
  readonly omittedGroups!: number;

  /** Why there are no groups; null if there is at least one. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;
}
