import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableTime, NullableWord, Whole } from '../../../shared/fields/answer-fields.js';
import { Optional, QueryNumber } from '../../../shared/fields/fields.js';
import { PageQuery } from '../../../shared/fields/page.dto.js';
import { StudyName } from '../../../sessions/trial-fields.js';
import { DEFAULT_LEVEL } from './level.js';
import { SelectedTryDto } from './selected-try.dto.js';
import { StateWord, StudyAnswer, type StudyState } from './study-answer.dto.js';

export class SelectionQuery extends PageQuery {
  /**
   * Name of the study. Default: the project's own study.
   * @example "Moving averages"
   */
  @Optional()
  @StudyName()
  readonly study?: string;

  /**
   * A try is above the bar that luck sets if its deflated Sharpe ratio is at least this level.
   * @example 0.95
   */
  @Optional()
  @QueryNumber({ minimum: 0.8, maximum: 0.99 })
  readonly level: number = DEFAULT_LEVEL;
}

/**
 * Numbers of tries. Every row of the ledger is either live, deleted, emptied or moved. Every row either counts or is a
 * duplicate.
 */
export class TrialCountsDto {
  /**
   * Number of rows of the study in the ledger.
   * @example 11
   */
  @Whole()
  readonly total!: number;

  /**
   * Number of tries that count, N. Null unless `state` is `ready`.
   * @example 10
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly counted!: number | null;

  /**
   * Number of rows whose trades equal the trades of a try that counts. Null unless `state` is `ready`.
   * @example 1
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly duplicates!: number | null;

  /**
   * Number of rows that have not ended: their session holds their trades and has not moved to another study.
   * @example 10
   */
  @Whole()
  readonly live!: number;

  /**
   * Number of rows whose session was deleted.
   * @example 1
   */
  @Whole()
  readonly deleted!: number;

  /**
   * Number of rows whose trades were all removed.
   * @example 0
   */
  @Whole()
  readonly emptied!: number;

  /**
   * Number of rows whose session moved to another study.
   * @example 0
   */
  @Whole()
  readonly moved!: number;

  /**
   * Number of live rows whose figures are being computed.
   * @example 0
   */
  @Whole()
  readonly pending!: number;

  /**
   * Number of tries that count and have a Sharpe ratio with a known error: their daily returns vary, and they have at
   * least 20 days with exits. Null unless `state` is `ready`.
   * @example 10
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly known!: number | null;

  /**
   * Number of rows of all studies of the project.
   * @example 11
   */
  @Whole()
  readonly project!: number;
}

/** The bar that luck sets: the Sharpe ratio that the best of N tries without skill is expected to have. */
export class SelectionBarDto {
  /**
   * Variance of the known Sharpe ratios per day, by n − 1. Null if fewer than 2 ratios are known.
   * @example 0.02614267
   */
  @NullableNumber()
  readonly variance!: number | null;

  /**
   * E, the expected maximum of N standard normal values. It is 0 for a single try.
   * @example 1.5745983
   */
  readonly expectedMaximum!: number;

  /**
   * The bar that luck sets: √variance · E, as a Sharpe ratio per day. It is 0 for a single try, and null if there are
   * several tries but no variance.
   * @example 0.25459202
   */
  @NullableNumber()
  readonly sharpePerDay!: number | null;

  /**
   * The bar that luck sets, as an annual Sharpe ratio: sharpePerDay · √365.
   * @example 4.86397368
   */
  @NullableNumber()
  readonly sharpe!: number | null;
}

export const SELECTION_REASONS = ['no-trades', 'too-many-trials', 'no-variance'] as const;

export class SelectionAnswer extends StudyAnswer {
  /**
   * A try is above the bar that luck sets if its deflated Sharpe ratio is at least this level.
   * @example 0.95
   */
  readonly level!: number;

  /** `pending` while figures of sessions are being computed. Only the counts are known then. */
  @StateWord()
  readonly state!: StudyState;

  /**
   * Reason why there are no figures. `no-variance`: there are several tries, but fewer than 2 of their Sharpe ratios
   * are known, so the bar that luck sets is unknown.
   */
  @NullableWord(SELECTION_REASONS)
  readonly reason!: (typeof SELECTION_REASONS)[number] | null;

  /**
   * Time since which tries are counted, epoch milliseconds; null if all tries of the project are counted.
   * @example null
   */
  @NullableTime({ example: null })
  readonly since!: number | null;

  /** Numbers of tries. */
  readonly trials!: TrialCountsDto;

  /** The bar that luck sets; null unless `state` is `ready`. */
  @ApiProperty({ type: () => SelectionBarDto, nullable: true })
  readonly bar!: SelectionBarDto | null;

  /** A page of the tries, sorted by descending sharpePerDay. Tries that have ended are included. */
  @ApiProperty({ type: () => SelectedTryDto, isArray: true })
  readonly sessions!: SelectedTryDto[];

  /** Cursor of the next page, or null. */
  @ApiProperty({ type: String, nullable: true, example: null })
  readonly nextCursor!: string | null;
}
