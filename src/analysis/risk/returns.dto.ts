import { ApiProperty } from '@nestjs/swagger';
import { NullableWord } from '../../fields/answer-fields.js';
import { measureFields } from '../measure-fields.js';
import { RETURN_DEFINITIONS } from './return-definitions.js';

export class ExtremeDayDto {
  /**
   * The day, in the account's time zone.
   * @example "2024-01-05"
   */
  readonly date!: string;

  /**
   * Profit of the trades that closed on this day, account currency.
   * @example 64
   */
  readonly plNet!: number;
}

export class ReturnsDto extends measureFields(RETURN_DEFINITIONS) {
  /**
   * Reason why figures are null despite enough days: `no-trades`; `equity-not-positive`, the equity was not above 0 at the
   * start of a day, so that no return is defined, or at the end, so that no growth is defined. Otherwise null.
   */
  @NullableWord(['no-trades', 'equity-not-positive'])
  readonly reason!: 'no-trades' | 'equity-not-positive' | null;

  /** The day with exits that earned the most, the first if several are equal; null without an exit. */
  @ApiProperty({ type: () => ExtremeDayDto, nullable: true })
  readonly bestDay!: ExtremeDayDto | null;

  /** The day with exits that earned the least, the first if several are equal; null without an exit. */
  @ApiProperty({ type: () => ExtremeDayDto, nullable: true })
  readonly worstDay!: ExtremeDayDto | null;
}
