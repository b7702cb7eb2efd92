import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, Word } from '../../../shared/fields/answer-fields.js';
import { TRY_VERDICTS, type TryVerdict } from '../tries/judge-tries.js';
import { RunAnswersDto } from './run-answers.dto.js';
import { EndedWord, TryIdDto } from './study-answer.dto.js';

export class SelectedTryDto extends TryIdDto {
  /**
   * Name of the session; null if it was deleted.
   * @example "fast 4, slow 1"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly name!: string | null;

  /**
   * The way in which the run ended: its session was deleted, lost all its trades, or moved to another study. Null for a live run.
   */
  @EndedWord()
  readonly ended!: 'deleted' | 'emptied' | 'moved' | null;

  /** The try that has equal trades and counts instead of this one; null if this try counts. */
  @ApiProperty({ type: () => TryIdDto, nullable: true })
  readonly duplicateOf!: TryIdDto | null;

  /** Counts of the answers of the run. Null if a version before 1.11 stored some of them. */
  @ApiProperty({ type: () => RunAnswersDto, nullable: true })
  readonly answers!: RunAnswersDto | null;

  /**
   * Number of local days from the first entry to the last exit. Null if there are no figures.
   * @example 60
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly days!: number | null;

  /**
   * Number of days with an exit. Null if there are no figures.
   * @example 60
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly tradingDays!: number | null;

  /**
   * Mean / standard deviation (by n − 1) of the daily returns. Null if the returns do not vary.
   * @example 0.51847766
   */
  @NullableNumber()
  readonly sharpePerDay!: number | null;

  /**
   * Annual Sharpe ratio: sharpePerDay · √365.
   * @example 9.90550172
   */
  @NullableNumber()
  readonly sharpe!: number | null;

  /**
   * Skewness of the daily returns (g₁, of the population).
   * @example -0.22210377
   */
  @NullableNumber()
  readonly skewness!: number | null;

  /**
   * Kurtosis of the daily returns (b₂, of the population); 3 for a normal distribution.
   * @example 2.00158096
   */
  @NullableNumber()
  readonly kurtosis!: number | null;

  /**
   * Probability that the true Sharpe ratio is above the bar that luck sets. Null if the Sharpe ratio of the try or the
   * bar is not known.
   * @example 0.96883956
   */
  @NullableNumber()
  readonly deflatedSharpe!: number | null;

  /**
   * Number of days after which deflatedSharpe would reach `level` at the same Sharpe ratio. Null unless the Sharpe
   * ratio is above the bar that luck sets.
   * @example 46.94222063
   */
  @NullableNumber()
  readonly minTrackRecordDays!: number | null;

  /**
   * Number of days within which the best of N tries without skill is expected to reach this Sharpe ratio. Null unless
   * the ratio is above 0, and for a single try.
   * @example 9.22315413
   */
  @NullableNumber()
  readonly minBacktestDays!: number | null;

  /**
   * Probability that this try alone reaches such a Sharpe ratio without skill: the larger p value of two tests. Null if
   * the Sharpe ratio of the try is not known.
   * @example 0.00012495
   */
  @NullableNumber()
  readonly pValue!: number | null;

  /**
   * pValue corrected for N tries by Bonferroni.
   * @example 0.00124949
   */
  @NullableNumber()
  readonly bonferroni!: number | null;

  /**
   * pValue corrected for N tries by Holm. Null for a duplicate.
   * @example 0.00124949
   */
  @NullableNumber()
  readonly holm!: number | null;

  /**
   * pValue corrected for N tries by Benjamini, Hochberg and Yekutieli: the false discovery rate. Null for a duplicate.
   * @example 0.00365972
   */
  @NullableNumber()
  readonly bhy!: number | null;

  /**
   * `above-the-bar`: deflatedSharpe is at least `level`. `undecided`: deflatedSharpe is below `level`, but the Sharpe
   * ratio is above the bar that luck sets. `within-luck`: the Sharpe ratio does not exceed the bar. `unknown`:
   * deflatedSharpe is null.
   */
  @Word(TRY_VERDICTS)
  readonly verdict!: TryVerdict;
}
