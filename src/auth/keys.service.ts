import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, IsNull, MoreThan, Or, Repository } from 'typeorm';
import { newId } from '../common/ids.js';
import { ApiKey } from './api-key.entity.js';
import { Scope } from './principal.js';
import { hashOf, newSecret, prefixOf } from './secrets.js';
import { Workspace } from './workspace.entity.js';
import { WorkspacesService } from './workspaces.service.js';

export interface NewKey {
  readonly name: string;
  readonly workspace: string;
  readonly scopes: readonly Scope[];
  /** Epoch ms; null: never. */
  readonly expiresAt: number | null;
}

/** A new key, with its secret, which is not stored anywhere. */
export interface CreatedKey {
  readonly key: ApiKey;
  readonly secret: string;
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

  async create(wanted: NewKey, manager: EntityManager = this.keys.manager): Promise<CreatedKey> {
    const workspaceId = await this.workspaces.idOf(wanted.workspace, manager);
    return insertKey(manager, { ...wanted, workspaceId });
  }

  /** All keys, oldest first, with the names of their workspaces. */
  async list(): Promise<ListedKey[]> {
    const keys = await this.keys.find({ order: { createdAt: 'ASC', id: 'ASC' } });
    const workspaces = await this.keys.manager.find(Workspace);
    const names = new Map(workspaces.map(({ id, name }) => [id, name]));
    return keys.map((key) => ({ ...key, workspace: names.get(key.workspaceId) ?? '' }));
  }

  /** The key whose id begins with this text; null if there is none or more than one. */
  async find(idStart: string): Promise<ListedKey | null> {
    const [only, ...others] = (await this.list()).filter(({ id }) => id.startsWith(idStart.toLowerCase()));
    return only && others.length === 0 ? only : null;
  }

  /** Revokes the key: every instance refuses it within seconds. Revoking it again changes nothing. */
  async revoke({ id }: ApiKey): Promise<void> {
    await this.keys.update({ id, revokedAt: IsNull() }, { revokedAt: Date.now() });
  }

  /**
   * Creates a key that replaces another: same name, workspace and scopes, and valid for as long as the old one was from
   * its creation. The old one stays valid for the overlap, so that its users can change over, but never for longer than
   * it was.
   */
  async rotate(old: ApiKey, overlapMs: number): Promise<CreatedKey> {
    const now = Date.now();
    const expiresAt = old.expiresAt === null ? null : now + (old.expiresAt - old.createdAt);
    const overlapEnd = now + overlapMs;
    return this.keys.manager.transaction(async (manager) => {
      const created = await insertKey(manager, { ...old, expiresAt });
      const endsLater = { id: old.id, expiresAt: Or(IsNull(), MoreThan(overlapEnd)) };
      await manager.update(ApiKey, endsLater, { expiresAt: overlapEnd });
      return created;
    });
  }

  /** Whether a key was ever stored, even if it is revoked by now. */
  async hasStoredKey(manager: EntityManager = this.keys.manager): Promise<boolean> {
    return manager.exists(ApiKey);
  }
}

type KeyValues = Pick<ApiKey, 'name' | 'workspaceId' | 'expiresAt'> & { readonly scopes: readonly Scope[] };

async function insertKey(
  manager: EntityManager,
  { name, workspaceId, scopes, expiresAt }: KeyValues,
): Promise<CreatedKey> {
  const secret = newSecret();
  const key: ApiKey = {
    id: newId(),
    workspaceId,
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
  return { key, secret };
}
