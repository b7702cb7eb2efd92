import type { EntityManager } from 'typeorm';
import type { Author, Caller } from '../audit/author.js';
import { isId } from '../../shared/fields/ids.js';
import { ApiKey } from './api-key.entity.js';
import { keyStateAt } from './key-state.js';
import { keyRequired } from './unauthorized.js';
import { workspaceErased } from './workspace-erased.js';
import { Workspace } from './workspace.entity.js';

/**
 * Checks in the database whether the author is still valid. Look-ups of keys are cached for seconds, and only a key
 * that is valid now may create or revoke things that outlast the cache.
 * @returns when the key or the token of the author expires, epoch ms; null for never
 * @throws Problem UNAUTHORIZED
 */
export async function requireValid(
  manager: EntityManager,
  { actorKind, actor, endsAt }: Author,
): Promise<number | null> {
  // Keys of the settings, tokens and commands have no row.
  if (actorKind !== 'key' || !isId(actor)) return endsAt ?? null;
  const key = await manager.findOneBy(ApiKey, { id: actor });
  if (!key || keyStateAt(key, Date.now()) !== 'valid') throw keyRequired();
  return key.expiresAt;
}

/**
 * Checks the caller in the transaction of a write that has waited long after the caller was identified.
 * @throws Problem UNAUTHORIZED; FORBIDDEN if the workspace was erased
 */
export async function requireValidCaller(transaction: EntityManager, caller: Caller): Promise<void> {
  await requireValid(transaction, caller);
  const workspace = await transaction.findOneBy(Workspace, { id: caller.workspaceId });
  if (workspace && workspace.erasedAt !== null) throw workspaceErased();
}
