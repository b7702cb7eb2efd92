import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { NullableWord, Word } from '../../../shared/fields/answer-fields.js';
import { StampResolutionDto } from '../excursions/excursions.dto.js';
import { measureFields } from '../measure-fields.js';
import { TIME_UNITS, type TimeUnit } from './time-unit.js';
import { TIMESTAMP_DEFINITIONS } from './timestamp-definitions.js';
import { TIMESTAMP_VERDICTS } from './timestamp-verdict.js';

/**
 * Check of the times and prices of trades against the stored candles. If they do not fit, the verdict is only a
 * warning: no trades are rejected.
 */
@ApiExtraModels(StampResolutionDto)
export class TimestampCheckDto extends measureFields(TIMESTAMP_DEFINITIONS) {
  /** Version of the formulas. */
  readonly calculationVersion!: string;

  /**
   * `aligned`: the unchanged times fit. `shifted`: the times fit after `shiftMs` is added. `zone`: the times fit as
   * local times of `zone`. `no-fit`: no shift and no time zone makes the times fit. `unknown`: too few candles are
   * stored. `unit`: the times are not in milliseconds.
   * @example "aligned"
   */
  @Word(TIMESTAMP_VERDICTS)
  readonly verdict!: (typeof TIMESTAMP_VERDICTS)[number];

  /**
   * Unit that the size of the times suggests.
   * @example "ms"
   */
  @Word(TIME_UNITS)
  readonly unit!: TimeUnit;

  /**
   * Resolution of the times of all trades. Null if there are no trades, or if the verdict is neither `aligned` nor
   * `unknown`.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(StampResolutionDto) }], nullable: true })
  readonly resolution!: StampResolutionDto | null;

  /** Time zone (IANA name) in which the times fit as local times; null unless the verdict is `zone`. */
  @ApiProperty({ type: String, nullable: true, example: null })
  readonly zone!: string | null;

  /**
   * The verdict in a sentence.
   * @example "The trades fit the candles: 47 of 48 known prices lie within their bar."
   */
  readonly message!: string;
}

export class TimestampsAnswer extends TimestampCheckDto {
  /**
   * Reason why there is no verdict; null if there is a verdict.
   * @example null
   */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;
}
