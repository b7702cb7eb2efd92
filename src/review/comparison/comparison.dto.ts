import { ApiProperty } from '@nestjs/swagger';
import { AccountReturnsDto } from '../analysis/account/account-returns.dto.js';
import type { AccountReturns } from '../analysis/account/account.js';
import { NullableNumber, Time, Whole } from '../../shared/fields/answer-fields.js';
import { OneOf, Optional } from '../../shared/fields/fields.js';
import { NamedSessionDto } from '../../sessions/named-session.dto.js';
import type { Session } from '../../sessions/session.entity.js';
import { Figures } from '../../shared/figures/figures.dto.js';
import { StatsQuery } from '../../stats/stats.dto.js';
import type { Outline } from '../../stats/worker/compute-statistics.js';
import { equityPoints } from './equity-points.js';
import { PairDto } from './pair.dto.js';
import { PAIRS_SCOPES, type PairsScope } from './pairs.js';
import { SessionIds } from './session-ids.js';

export class ComparisonQuery extends StatsQuery {
  /** Ids of 1 to 20 sessions of the project, separated by commas. Default: the newest 20. */
  @Optional()
  @SessionIds()
  readonly sessionIds?: string;

  /**
   * The pairs of sessions that `pairs` contains: with `first`, the first session and each other session; with `all`,
   * each session and each later session.
   */
  @Optional()
  @OneOf(PAIRS_SCOPES)
  readonly pairs: PairsScope = 'first';
}

export class ComparedSessionDto extends NamedSessionDto {}

export class RelativeEquityPointDto {
  /**
   * Epoch milliseconds.
   * @example 1680372000000
   */
  @Time()
  readonly time!: number;

  /**
   * Equity in percent of the initial balance, 100 at the start.
   * @example 103.859
   */
  readonly equityPct!: number;
}

export class SessionComparisonDto {
  /** The compared session. */
  readonly session!: ComparedSessionDto;

  /** Figures of the session. */
  @ApiProperty({ type: () => Figures })
  readonly figures!: Figures;

  /** Figures of the daily returns and of the exposure. */
  readonly returns!: AccountReturnsDto;

  /**
   * Equity curve, thinned to at most 200 points: the first, the last, and the lowest and the highest of each of 99
   * intervals with equal numbers of points. Empty without trades.
   */
  readonly equity!: RelativeEquityPointDto[];
}

/**
 * Figures of one account that is divided equally among the sessions at the start of each day. The return of a day is
 * the mean of the returns of all sessions.
 */
export class CombinedSessionsDto {
  /**
   * Number of local days that all sessions have in common. A session has all days from its first entry to its last
   * exit. The number is 0 if there are no common days, if the time zones differ on these days, or if a session has
   * no daily returns.
   * @example 60
   */
  @Whole()
  readonly days!: number;

  /**
   * Annual Sharpe ratio of these daily returns, for 365 days per year. Null for fewer than 2 days, or if all returns
   * are equal.
   * @example 13.62043225
   */
  @NullableNumber()
  readonly sharpe!: number | null;

  /**
   * The daily returns, compounded, in percent. Null if `days` is 0.
   * @example 62.3144224
   */
  @NullableNumber()
  readonly returnPct!: number | null;

  /**
   * Deepest fall of the compounded returns, measured at the ends of days, in percent of the peak. Null if `days` is 0.
   * @example 4.2
   */
  @NullableNumber()
  readonly maxDrawdownPct!: number | null;
}

export class ComparisonAnswer {
  /** Sessions in the order of `sessionIds`, or newest first. */
  readonly sessions!: SessionComparisonDto[];

  /**
   * Comparisons of the first session with each other session or, with `pairs=all`, of each session with each later
   * session.
   */
  readonly pairs!: PairDto[];

  /**
   * Pearson's correlations of the daily returns, −1..1, with a row and a column for each session in the order of
   * `sessions`. A correlation covers the local days that both sessions have. A session has all days from its first
   * entry to its last exit, including days without exits. Null if the sessions have fewer than 20 common days or
   * time zones that differ on these days, if all returns of a session are equal on the common days, or if a session has no daily
   * returns.
   * @example [[1, 0.31], [0.31, 1]]
   */
  @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'number', nullable: true } } })
  readonly correlation!: readonly (readonly (number | null)[])[];

  /** Figures of all sessions together. */
  readonly combined!: CombinedSessionsDto;

  /**
   * The threshold of the request, in account currency.
   * @example 0
   */
  readonly breakEvenThreshold!: number;
}

export function toComparedSession(
  session: Session,
  { figures, curve }: Outline,
  returns: AccountReturns,
): SessionComparisonDto {
  const { id, name, status, tags, initialBalance } = session;
  return {
    session: { id, name, status, tags },
    figures,
    returns,
    equity: equityPoints(curve, initialBalance),
  };
}
