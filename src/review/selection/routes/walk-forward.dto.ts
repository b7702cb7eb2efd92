import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole, Word } from '../../../shared/fields/answer-fields.js';
import { WINDOW_EXCLUSIONS, type WindowExclusion } from '../walk-forward/windows.js';
import { StateWord, StudyAnswer, type StudyState } from './study-answer.dto.js';

export class WindowExclusionDto {
  /** Reason why rows are neither windows nor partners of windows. */
  @Word(WINDOW_EXCLUSIONS)
  readonly reason!: WindowExclusion;

  /**
   * Number of rows that are left out for this reason.
   * @example 1
   */
  @Whole()
  readonly count!: number;
}

export class WindowDto {
  /**
   * Id of the session in sample that chose the parameters; null if there is no such session.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  readonly in!: string | null;

  /**
   * Id of the session out of sample.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7b"
   */
  @ApiProperty({ format: 'uuid' })
  readonly out!: string;

  /**
   * Annual Sharpe ratio in sample.
   * @example 8.51911631
   */
  @NullableNumber()
  readonly inSharpe!: number | null;

  /**
   * Annual Sharpe ratio out of sample.
   * @example 11.03351703
   */
  @NullableNumber()
  readonly outSharpe!: number | null;

  /**
   * Net result out of sample, account currency.
   * @example 156
   */
  readonly outPlNet!: number;
}

export class ShareIntervalDto {
  /**
   * Lower bound.
   * @example 0.43850297
   */
  readonly low!: number;

  /**
   * Upper bound.
   * @example 1
   */
  readonly high!: number;
}

export class CurvePointDto {
  /**
   * Last day of a window.
   * @example "2024-02-19"
   */
  readonly date!: string;

  /**
   * Compounded return of the windows up to this one, percent.
   * @example 15.6
   */
  readonly returnPct!: number;
}

export class CombinedDto {
  /**
   * Number of days of all windows together.
   * @example 60
   */
  @Whole()
  readonly days!: number;

  /**
   * Annual Sharpe ratio over the days of all windows. Null if the returns do not vary.
   * @example 13.62043225
   */
  @NullableNumber()
  readonly sharpe!: number | null;

  /**
   * Compounded return of all windows, percent.
   * @example 62.3144224
   */
  readonly returnPct!: number;

  /**
   * Probability that a strategy without skill reaches such a Sharpe ratio. Null if there are fewer than 20 days with
   * exits, or if the returns do not vary.
   * @example 0.0000012
   */
  @NullableNumber()
  readonly pValue!: number | null;

  /** The curve, with one point per window. */
  readonly curve!: CurvePointDto[];
}

export const WALK_FORWARD_REASONS = [
  'no-trades',
  'too-many-trials',
  'no-windows',
  'too-many-windows',
  'windows-overlap',
] as const;
export type WalkForwardReason = (typeof WALK_FORWARD_REASONS)[number];

export class WalkForwardAnswer extends StudyAnswer {
  /** `pending` while figures of sessions are being computed. */
  @StateWord()
  readonly state!: StudyState;

  /** Reason why there are no figures. `windows-overlap`: only `combined` is null, because windows share a local day. */
  @NullableWord(WALK_FORWARD_REASONS)
  readonly reason!: WalkForwardReason | null;

  /** Numbers of rows that are left out, by reason. Sessions without `sample` are left out, too. */
  readonly excluded!: WindowExclusionDto[];

  /** The sessions out of sample, sorted by their first entry, each with its partner in sample; at most 200. */
  readonly windows!: WindowDto[];

  /**
   * Number of windows that have a partner. Null if there are no figures.
   * @example 3
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly paired!: number | null;

  /**
   * Mean daily return out of sample / mean daily return in sample, over the windows that have a partner. Null if no
   * window has a partner, or if the mean in sample is 0 or less.
   * @example 1.33716042
   */
  @NullableNumber()
  readonly efficiency!: number | null;

  /**
   * Number of windows with a net result above 0. Null if there are no figures.
   * @example 3
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly won!: number | null;

  /**
   * won / windows. Null if there are no figures.
   * @example 1
   */
  @NullableNumber()
  readonly share!: number | null;

  /** Wilson interval of the share, 95 %. Null if there are no figures. */
  @ApiProperty({ type: () => ShareIntervalDto, nullable: true })
  readonly interval!: ShareIntervalDto | null;

  /**
   * The results of the windows if one account traded them one after another. Null if there are no figures, or if
   * windows share a local day.
   */
  @ApiProperty({ type: () => CombinedDto, nullable: true })
  readonly combined!: CombinedDto | null;
}
