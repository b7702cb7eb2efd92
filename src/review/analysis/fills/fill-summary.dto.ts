import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole } from '../../../shared/fields/answer-fields.js';
import { measureFields } from '../measure-fields.js';
import { FILL_DEFINITIONS } from './fill-definitions.js';
import { FILLS, type Fill } from './findings.js';

export class FillVerdictsDto extends measureFields(FILL_DEFINITIONS.summary.fills) {
  /**
   * Number of fills whose price was traded in the bars in which the fill may lie.
   * @example 34
   */
  @Whole()
  readonly possible!: number;

  /**
   * Number of fills whose price was not traded in the bars in which the fill may lie.
   * @example 0
   */
  @Whole()
  readonly impossible!: number;

  /**
   * Number of fills that cannot be judged, because bars are missing or the times do not fit.
   * @example 14
   */
  @Whole()
  readonly unknown!: number;
}

/** Numbers of findings of a kind. */
export class FindingCountsDto {
  /**
   * Number of findings that are certainly true, whatever happened within the bars.
   * @example 1
   */
  @Whole()
  readonly certain!: number;

  /**
   * Number of findings that the bars leave open.
   * @example 2
   */
  @Whole()
  readonly possible!: number;
}

export class GapCountsDto extends FindingCountsDto {
  /**
   * Sum of the lower bounds of the costs of all gaps, account currency. Null if no candles are loaded.
   * @example 5
   */
  @NullableNumber()
  readonly min!: number | null;

  /**
   * Sum of the upper bounds of the costs of all gaps, account currency. Null if no candles are loaded.
   * @example 8
   */
  @NullableNumber()
  readonly max!: number | null;
}

export class ParticipationDto extends measureFields(FILL_DEFINITIONS.summary.participation) {
  /**
   * Number of fills whose volume can be judged.
   * @example 34
   */
  @Whole()
  readonly fills!: number;

  /**
   * Greatest share of the volume of its bars that a fill takes. Null if no volume can be judged.
   * @example 0.00076678
   */
  @NullableNumber()
  readonly max!: number | null;

  /**
   * Id of the trade of this fill; null if no volume can be judged.
   * @example "0199a8f0-6a52-7f10-a2c4-8d1b7e0c9a33"
   */
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  readonly tradeId!: string | null;

  /**
   * This fill; null if no volume can be judged.
   * @example "entry"
   */
  @NullableWord(FILLS)
  readonly fill!: Fill | null;
}

export class FillSummaryDto extends measureFields(FILL_DEFINITIONS.summary) {
  /**
   * Number of trades.
   * @example 24
   */
  @Whole()
  readonly tradeCount!: number;

  /**
   * Number of trades that lack a bar between entry and exit.
   * @example 9
   */
  @Whole()
  readonly incomplete!: number;

  /** Numbers of fills by whether their prices were traded. */
  readonly fills!: FillVerdictsDto;

  /**
   * Number of impossible fills at a better price than the bars allow.
   * @example 0
   */
  @Whole()
  readonly favourable!: number;

  /**
   * Number of impossible fills at a worse price than the bars allow, such as modelled slippage.
   * @example 0
   */
  @Whole()
  readonly adverse!: number;

  /**
   * Sum by which favourable impossible fills improve the result, account currency. Null if no candles are loaded.
   * @example 0
   */
  @NullableNumber()
  readonly overstated!: number | null;

  /**
   * Number of fills in bars without volume.
   * @example 0
   */
  @Whole()
  readonly noVolume!: number;

  /**
   * Number of fills of more than the volume of their bars.
   * @example 0
   */
  @Whole()
  readonly overVolume!: number;

  /** Numbers and costs of exits at the stop in a bar that opened beyond the stop. */
  readonly gaps!: GapCountsDto;

  /** Numbers of trades whose stop was touched before the exit. */
  readonly stopTouched!: FindingCountsDto;

  /** Numbers of trades whose target was reached before the exit. */
  readonly targetTouched!: FindingCountsDto;

  /**
   * Number of trades whose entry and exit may lie in one bar.
   * @example 0
   */
  @Whole()
  readonly sameBar!: number;

  /** The fill that takes the greatest share of the volume of its bars. */
  readonly participation!: ParticipationDto;
}
