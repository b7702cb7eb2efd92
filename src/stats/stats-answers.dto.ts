import { SessionDto } from '../sessions/session.dto.js';
import { Statistics } from './statistics.dto.js';

export class StatsAnswer {
  readonly stats!: Statistics;
}

export class FinishAnswer {
  readonly session!: SessionDto;

  readonly stats!: Statistics;
}
