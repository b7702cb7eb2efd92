import { ApiProperty } from '@nestjs/swagger';
import { NullableWord } from '../../../shared/fields/answer-fields.js';
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
   * Reason why figures are null although there are enough days. `no-trades`: there are no trades.
   * `equity-not-positive`: the equity was 0 or less at the start of a day, so no return is defined, or at the end of
   * the last day, so no growth is defined. Otherwise null.
   */
  @NullableWord(['no-trades', 'equity-not-positive'])
  readonly reason!: 'no-trades' | 'equity-not-positive' | null;

  /**
   * The day with exits that earned the most. If several days earned equally much, the first of them. Null if there are
   * no exits.
   */
  @ApiProperty({ type: () => ExtremeDayDto, nullable: true })
  readonly bestDay!: ExtremeDayDto | null;

  /**
   * The day with exits that earned the least. If several days earned equally little, the first of them. Null if there
   * are no exits.
   */
  @ApiProperty({ type: () => ExtremeDayDto, nullable: true })
  readonly worstDay!: ExtremeDayDto | null;
}
