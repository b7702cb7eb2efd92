import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole, Word } from '../../fields/answer-fields.js';
import { StampResolutionDto } from '../excursions/excursions.dto.js';
import { TIME_UNITS, type TimeUnit } from './time-unit.js';
import { TIMESTAMP_VERDICTS } from './timestamp-verdict.js';

/** Whether the times and prices of trades fit the stored candles. This is a warning and never a rejection. */
@ApiExtraModels(StampResolutionDto)
export class TimestampCheckDto {
  /**
   * Version of the formulas.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  /**
   * `aligned`: the times fit as they are; `shifted`: they fit after `shiftMs`; `zone`: they fit as the wall clock of
   * `zone`; `no-fit`: no clock makes them fit; `unknown`: too few candles are stored; `unit`: the times are not in
   * milliseconds.
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

  /** Resolution of the times of all trades; null unless the verdict is `aligned` or `unknown`, or without trades. */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(StampResolutionDto) }], nullable: true })
  readonly resolution!: StampResolutionDto | null;

  /**
   * Milliseconds to add to the times so that they fit: 0 if they are aligned, null if no shift makes them fit.
   * @example 0
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly shiftMs!: number | null;

  /** Time zone (IANA name) in which the times fit as local times; null unless the verdict is `zone`. */
  @ApiProperty({ type: String, nullable: true, example: null })
  readonly zone!: string | null;

  /**
   * Number of prices, of up to 60 trades, whose bar is known.
   * @example 48
   */
  @Whole()
  readonly known!: number;

  /**
   * Number of known prices that lie within their bar.
   * @example 47
   */
  @Whole()
  readonly fitting!: number;

  /**
   * Median distance of all prices from their 1m bars, in basis points of the nearer edge: negative below the low,
   * positive above the high, 0 inside. Null if no bar is known.
   * @example 0
   */
  @NullableNumber()
  readonly medianDistanceBp!: number | null;

  /**
   * The verdict in a sentence.
   * @example "The trades fit the candles: 47 of 48 known prices lie within their bar."
   */
  readonly message!: string;
}

export class TimestampsAnswer extends TimestampCheckDto {
  /**
   * Why there is no verdict; null if there is one.
   * @example null
   */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;
}
