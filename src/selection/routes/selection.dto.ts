import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableTime, NullableWord, Whole } from '../../fields/answer-fields.js';
import { Optional, QueryNumber } from '../../fields/fields.js';
import { PageQuery } from '../../fields/page.dto.js';
import { StudyName } from '../../sessions/trial-fields.js';
import { DEFAULT_LEVEL } from './level.js';
import { SelectedTryDto } from './selected-try.dto.js';
import { StateWord, StudyAnswer, type StudyState } from './study-answer.dto.js';

export class SelectionQuery extends PageQuery {
  /**
   * Name of the study. Without it, the study is that of the project itself.
   * @example "Moving averages"
   */
  @Optional()
  @StudyName()
  readonly study?: string;

  /**
   * Deflated Sharpe ratio from which a try is above the bar.
   * @example 0.95
   */
  @Optional()
  @QueryNumber({ minimum: 0.8, maximum: 0.99 })
  readonly level: number = DEFAULT_LEVEL;
}

/** Numbers of tries. Every row of the ledger is live, deleted, emptied or moved, and either counts or is a duplicate. */
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
   * Number of rows whose trades equal those of a try that counts. Null unless `state` is `ready`.
   * @example 1
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly duplicates!: number | null;

  /**
   * Number of rows whose session holds their trades.
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
   * Number of tries that count and have a Sharpe ratio with a known error: their daily returns vary, on 20 days with
   * exits or more. Null unless `state` is `ready`.
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

/** The Sharpe ratio that the best of N tries without skill is expected to have. */
export class SelectionBarDto {
  /**
   * Variance of the known Sharpe ratios per day, by n − 1. Null for fewer than 2.
   * @example 0.02614267
   */
  @NullableNumber()
  readonly variance!: number | null;

  /**
   * Expected maximum of N standard normal values, E. 0 for a single try.
   * @example 1.5745983
   */
  readonly expectedMaximum!: number;

  /**
   * The bar: √variance · E, a Sharpe ratio per day. 0 for a single try; null if several tries have no variance.
   * @example 0.25459202
   */
  @NullableNumber()
  readonly sharpePerDay!: number | null;

  /**
   * The bar as an annual Sharpe ratio: sharpePerDay · √365.
   * @example 4.86397368
   */
  @NullableNumber()
  readonly sharpe!: number | null;
}

export const SELECTION_REASONS = ['no-trades', 'too-many-trials', 'no-variance'] as const;

export class SelectionAnswer extends StudyAnswer {
  /**
   * Deflated Sharpe ratio from which a try is above the bar.
   * @example 0.95
   */
  readonly level!: number;

  /** `pending` while figures of sessions are being computed; only the counts are then known. */
  @StateWord()
  readonly state!: StudyState;

  /** Reason why there are no figures: `no-variance` if several tries have no bar, because fewer than 2 are known. */
  @NullableWord(SELECTION_REASONS)
  readonly reason!: (typeof SELECTION_REASONS)[number] | null;

  /**
   * Time from which on tries are counted, epoch milliseconds; null if all tries of the project are counted.
   * @example null
   */
  @NullableTime({ example: null })
  readonly since!: number | null;

  /** Numbers of tries. */
  readonly trials!: TrialCountsDto;

  /** The bar that luck sets; null unless `state` is `ready`. */
  @ApiProperty({ type: () => SelectionBarDto, nullable: true })
  readonly bar!: SelectionBarDto | null;

  /** A page of the tries, by descending sharpePerDay. Tries that have ended are listed, too. */
  @ApiProperty({ type: () => SelectedTryDto, isArray: true })
  readonly sessions!: SelectedTryDto[];

  /** Cursor of the next page, or null. */
  @ApiProperty({ type: String, nullable: true, example: null })
  readonly nextCursor!: string | null;
}
