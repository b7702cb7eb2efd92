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
  /** Ids of 1 to 20 sessions of the project, with commas between them. Without it, the newest 20. */
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
   * Whether the session takes trades.
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

  /** Its figures. */
  @ApiProperty({ type: () => Figures })
  readonly figures!: Figures;

  /**
   * Its equity curve, thinned to at most 200 points: the first, the last, and the lowest and the highest of each of 99
   * intervals of equally many points. Empty without trades.
   */
  readonly equity!: RelativeEquityPointDto[];
}

export class ComparisonAnswer {
  /** In the order of `sessionIds`, else newest first. */
  readonly sessions!: SessionComparisonDto[];

  /** The first session against each other one. */
  readonly pairs!: PairDto[];

  /**
   * The threshold that was asked for, in account currency.
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
