import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, IsNull, LessThan, MoreThan, Or, Repository } from 'typeorm';
import { type Author, type Caller, byCommand } from '../audit/author.js';
import { recordChange } from '../audit/record-change.js';
import { LAST_INSTANT } from '../../shared/fields/value-rules.js';
import { isId, newId } from '../../shared/fields/ids.js';
import { Problem, foundOr, validationProblem } from '../../shared/problems/problem.js';
import { ApiKey } from './api-key.entity.js';
import { keyStateAt } from './key-state.js';
import { CONFIGURED_KEY, Scope } from './principal.js';
import { requireValid } from './require-valid.js';
import { hashOf, newSecret, prefixOf } from './secrets.js';
import { keyRequired } from './unauthorized.js';
import { Workspace } from './workspace.entity.js';
import { WorkspacesService } from './workspaces.service.js';

/** Properties of a new key, apart from its workspace. */
export interface KeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Expiry in epoch ms; null for a key that never expires. */
  readonly expiresAt: number | null;
}

export interface NewKey extends KeyInput {
  readonly workspace: string;
}

/** Author of changes that a command makes. */
const COMMAND = byCommand('cli');

/** A new key with its secret. The secret is not stored anywhere. */
export interface CreatedKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** A key that replaces another key, and the current state of the replaced key. */
export interface RotatedKey extends CreatedKey {
  readonly replaced: ApiKey;
}

export interface ListedKey extends ApiKey {
  readonly workspace: string;
}

/** Creates, lists, revokes and replaces the stored keys. */
@Injectable()
export class KeysService {
  constructor(
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
    private readonly workspaces: WorkspacesService,
  ) {}

  async create(wanted: NewKey, author: Author = COMMAND): Promise<CreatedKey> {
    return this.keys.manager.transaction((transaction) => this.createWithin(transaction, wanted, author));
  }

  async createWithin(transaction: EntityManager, wanted: NewKey, author: Author): Promise<CreatedKey> {
    const workspaceId = await this.workspaces.idOf(wanted.workspace, transaction);
    await this.workspaces.reopen(workspaceId, transaction);
    return insertKey(transaction, { ...author, workspaceId }, wanted);
  }

  /**
   * Creates a key of the caller's workspace. The new key must not expire later than the caller's own key or token.
   * @throws Problem UNAUTHORIZED if the caller's key or token has expired, VALIDATION_FAILED for a later expiry
   */
  async createFor(caller: Caller, wanted: KeyInput): Promise<CreatedKey> {
    return this.keys.manager.transaction(async (transaction) => {
      const latest = await latestEnd(transaction, caller);
      if (latest !== null && wanted.expiresAt !== null && wanted.expiresAt > latest)
        throw validationProblem([{ field: 'expiresAt', message: `must not be after ${latest}, ${OWN_END}` }]);
      return insertKey(transaction, caller, { ...wanted, expiresAt: wanted.expiresAt ?? latest });
    });
  }

  /** Returns all keys, oldest first, with the names of their workspaces. */
  async list(): Promise<ListedKey[]> {
    const keys = await this.keys.find({ order: { createdAt: 'ASC', id: 'ASC' } });
    const workspaces = await this.keys.manager.find(Workspace);
    const names = new Map(workspaces.map(({ id, name }) => [id, name]));
    return keys.map((key) => ({ ...key, workspace: names.get(key.workspaceId) ?? '' }));
  }

  /**
   * Returns a page of the keys of a workspace, newest first. Ids ascend with the time of creation.
   * @param before id of the last key of the previous page; null for the first page
   */
  async listIn(workspaceId: string, before: string | null, count: number): Promise<ApiKey[]> {
    const where = { workspaceId, ...(before !== null && { id: LessThan(before) }) };
    return this.keys.find({ where, order: { id: 'DESC' }, take: count });
  }

  /** @throws Problem KEY_NOT_FOUND, also for a key of another workspace or a text that is not an id */
  async get(workspaceId: string, id: string): Promise<ApiKey> {
    const key = isId(id) && (await this.keys.findOneBy({ workspaceId, id }));
    return foundOr(key, () => new Problem('KEY_NOT_FOUND', 'There is no key with this id.'));
  }

