import { ApiProperty } from '@nestjs/swagger';
import { NullableWord } from '../../../shared/fields/answer-fields.js';
import { Figures } from '../../../shared/figures/figures.dto.js';
import { measureFields } from '../measure-fields.js';
import { SlicedAnswer, ThresholdSliceQuery } from '../slices/slice.dto.js';
import { POSITIONS_DEFINITIONS } from './positions-definitions.js';

export class PositionsQuery extends ThresholdSliceQuery {}

export class PositionsAnswer extends measureFields(POSITIONS_DEFINITIONS, SlicedAnswer) {
  /** `no-trades` if no trade meets the filters, otherwise null. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;

  /** Figures of the positions, as if each position were one trade. */
  @ApiProperty({ type: () => Figures })
  readonly figures!: Figures;

  /** Figures of the trades. */
  @ApiProperty({ type: () => Figures })
  readonly byTrade!: Figures;
}
