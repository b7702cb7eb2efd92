import { ApiProperty } from '@nestjs/swagger';
import { LARGEST_SEED } from '../../analysis/random-draws.js';
import { MAX_BLOCKS, MIN_BLOCKS } from '../../analysis/overfitting/cross-validation.js';
import { MAX_PATHS, MIN_PATHS } from '../../analysis/overfitting/superior-ability.js';
import { NullableNumber, NullableWord, Whole, Word } from '../../../shared/fields/answer-fields.js';
import { Optional, QueryNumber } from '../../../shared/fields/fields.js';
import { PANEL_EXCLUSIONS, type PanelExclusion } from '../overfitting/panel.js';
import { StateWord, StudyAnswer, type StudyState } from './study-answer.dto.js';
import { StudyQuery } from './study-query.dto.js';

export class OverfittingQuery extends StudyQuery {
  /**
   * Number of blocks of the cross-validation, even.
   * @example 10
   */
  @Optional()
  @QueryNumber({ integer: true, minimum: MIN_BLOCKS, maximum: MAX_BLOCKS }, (value) =>
    value % 2 === 0 ? undefined : 'must be even',
  )
  readonly blocks: number = 10;

  /**
   * Number of random paths. Paths times days times sessions of the panel must not exceed 1,000,000,000.
   * @example 1000
   */
  @Optional()
  @QueryNumber({ integer: true, minimum: MIN_PATHS, maximum: MAX_PATHS })
  readonly paths: number = 1000;

  /**
   * Seed of the random paths. The same seed gives the same response.
   * @example 0
   */
  @Optional()
  @QueryNumber({ integer: true, minimum: 0, maximum: LARGEST_SEED })
  readonly seed: number = 0;
}

export class PanelExclusionDto {
  /** Reason why sessions are left out. The reasons are checked in the order of this list. */
  @Word(PANEL_EXCLUSIONS)
  readonly reason!: PanelExclusion;

  /**
   * Number of sessions that are left out for this reason.
   * @example 1
   */
  @Whole()
  readonly count!: number;
}

export class PanelDto {
  /**
   * Number of sessions that are compared, at most 200.
   * @example 10
   */
  @Whole()
  readonly sessions!: number;

  /** Numbers of sessions that are left out, by reason. Deleted sessions have no returns, so they are not compared. */
  readonly excluded!: PanelExclusionDto[];

  /**
   * First day that all sessions share; null if they share no day.
   * @example "2024-01-01"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly from!: string | null;

  /**
   * Last day that all sessions share; null if they share no day.
   * @example "2024-02-29"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly to!: string | null;

  /**
   * Number of days that are compared, at most the newest 2,500.
   * @example 60
   */
  @Whole()
  readonly days!: number;
}

export class CrossValidationDto {
  /**
   * Number of blocks.
   * @example 10
   */
  @Whole()
  readonly blocks!: number;

  /**
   * Number of ways to choose half of the blocks.
   * @example 252
   */
  @Whole()
  readonly splits!: number;

  /**
   * Number of splits whose winner in sample ranks at or below the median out of sample.
   * @example 13
   */
  @Whole()
  readonly overfitted!: number;

  /**
   * Probability of backtest overfitting: overfitted / splits. Without skill it is 0.5 on average.
   * @example 0.0515873
   */
  readonly pbo!: number;

  /**
   * Median of ln(ω/(1 − ω)) over the splits. ω = rank / (sessions + 1) is the relative rank that the winner in sample
   * has out of sample.
   * @example 2.30258509
   */
  readonly medianLogit!: number;

  /**
   * Share of the splits whose winner has a Sharpe ratio below 0 out of sample.
   * @example 0.03968254
   */
  readonly probabilityOfLoss!: number;

  /**
   * Slope of the regression of the winners' Sharpe ratios out of sample on their Sharpe ratios in sample. The returns
   * of the two halves add up to a fixed sum, so the slope is about −0.5 without skill. Null if all winners have the
   * same ratio in sample.
   * @example -0.67605288
   */
  @NullableNumber()
  readonly slope!: number | null;

  /**
   * For each rank in sample, from the winner on, the mean rank of these sessions out of sample, over the splits. Rank 1
   * is the greatest Sharpe ratio. Without skill, each mean is near (sessions + 1) / 2.
   * @example [1.48412698, 6.71031746, 6.3452381]
   */
  @ApiProperty({ type: [Number] })
  readonly meanRanks!: readonly number[];
}

export class SuperiorAbilityDto {
  /**
   * Number of random paths.
   * @example 1000
   */
  @Whole()
  readonly paths!: number;

  /**
   * Seed of the random paths.
   * @example 0
   */
  @Whole()
  readonly seed!: number;

  /**
   * The greatest √days · Sharpe ratio per day among the sessions; 0 if it is 0 or less.
   * @example 4.01611066
   */
  readonly statistic!: number;

  /**
   * Probability that the statistic is at least this large by chance if no session earns more than 0 (Hansen's test of
   * superior predictive ability).
   * @example 0.000999
   */
  readonly pValue!: number;

  /**
   * The same probability by White's reality check, which is at least as large as pValue.
   * @example 0.000999
   */
  readonly upper!: number;
}

export class SteppedSessionDto {
  /**
   * Id of the session.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @ApiProperty({ format: 'uuid' })
  readonly sessionId!: string;

  /**
   * √days · Sharpe ratio per day over the days of the panel.
   * @example 4.01611066
   */
  readonly statistic!: number;

  /**
   * P value of the session, corrected for all sessions of the panel (Romano and Wolf).
   * @example 0.000999
   */
  readonly pValue!: number;
}

export const OVERFITTING_REASONS = [
  'no-trades',
  'too-many-trials',
  'too-few-sessions',
  'too-few-days',
] as const;
export type OverfittingReason = (typeof OVERFITTING_REASONS)[number];

export class OverfittingAnswer extends StudyAnswer {
  /** `pending` while figures of sessions are being computed. */
  @StateWord()
  readonly state!: StudyState;

  /** Reason why there are no figures; null if there are figures. */
  @NullableWord(OVERFITTING_REASONS)
  readonly reason!: OverfittingReason | null;

  /** The sessions and the days that are compared. Null while the study is pending, and if it has too many tries. */
  @ApiProperty({ type: () => PanelDto, nullable: true })
  readonly panel!: PanelDto | null;

  /**
   * Combinatorially symmetric cross-validation. The result of a single panel proves little: without skill, `pbo` of 10
   * sessions over 60 days is between 0.3 and 0.7 in most cases.
   */
  @ApiProperty({ type: () => CrossValidationDto, nullable: true })
  readonly cscv!: CrossValidationDto | null;

  /** Tests of whether the mean return of the best session is above 0. */
  @ApiProperty({ type: () => SuperiorAbilityDto, nullable: true })
  readonly spa!: SuperiorAbilityDto | null;

  /** The sessions of the panel, sorted by descending statistic. */
  @ApiProperty({ type: () => SteppedSessionDto, isArray: true })
  readonly stepM!: SteppedSessionDto[];
}
