import { ApiProperty } from '@nestjs/swagger';
import { ACTIONS, RESOURCE_TYPES } from '../audit/actions.js';
import type { AuditEntry } from '../audit/audit.store.js';
import { ACTOR_KINDS } from '../audit/author.js';
import { Id, Time, Word } from '../../shared/fields/answer-fields.js';

export class ActorDto {
  /**
   * Kind of author: an API key, the subject of a token, a command, or the unknown sender of a refused secret.
   * @example "key"
   */
  @Word(ACTOR_KINDS)
  readonly kind!: string;

  /**
   * Id of the author: the id of a key (`configured:NAME` for a key of the settings), the subject of a token, or the
   * name of a command. For an unknown sender, `key` or `token`.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @ApiProperty()
  readonly id!: string;
}

export class ResourceDto {
  /**
   * Kind of resource that was changed. Changes of trades and states belong to their session.
   * @example "session"
   */
  @Word(RESOURCE_TYPES)
  readonly type!: string;

  /**
   * Id of the resource, which may have been deleted.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Id()
  readonly id!: string;

  /** Id of the trade, if the change is about a single trade; otherwise null. */
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  readonly tradeId!: string | null;
}

/** A change, without the values that were changed. */
export class AuditEntryDto {
  /**
   * Id of the entry.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Id()
  readonly id!: string;

  /**
   * When the change was made, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly time!: number;

  /** Author of the change. */
  readonly actor!: ActorDto;

  /**
   * Action that changed the resource.
   * @example "session.finish"
   */
  @Word(ACTIONS)
  readonly action!: string;

  /** Resource that was changed. */
  readonly resource!: ResourceDto;

  /**
   * Number of trades that were added, removed or exported. For `workspace.*`, the number of rows; for `key.refuse`, the
   * number of requests. Null if the action counts nothing.
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly count!: number | null;

  /**
   * Address of the client. Null for a command, and for the `key.refuse` entry that further addresses share.
   * @example "192.0.2.17"
   */
  @ApiProperty({ type: 'string', nullable: true })
  readonly address!: string | null;

  /**
   * `x-request-id` of the request, which is also in the log; null for a command. For `key.refuse`, the id of the first
   * refused request, or null in the entry that further addresses share.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @ApiProperty({ type: 'string', nullable: true })
  readonly requestId!: string | null;
}

export class AuditAnswer {
  /** Entries of the page, newest first. */
  readonly entries!: AuditEntryDto[];

  /** `cursor` of the next page; null on the last page. */
  @ApiProperty({ type: 'string', nullable: true })
  readonly nextCursor!: string | null;
}

export const toAuditEntryDto = (entry: AuditEntry): AuditEntryDto => {
  const { id, time, actorKind, actor, action, count, address, requestId } = entry;
  return {
    id,
    time,
    actor: { kind: actorKind, id: actor },
    action,
    resource: { type: entry.resourceType, id: entry.resourceId, tradeId: entry.tradeId },
    count,
    address,
    requestId,
  };
};
