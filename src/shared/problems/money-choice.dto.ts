import { ApiProperty } from '@nestjs/swagger';

/** A reading of the money of a file, from which the caller may choose. */
export class MoneyChoiceDto {
  /** What the column of profits means. Send it as `profit`. */
  @ApiProperty({ enum: ['net', 'gross'], example: 'net' })
  readonly meaning!: 'net' | 'gross';

  /**
   * What a positive number in the columns of costs means. Send it as `costs`. Null if this is not asked.
   * @example null
   */
  @ApiProperty({ type: 'string', enum: ['paid', 'credit', null], nullable: true })
  readonly costs!: 'paid' | 'credit' | null;

  /**
   * Point value of the trades; null if it goes by row or differs among symbols.
   * @example 50
   */
  @ApiProperty({ type: Number, nullable: true })
  readonly pointValue!: number | null;

  /**
   * Sum of what the column means, as it would be stored, in account currency.
   * @example 495.5
   */
  readonly total!: number;

  /**
   * Net profit that would be stored, in account currency.
   * @example 495.5
   */
  readonly net!: number;
}
