import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { measureFields } from '../../analysis/measure-fields.js';
import { RETURN_DEFINITIONS } from '../../analysis/risk/return-definitions.js';
import { NullableNumber, NullableWord, Whole, Word } from '../../../shared/fields/answer-fields.js';
import { FLAGS, Field, type Flag, OneOf, Optional } from '../../../shared/fields/fields.js';
import { textProblem } from '../../../shared/fields/value-rules.js';
import { STATISTICS } from '../../../shared/figures/definitions/figures.js';
import { nullableFigureFields } from '../../../shared/figures/figure-fields.js';
import { TrialDto } from '../../../sessions/trial.dto.js';
import { sortFieldNamed } from '../leaderboard/figure-names.js';
import { MAX_WHERE_LENGTH, parseWhere } from '../leaderboard/where.js';
import { TRY_VERDICTS, type TryVerdict } from '../tries/judge-tries.js';
import { RankedSessionDto } from './ranked-session.dto.js';
import { RunAnswersDto } from './run-answers.dto.js';
import { FilteredSessionsQuery } from './session-filter.dto.js';
import { StudyAnswer } from './study-answer.dto.js';
import { AnyStudy } from './study-query.dto.js';
import { STUDY_REASONS, type StudyReason } from './study-state.js';

const FIELD_MESSAGE = 'must be a figure, such as sharpe, or parameters.NAME';

/** A figure, a parameter or a field of the sessions by which a leaderboard is sorted. */
const SortField = () =>
  Field(
    (value) =>
      textProblem(value, { min: 1, max: 75 }) ??
      (sortFieldNamed(value as string) ? undefined : FIELD_MESSAGE),
    { type: 'string', minLength: 1, maxLength: 75 },
  );

/** Conditions on the sessions. */
export const Where = () =>
  Field(
    (value) => {
      const problem = textProblem(value, { min: 1, max: MAX_WHERE_LENGTH });
      if (problem) return problem;
      const found = parseWhere(value as string);
      return 'position' in found ? `is wrong at character ${found.position}: ${found.message}` : undefined;
    },
    { type: 'string', minLength: 1, maxLength: MAX_WHERE_LENGTH },
  );

export class LeaderboardQuery extends FilteredSessionsQuery {
  /**
   * Figure or parameter by which the sessions are sorted: a number of the statistics, `days`, `tradingDays`, `sharpe`,
   * `sortino`, `volatilityPct`, `cagrPct`, `calmar`, `ulcerIndex`, or `parameters.NAME`; or a field of the session:
   * `name`, `status`, `tags`, `startedAt`, `createdAt`. Numbers come before texts, texts before false, and false before
   * true; `desc` reverses this order. Undefined values come last in both orders. Names and tags are sorted without
   * regard to case, and numbers in them by their values.
   * @example "parameters.fast"
   */
  @Optional()
  @SortField()
  readonly sort: string = 'sharpe';

  /** Order of the values. Sessions with equal values are sorted by ascending id. */
  @Optional()
  @OneOf(['asc', 'desc'])
  readonly order: 'asc' | 'desc' = 'desc';

  /**
   * Up to 10 conditions separated by commas. A session must meet all of them. A condition consists of a figure or
   * `parameters.NAME`, one of `<= >= != < > =`, and a JSON number, a JSON text, true, false or null, without white space outside
   * of texts. Values of different types are unequal, and an undefined value meets only `=null`.
   */
  @Optional()
  @Where()
  readonly where?: string;

  /**
   * With `true`, sessions with the same trades are one row: of those that meet the conditions, the session that counts
   * as a try; if it does not meet them, the first session in the order of the ledger. With the study `*`, sessions of
   * different studies are different rows.
   */
  @Optional()
  @OneOf(FLAGS)
  readonly fold: Flag = 'false';

  /**
   * With `true`, sessions without trades are rows, too. They come after all other sessions, newest first. No figure of
   * them is defined.
   */
  @Optional()
  @OneOf(FLAGS)
  readonly all: Flag = 'false';

  /**
   * With `each`, a session of the study `*` is compared with the tries of its own study, so that `selection` is known
   * for all studies, too.
   */
  @Optional()
  @OneOf(['study', 'each'])
  readonly verdicts: 'study' | 'each' = 'study';

  /** With `first`, sessions whose verdict is not `unknown` come before the others. */
  @Optional()
  @OneOf(['any', 'first'])
  readonly judged: 'any' | 'first' = 'any';

