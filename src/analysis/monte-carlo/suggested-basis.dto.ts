import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { NullableNumber, NullableWord } from '../../fields/answer-fields.js';
import { BASES, type Basis } from './bases.js';
import { SUGGESTION_REASONS, type SuggestionReason } from './suggested-basis.js';

export class SizeSpreadDto {
  /**
   * Standard deviation of ln(qty · entryPrice); 0 if all trades have the same notional.
   * @example 0
   */
  readonly money!: number;

  /**
   * Standard deviation of ln(qty · entryPrice / balance), with the realised balance at the entry.
   * @example 0.0384216
   */
  readonly equity!: number;

  /**
   * Standard deviation of ln(initial risk · qty / balance), with the realised balance at the entry. Null unless every trade
   * has an initial risk.
   * @example null
   */
  @NullableNumber()
  readonly risk!: number | null;
}

@ApiExtraModels(SizeSpreadDto)
export class SuggestedBasisDto {
  /** The basis whose size the trades kept most constant; null for the reason in `reason`. */
  @NullableWord(BASES)
  readonly basis!: Basis | null;

  /**
   * Why no basis is suggested: `too-few-trades`, fewer than 10 trades; `equity-not-positive`, a balance at an entry is not
   * above 0. Null if a basis is suggested.
   */
  @NullableWord(SUGGESTION_REASONS)
  readonly reason!: SuggestionReason | null;

  /**
   * How much the sizes of the trades spread, by basis. Null for fewer than 2 trades, or if a balance at an entry is not
   * above 0.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(SizeSpreadDto) }], nullable: true })
  readonly spread!: SizeSpreadDto | null;
}
