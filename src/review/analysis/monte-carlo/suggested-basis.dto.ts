import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { NullableWord } from '../../../shared/fields/answer-fields.js';
import { measureFields } from '../measure-fields.js';
import { BASES, type Basis } from './bases.js';
import { MONTE_CARLO_DEFINITIONS } from './monte-carlo-definitions.js';
import { SUGGESTION_REASONS, type SuggestionReason } from './suggested-basis.js';

export class SizeSpreadDto extends measureFields(MONTE_CARLO_DEFINITIONS.suggested.spread) {}

@ApiExtraModels(SizeSpreadDto)
export class SuggestedBasisDto extends measureFields({ riskPct: MONTE_CARLO_DEFINITIONS.suggested.riskPct }) {
  /**
   * The basis for which the sizes of the trades vary least if it is far better than `money`: its spread is at most half
   * of the spread of `money`. Otherwise `money`. Null for the reason in `reason`.
   */
  @NullableWord(BASES)
  readonly basis!: Basis | null;

  /**
   * Reason why no basis is suggested. `too-few-trades`: there are fewer than 10 trades. `equity-not-positive`: a
   * balance at an entry is 0 or less. Null if a basis is suggested.
   */
  @NullableWord(SUGGESTION_REASONS)
  readonly reason!: SuggestionReason | null;

  /**
   * Spread of the sizes of the trades for each basis. Null if there are fewer than 2 trades, or if a balance at an
   * entry is 0 or less.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(SizeSpreadDto) }], nullable: true })
  readonly spread!: SizeSpreadDto | null;
}
