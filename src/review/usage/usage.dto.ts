import { ApiProperty } from '@nestjs/swagger';
import { Whole } from '../../shared/fields/answer-fields.js';

const Quota = () => ApiProperty({ type: 'integer', format: 'int64', nullable: true });

export class QuotasDto {
  /**
   * Maximum number of sessions. In every quota, null means that there is no limit.
   * @example 100
   */
  @Quota()
  readonly sessions!: number | null;

  /**
   * Maximum number of trades in all sessions together.
   * @example 1000000
   */
  @Quota()
  readonly trades!: number | null;

  /**
   * Maximum number of requests per minute, with all keys of the workspace together.
   * @example 600
   */
  @Quota()
  readonly requestsPerMinute!: number | null;

  /**
   * Maximum number of statistics that each instance of the service computes or queues at a time.
   * @example 4
   */
  @Quota()
  readonly statistics!: number | null;
}

export class UsageDto {
  /**
   * Number of stored sessions.
   * @example 12
   */
  @Whole()
  readonly sessions!: number;

  /**
   * Number of stored trades, in all sessions together.
   * @example 48211
   */
  @Whole()
  readonly trades!: number;

  /**
   * Requests in the current minute, including this request. Null if the workspace has no quota of requests, because its
   * requests are then not counted.
   * @example 17
   */
  @Quota()
  readonly requestsPerMinute!: number | null;

  /**
   * Number of statistics that this instance computes or queues.
   * @example 0
   */
  @Whole()
  readonly statistics!: number;
}

export class UsageAnswer {
  /** Quotas of the workspace. */
  readonly quotas!: QuotasDto;

  /** Usage of the workspace. */
  readonly usage!: UsageDto;
}
