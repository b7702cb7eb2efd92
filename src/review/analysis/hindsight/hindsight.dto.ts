import { ApiProperty } from '@nestjs/swagger';
import { NullableWord } from '../../../shared/fields/answer-fields.js';
import { Figures } from '../../../shared/figures/figures.dto.js';
import { measureFields } from '../measure-fields.js';
import { SlicedAnswer, ThresholdSliceQuery } from '../slices/slice.dto.js';
import { HINDSIGHT_DEFINITIONS } from './hindsight-definitions.js';

export class HindsightQuery extends ThresholdSliceQuery {}

export class SeenSessionDto extends measureFields(HINDSIGHT_DEFINITIONS.seenSessions) {
  /**
   * Id of the earlier session; null for the sessions that were deleted, which are one element.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  readonly id!: string | null;

  /**
   * Name of the earlier session; null for the sessions that were deleted.
   * @example "Breakout 2023"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly name!: string | null;
}

export class HindsightFiguresDto {
  /** Figures of the trades whose entry an earlier session has seen, as if the session had no other trades. */
  @ApiProperty({ type: () => Figures })
  readonly seen!: Figures;

  /** Figures of the trades whose entry no earlier session has seen. */
  @ApiProperty({ type: () => Figures })
  readonly unseen!: Figures;
}

export class HindsightAnswer extends measureFields(HINDSIGHT_DEFINITIONS, SlicedAnswer) {
  /** Earlier sessions that have seen an entry or a part of the time of the trades: oldest first, then the deleted sessions. */
  readonly seenSessions!: SeenSessionDto[];

  /** Figures of the trades with a seen entry, and of the trades without a seen entry. */
  readonly figures!: HindsightFiguresDto;

  /**
   * True if the workspace has more earlier sessions than the analysis uses. It uses the last 2,000 sessions before this
   * session.
   * @example false
   */
  readonly moreSessions!: boolean;

  /** Reason why there are no shares; null if there are trades. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;
}
