import { ApiProperty } from '@nestjs/swagger';

/** The figures of a bar. */
export class BarFiguresDto {
  /**
   * First price of the bar.
   * @example 28400.07
   */
  readonly open!: number;

  /**
   * Highest price of the bar.
   * @example 28443.04
   */
  readonly high!: number;

  /**
   * Lowest price of the bar.
   * @example 28280
   */
  readonly low!: number;

  /**
   * Last price of the bar.
   * @example 28326
   */
  readonly close!: number;

  /**
   * Volume in units of the symbol's base.
   * @example 1529.35437
   */
  readonly volume!: number;
}

/** A stored bar whose figures differ from those of an imported file. */
export class DifferingCandleDto {
  /**
   * Open time of the bar, epoch milliseconds.
   * @example 1680361200000
   */
  @ApiProperty({ type: 'integer', format: 'int64' })
  readonly ts!: number;

  /** The figures that are stored. */
  readonly stored!: BarFiguresDto;

  /** The figures of the file. */
  readonly sent!: BarFiguresDto;
}
