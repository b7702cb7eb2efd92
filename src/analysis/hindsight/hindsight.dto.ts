import { ApiProperty } from '@nestjs/swagger';
import { Id, NullableNumber, NullableWord, Whole } from '../../fields/answer-fields.js';
import { Figures } from '../../figures/figures.dto.js';
import { SlicedAnswer, ThresholdSliceQuery } from '../slices/slice.dto.js';

export class HindsightQuery extends ThresholdSliceQuery {}

export class SeenSessionDto {
  /**
   * Id of the earlier session.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Id()
  readonly id!: string;

  /**
   * Name of the earlier session.
   * @example "Breakout 2023"
   */
  readonly name!: string;

  /**
   * Open time of this session's trades that lies within the time that the earlier session has seen of their market,
   * summed over the trades, milliseconds.
   * @example 7200000
   */
  @Whole()
  readonly sharedMs!: number;
}

export class HindsightFiguresDto {
  /** Figures of the trades whose entry an earlier session has seen, as if the session had no other trades. */
  @ApiProperty({ type: () => Figures })
  readonly seen!: Figures;

  /** Figures of the other trades. */
  @ApiProperty({ type: () => Figures })
  readonly unseen!: Figures;
}

export class HindsightAnswer extends SlicedAnswer {
  /**
   * Trades with a seen entry / all trades, 0..1; null without trades.
   * @example 0.75
   */
  @NullableNumber()
  readonly seenEntryShare!: number | null;

  /**
   * Time of the trades that was seen / time of the trades, 0..1; null if the time of the trades is 0.
   * @example 0.29032258
   */
  @NullableNumber()
  readonly seenTimeShare!: number | null;

  /** Earlier sessions that have seen an entry or some of the time, oldest first. */
  readonly seenSessions!: SeenSessionDto[];

  /** Figures of the trades with and without hindsight. */
  readonly figures!: HindsightFiguresDto;

  /**
   * Whether the workspace has more earlier sessions than the analysis uses: the last 2,000 before this session.
   * @example false
   */
  readonly moreSessions!: boolean;

  /** Why there are no shares; null if there are trades. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;
}