  /**
   * @param id the id of a caller's key
   * @throws Problem UNAUTHORIZED if the key was removed after the caller was identified
   */
  async nameOf(workspaceId: string, id: string): Promise<string> {
    if (id.startsWith(CONFIGURED_KEY)) return id.slice(CONFIGURED_KEY.length);
    return foundOr(await this.keys.findOneBy({ workspaceId, id }), keyRequired).name;
  }

  /** Returns the key whose id begins with this text; null if no key or more than one key matches. */
  async find(idStart: string): Promise<ListedKey | null> {
    const [only, ...others] = (await this.list()).filter(({ id }) => id.startsWith(idStart.toLowerCase()));
    return only && others.length === 0 ? only : null;
  }

  /**
   * Revokes the key. Every instance refuses the key within seconds. Revoking a revoked key changes nothing. A key may
   * revoke itself.
   * @returns the current state of the key
   * @throws Problem UNAUTHORIZED if the author is a key that is no longer valid
   */
  async revoke({ id, workspaceId }: ApiKey, author: Author = COMMAND): Promise<ApiKey> {
    return this.keys.manager.transaction(async (transaction) => {
      if (author.actor !== id) await requireValid(transaction, author);
      const valid = { id, revokedAt: IsNull() };
      const { affected } = await transaction.update(ApiKey, valid, { revokedAt: Date.now() });
      if (affected)
        await recordChange(transaction, { ...author, workspaceId }, { action: 'key.revoke', resourceId: id });
      return transaction.findOneByOrFail(ApiKey, { id });
    });
  }

  /**
   * Creates a key that replaces an old key. The new key has the same name, workspace, scopes and lifetime as the old
   * key, but does not expire later than the author's own key or token. The old key stays valid for the overlap, so that
   * its users can switch, but does not expire later than before.
   * @throws Problem KEY_NOT_VALID if the old key is expired or revoked
   */
  async rotate({ id }: Pick<ApiKey, 'id'>, overlapMs: number, author: Author = COMMAND): Promise<RotatedKey> {
    return this.keys.manager.transaction(async (manager) => {
      const latest = await latestEnd(manager, author);
      const old = await manager.findOneOrFail(ApiKey, { where: { id }, lock: { mode: 'for_no_key_update' } });
      const now = Date.now();
      const state = keyStateAt(old, now);
      if (state !== 'valid')
        throw new Problem('KEY_NOT_VALID', `The key ${id} is ${state}; create a new one instead.`);
      const wanted = old.expiresAt === null ? null : now + (old.expiresAt - old.createdAt);
      const expiresAt = wanted === null ? latest : Math.min(wanted, latest ?? LAST_INSTANT, LAST_INSTANT);
      const caller = { ...author, workspaceId: old.workspaceId };
      await recordChange(manager, caller, { action: 'key.rotate', resourceId: id });
      const created = await insertKey(manager, caller, { ...old, expiresAt });
      const overlapEnd = now + overlapMs;
      const endsLater = { id, expiresAt: Or(IsNull(), MoreThan(overlapEnd)) };
      await manager.update(ApiKey, endsLater, { expiresAt: overlapEnd });
      return { ...created, replaced: await manager.findOneByOrFail(ApiKey, { id }) };
    });
  }

  /** Returns whether any key, even a revoked key, is stored. */
  async hasStoredKey(manager: EntityManager = this.keys.manager): Promise<boolean> {
    return manager.exists(ApiKey);
  }
}

async function insertKey(
  manager: EntityManager,
  caller: Caller,
  { name, scopes, expiresAt }: KeyInput,
): Promise<CreatedKey> {
  const secret = newSecret();
  const key: ApiKey = {
    id: newId(),
    workspaceId: caller.workspaceId,
    name,
    prefix: prefixOf(secret),
    hash: hashOf(secret),
    scopes: [...scopes],
    createdAt: Date.now(),
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
  await manager.insert(ApiKey, key);
  await recordChange(manager, caller, { action: 'key.create', resourceId: key.id });
  return { key, secret };
}

const OWN_END = 'when the key or token of the request ends';

/**
 * Returns the latest expiry of keys that this author may create, epoch ms; null for no limit. Without this limit, a
 * token that is valid for seconds could create a key that never expires.
 * @throws Problem UNAUTHORIZED if that time has passed, which is possible within the clock skew of a token
 */
async function latestEnd(manager: EntityManager, author: Author): Promise<number | null> {
  const endsAt = await requireValid(manager, author);
  if (endsAt !== null && endsAt <= Date.now()) throw keyRequired();
  return endsAt;
}
