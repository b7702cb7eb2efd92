import { ApiProperty } from '@nestjs/swagger';
import { Id, Time, Word } from '../fields/answer-fields.js';
import { Optional } from '../fields/fields.js';
import { STATUSES, type Session } from '../sessions/session.entity.js';
import { Figures } from '../figures/figures.dto.js';
import { StatsQuery } from '../stats/stats.dto.js';
import type { Outline } from '../stats/worker/compute-statistics.js';
import { equityPoints } from './equity-points.js';
import { PairDto } from './pair.dto.js';
import { SessionIds } from './session-ids.js';

export class ComparisonQuery extends StatsQuery {
  /** Ids of 1 to 20 sessions of the project, separated by commas. Default: the newest 20. */
  @Optional()
  @SessionIds()
  readonly sessionIds?: string;
}

export class ComparedSessionDto {
  /**
   * Id of the session.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Id()
  readonly id!: string;

  /**
   * Name of the session.
   * @example "Breakout 2023"
   */
  readonly name!: string;

  /**
   * `active` or `finished`; only active sessions accept trades.
   * @example "finished"
   */
  @Word(STATUSES)
  readonly status!: string;

  /**
   * Labels of the session, in the order given.
   * @example ["breakout", "2023"]
   */
  @ApiProperty({ type: [String] })
  readonly tags!: readonly string[];
}

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
  /** The session. */
  readonly session!: ComparedSessionDto;

  /** Figures of the session. */
  @ApiProperty({ type: () => Figures })
  readonly figures!: Figures;

  /**
   * Equity curve, thinned to at most 200 points: the first, the last, and the lowest and the highest of each of 99
   * intervals with equal numbers of points. Empty without trades.
   */
  readonly equity!: RelativeEquityPointDto[];
}

export class ComparisonAnswer {
  /** Sessions in the order of `sessionIds`, or newest first. */
  readonly sessions!: SessionComparisonDto[];

  /** Comparisons of the first session with each of the others. */
  readonly pairs!: PairDto[];

  /**
   * The threshold of the request, in account currency.
   * @example 0
   */
  readonly breakEvenThreshold!: number;
}

export function toComparedSession(session: Session, { figures, curve }: Outline): SessionComparisonDto {
  const { id, name, status, tags, initialBalance } = session;
  return {
    session: { id, name, status, tags },
    figures,
    equity: equityPoints(curve, initialBalance),
  };
}
