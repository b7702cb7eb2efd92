import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';
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

/** A key just made; its secret is here and nowhere else. */
export interface CreatedKey {
  readonly key: ApiKey;
  readonly secret: string;
}

export interface ListedKey extends ApiKey {
  readonly workspace: string;
}

/** Makes, lists, revokes and replaces the stored keys. */
@Injectable()
export class KeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workspaces: WorkspacesService,
  ) {}

  async create(wanted: NewKey, manager: EntityManager = this.dataSource.manager): Promise<CreatedKey> {
    const workspaceId = await this.workspaces.idOf(wanted.workspace, manager);
    return insertKey(manager, { ...wanted, workspaceId });
  }

  /** All keys, oldest first, with the names of their workspaces. */
  async list(): Promise<ListedKey[]> {
    const keys = await this.dataSource.manager.find(ApiKey, { order: { createdAt: 'ASC', id: 'ASC' } });
    const workspaces = await this.dataSource.manager.find(Workspace);
    const names = new Map(workspaces.map(({ id, name }) => [id, name]));
    return keys.map((key) => ({ ...key, workspace: names.get(key.workspaceId) ?? '' }));
  }

  /** The one key whose id begins like this; null when none or several do. */
  async find(idStart: string): Promise<ListedKey | null> {
    const [only, ...others] = (await this.list()).filter(({ id }) => id.startsWith(idStart.toLowerCase()));
    return only && others.length === 0 ? only : null;
  }

  /** From now on the key is refused, by every instance within seconds. Revoking it again changes nothing. */
  async revoke({ id }: ApiKey): Promise<void> {
    await this.dataSource.query('UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1', [
      id,
      Date.now(),
    ]);
  }

  /**
   * Makes a key that takes the place of another: same name, workspace and scopes, and valid for as long as the other was
   * from its beginning. The old one stays valid for the overlap, so that its users can change over; it never becomes
   * valid for longer than it was.
   */
  async rotate(old: ApiKey, overlapMs: number): Promise<CreatedKey> {
    const now = Date.now();
    const expiresAt = old.expiresAt === null ? null : now + (old.expiresAt - old.createdAt);
    return this.dataSource.transaction(async (manager) => {
      const created = await insertKey(manager, { ...old, expiresAt });
      await manager.query('UPDATE api_keys SET expires_at = least(expires_at, $2) WHERE id = $1', [
        old.id,
        now + overlapMs,
      ]);
      return created;
    });
  }

  /** Whether a key was ever stored, be it revoked by now. */
  async hasStoredKey(manager: EntityManager = this.dataSource.manager): Promise<boolean> {
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