  /**
   * With `apart`, the sessions of each currency stand together, those of the most frequent currency first, because
   * amounts of different currencies cannot be compared.
   */
  @Optional()
  @OneOf(['together', 'apart'])
  readonly currencies: 'together' | 'apart' = 'together';

  /** Name of the study, or `*` for all studies of the project. Default: the project's own study. */
  @AnyStudy()
  readonly study?: string;
}

const { days, tradingDays, sharpe, sortino, volatilityPct, cagrPct, calmar, ulcerIndex } = RETURN_DEFINITIONS;

/** Figures of the trades at the break-even threshold 0, and of the daily returns at a risk-free rate of 0. */
export class LeaderboardFigures extends IntersectionType(
  nullableFigureFields(STATISTICS),
  measureFields({ days, tradingDays, sharpe, sortino, volatilityPct, cagrPct, calmar, ulcerIndex }),
) {}

export class RankedSelectionDto {
  /**
   * Number of tries of the study that count, N.
   * @example 10
   */
  @Whole()
  readonly trials!: number;

  /**
   * Probability that the true Sharpe ratio is above the expected best by luck: the Sharpe ratio that the best of N
   * tries without skill is expected to have. Null if it is not known.
   * @example 0.96883956
   */
  @NullableNumber()
  readonly deflatedSharpe!: number | null;

  /** The verdict of the selection at the level 0.95. */
  @Word(TRY_VERDICTS)
  readonly verdict!: TryVerdict;
}

export class LeaderboardEntryDto {
  /**
   * Position in the list, from 1. It goes on over pages. Null without trades.
   * @example 1
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly rank!: number | null;

  /**
   * Id of the session that counts as a try in place of this session, because it has the same trades; null if this
   * session counts.
   */
  @ApiProperty({ type: String, format: 'uuid', nullable: true, example: null })
  readonly duplicateOf!: string | null;

  /**
   * Number of sessions of the study with the same trades, this one included; 1 without trades.
   * @example 1
   */
  @Whole()
  readonly repeats!: number;

  /** The session to which the figures belong. */
  readonly session!: RankedSessionDto;

  /** Labels of the try. */
  readonly trial!: TrialDto;

  /** True while the figures of the session are being computed. */
  readonly pending!: boolean;

  /** Counts of the answers of the run. Null if a version before 1.11 stored some of them. */
  @ApiProperty({ type: () => RunAnswersDto, nullable: true })
  readonly answers!: RunAnswersDto | null;

  /** Figures of the session; null while they are pending, and without trades. */
  @ApiProperty({ type: () => LeaderboardFigures, nullable: true })
  readonly figures!: LeaderboardFigures | null;

  /**
   * Comparison of the session with all tries of its study. Null for the study `*` without `verdicts=each`, while
   * figures of the study are pending, and without trades.
   */
  @ApiProperty({ type: () => RankedSelectionDto, nullable: true })
  readonly selection!: RankedSelectionDto | null;
}

export class RankedStudyAnswer extends StudyAnswer {
  /** `unavailable` if there are no sessions to show, for the reason in `reason`. */
  @Word(['ready', 'unavailable'])
  readonly state!: 'ready' | 'unavailable';

  /**
   * Number of sessions of the study whose figures are being computed.
   * @example 0
   */
  @Whole()
  readonly pending!: number;
}

export class LeaderboardAnswer extends RankedStudyAnswer {
  /** Reason why there are no sessions; null if the state is `ready`. */
  @NullableWord(STUDY_REASONS)
  readonly reason!: StudyReason | null;

  /**
   * Number of sessions that meet the conditions, on all pages. With `fold`, repeats are counted, too.
   * @example 10
   */
  @Whole()
  readonly matching!: number;

  /** A page of the sessions that meet the conditions. */
  readonly sessions!: LeaderboardEntryDto[];

  /**
   * The fields whose value is the same in all sessions that meet the conditions: of `status`, `symbols`, `timeframes`,
   * `accountCurrency`, `initialBalance`, `strategy`, `mode`, `source`, `tags` and `study`, then of the parameters, as
   * `parameters.NAME`, by name. Empty for fewer than two sessions.
   * @example ["status", "symbols", "accountCurrency", "parameters.exit"]
   */
  @ApiProperty({ type: [String] })
  readonly constant!: readonly string[];

  /** Cursor of the next page, or null. */
  @ApiProperty({ type: String, nullable: true, example: null })
  readonly nextCursor!: string | null;
}
