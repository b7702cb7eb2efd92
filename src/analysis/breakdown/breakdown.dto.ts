import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole, Word } from '../../fields/answer-fields.js';
import { OneOf } from '../../fields/fields.js';
import { Figures } from '../../figures/figures.dto.js';
import { StatsQuery } from '../../stats/stats.dto.js';
import { BREAKDOWNS, type BreakdownBy } from './breakdown.js';

export class BreakdownQuery extends StatsQuery {
  /**
   * What the trades are grouped by. Hour and weekday are those of the entry, the month is that of the exit.
   * @example "side"
   */
  @OneOf(BREAKDOWNS)
  readonly by!: BreakdownBy;
}

export class WinrateIntervalDto {
  /**
   * Lower end, 0..1.
   * @example 0.21521606
   */
  readonly low!: number;

  /**
   * Upper end, 0..1.
   * @example 0.78478394
   */
  readonly high!: number;
}

export class BreakdownGroupDto {
  /**
   * What the trades have in common: a side, a symbol, a tag (null for the trades without one), an hour 0 to 23, an ISO
   * weekday 1 (Monday) to 7, a month such as 2024-01, a holding time (`<1m`, `1m-5m`, `5m-15m`, `15m-1h`, `1h-4h`, `4h-1d`,
   * `1d-1w`, `>=1w`), or an outcome (`win`, `loss`, `break-even`).
   */
  @ApiProperty({ type: 'string', nullable: true, example: 'long' })
  readonly key!: string | null;

  /**
   * Trades of the group.
   * @example 8
   */
  @Whole()
  readonly tradeCount!: number;

  /**
   * tradeCount / all trades, 0..1. By tag the shares may add up to more than 1: a trade counts in each of its tags.
   * @example 1
   */
  @NullableNumber()
  readonly share!: number | null;

  /** Those of a session with these trades alone. */
  @ApiProperty({ type: () => Figures })
  readonly figures!: Figures;

  /** Wilson interval of the winrate at 95 %, break-evens count as trades; null without trades. */
  @ApiProperty({ type: () => WinrateIntervalDto, nullable: true })
  readonly winrateInterval!: WinrateIntervalDto | null;
}

export class BreakdownAnswer {
  /**
   * Version of the formulas.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  /**
   * What the trades are grouped by.
   * @example "side"
   */
  @Word(BREAKDOWNS)
  readonly by!: BreakdownBy;

  /**
   * The account's time zone, an IANA name, which hours, weekdays and months are of.
   * @example "UTC"
   */
  readonly timezone!: string;

  /**
   * In their natural order; symbols and tags by name. Groups without trades are left out, except hours and weekdays. At most
   * 1,000: those with the most trades.
   */
  readonly groups!: BreakdownGroupDto[];

  /**
   * Groups with trades beyond the 1,000.
   * @example 0
   */
  @Whole()
  readonly omittedGroups!: number;

  /** Why there is no group; null when there is one. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;
}
