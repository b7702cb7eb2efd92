import { ApiProperty } from '@nestjs/swagger';
import { Time, Whole, Word } from '../../shared/fields/answer-fields.js';
import { SummaryDto } from '../../sessions/session-record.dto.js';
import { STATUSES } from '../../sessions/session.entity.js';

/** The `data` of an event `session`: the present state of the session. */
export class SessionEventDto {
  /**
   * Number of changes that affect the session's statistics.
   * @example 17
   */
  @Whole()
  readonly revision!: number;

  /**
   * Number of changes of names, notes, tags and positions, of the session and of its trades.
   * @example 3
   */
  @Whole()
  readonly labelRevision!: number;

  /**
   * `active` until the session is finished. A finished session accepts no new trades.
   * @example "active"
   */
  @Word(STATUSES)
  readonly status!: string;

  /** Summary of the session's trades. */
  @ApiProperty()
  readonly summary!: SummaryDto;

  /**
   * When a field of the session itself last changed, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly updatedAt!: number;
}
