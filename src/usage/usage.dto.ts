import { ApiProperty } from '@nestjs/swagger';
import { Whole } from '../fields/answer-fields.js';

const Quota = () => ApiProperty({ type: 'integer', format: 'int64', nullable: true });

export class QuotasDto {
  /**
   * Most sessions that the workspace may have; null, as for the other quotas: any number.
   * @example 100
   */
  @Quota()
  readonly sessions!: number | null;

  /**
   * Most trades in all its sessions together.
   * @example 1000000
   */
  @Quota()
  readonly trades!: number | null;

  /**
   * Most requests in a minute, with all keys of the workspace together.
   * @example 600
   */
  @Quota()
  readonly requestsPerMinute!: number | null;

  /**
   * Most statistics that each instance of the service computes, or lets wait, at a time.
   * @example 4
   */
  @Quota()
  readonly statistics!: number | null;
}

export class UsageDto {
  /**
   * Sessions that are stored.
   * @example 12
   */
  @Whole()
  readonly sessions!: number;

  /**
   * Trades that are stored, in all sessions together.
   * @example 48211
   */
  @Whole()
  readonly trades!: number;

  /**
   * Requests in the current minute, this one included; null without a quota, as they are not counted then.
   * @example 17
   */
  @Quota()
  readonly requestsPerMinute!: number | null;

  /**
   * Statistics that this instance computes, or that wait for it.
   * @example 0
   */
  @Whole()
  readonly statistics!: number;
}

export class UsageAnswer {
  /** What the workspace may use at most. */
  readonly quotas!: QuotasDto;

  /** What it uses. */
  readonly usage!: UsageDto;
}
