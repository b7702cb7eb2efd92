import { Optional, QueryNumber } from '../shared/fields/fields.js';
import { SessionDto } from '../sessions/session.dto.js';
import { Statistics } from './document/statistics.dto.js';

export class StatsQuery {
  /**
   * Largest |plNet| that counts as break-even, in account currency.
   * @example 0
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: 1_000_000_000 })
  readonly breakEvenThreshold: number = 0;
}

export class StatsAnswer {
  /** The statistics of the session. */
  readonly stats!: Statistics;
}

export class FinishAnswer {
  /** The finished session. */
  readonly session!: SessionDto;

  /** The statistics of the session. */
  readonly stats!: Statistics;
}
