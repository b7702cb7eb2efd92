import { ApiProperty } from '@nestjs/swagger';
import { NullableWord, Word } from '../../../shared/fields/answer-fields.js';
import { OneOf } from '../../../shared/fields/fields.js';
import { Figures } from '../../../shared/figures/figures.dto.js';
import { measureFields } from '../measure-fields.js';
import { OutcomeSliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import { BREAKDOWN_DEFINITIONS } from './breakdown-definitions.js';
import { BREAKDOWNS, type BreakdownBy } from './breakdown.js';

export class BreakdownQuery extends OutcomeSliceQuery {
  /**
   * Property by which the trades are grouped. Hour and weekday are taken from the entry, the month from the exit.
   * @example "side"
   */
  @OneOf(BREAKDOWNS)
  readonly by!: BreakdownBy;
}

export class WinrateIntervalDto extends measureFields(BREAKDOWN_DEFINITIONS.groups.winrateInterval) {}

export class BreakdownGroupDto extends measureFields(BREAKDOWN_DEFINITIONS.groups) {
  /**
   * Value that the trades of the group have in common: a side, a symbol, a tag (null for trades without tags), an hour
   * 0 to 23, an ISO weekday 1 (Monday) to 7, a month such as 2024-01, a holding time (`<1m`, `1m-5m`, `5m-15m`,
   * `15m-1h`, `1h-4h`, `4h-1d`, `1d-1w`, `>=1w`), or an outcome (`win`, `loss`, `break-even`).
   */
  @ApiProperty({ type: 'string', nullable: true, example: 'long' })
  readonly key!: string | null;

  /** Figures of the trades of the group, as if the session had no other trades. */
  @ApiProperty({ type: () => Figures })
  readonly figures!: Figures;

  /** Wilson interval of the winrate at 95 %. Break-evens count as trades, but not as wins. Null without trades. */
  @ApiProperty({ type: () => WinrateIntervalDto, nullable: true })
  readonly winrateInterval!: WinrateIntervalDto | null;
}

export class BreakdownAnswer extends measureFields(BREAKDOWN_DEFINITIONS, SlicedAnswer) {
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
   * Groups in their natural order; symbols and tags are sorted by name. Groups without trades are left out, except
   * hours and weekdays. If there are more than 1,000 groups, only the 1,000 groups with the most trades are shown.
   */
  readonly groups!: BreakdownGroupDto[];

  /** Reason why there are no groups; null if there are groups. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;
}
