import type { EntityManager } from 'typeorm';
import { newId } from '../../shared/fields/ids.js';
import type { Action, ResourceType } from './actions.js';
import type { Caller } from './author.js';

/** A change, without the changed values. */
export interface Change {
  readonly action: Action;
  readonly resourceId: string;
  /** Id of the changed trade, if the change concerns a single trade. */
  readonly tradeId?: string;
  /**
   * Number of trades, bars or rows that the change has added, removed or replaced. For an action that changes nothing,
   * the number of trades, rows or requests that the action concerns.
   */
  readonly count?: number;
  /** Type of the resource, if the action does not determine the type. */
  readonly resourceType?: ResourceType;
}

const INSERT = `
  INSERT INTO audit_entries
    (workspace_id, id, time, actor_kind, actor, action, resource_type, resource_id, trade_id, count, address, request_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

/**
 * Adds an entry to the audit log in the transaction that makes the change, so that the change and its entry are stored
 * together or not at all. `AuditLog` records actions without a change.
 * @param transaction the transaction of the change. It must have made the change before this call, so that a change
 * that fails or has no effect gets no entry
 */
export async function recordChange(
  transaction: EntityManager,
  { workspaceId, actorKind, actor, address, requestId }: Caller,
  { action, resourceId, tradeId, count, resourceType = resourceTypeOf(action) }: Change,
): Promise<void> {
  await transaction.query(INSERT, [
    workspaceId,
    newId(),
    Date.now(),
    actorKind,
    actor,
    action,
    resourceType,
    resourceId,
    tradeId ?? null,
    count ?? null,
    address,
    requestId,
  ]);
}

/** Returns the type of the changed resource. A change of trades counts as a change of their session. */
function resourceTypeOf(action: Action): ResourceType {
  const [noun] = action.split('.') as [ResourceType | 'trade' | 'trades' | 'state' | 'quotas' | 'candles'];
  // Candles belong to no workspace, so their imports are listed for the workspace of the caller.
  if (noun === 'quotas' || noun === 'candles') return 'workspace';
  return noun === 'trade' || noun === 'trades' || noun === 'state' ? 'session' : noun;
}
