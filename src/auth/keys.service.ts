import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager, IsNull } from 'typeorm';
import { Environment } from '../config/environment.js';
import { newId } from '../common/ids.js';
import { ApiKey } from './api-key.entity.js';
import { Principal, SCOPES, Scope } from './principal.js';
import { hashOf, newSecret, prefixOf, sameHash } from './secrets.js';
import { WorkspacesService } from './workspaces.service.js';

/** How long a looked-up key is believed: after a revocation other instances refuse it within this time. */
const BELIEVED_MS = 3_000;

/** Most keys kept in memory; unknown ones are kept as well, so that guessing does not become database load. */
const MOST_REMEMBERED = 10_000;

interface Remembered {
  readonly key: ApiKey | null;
  readonly until: number;
}

interface ConfiguredPrincipal {
  readonly hash: string;
  readonly name: string;
  readonly workspace: string;
}

export interface NewKey {
  readonly name: string;
  readonly workspace: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
}

@Injectable()
export class KeysService {
  private readonly configured: readonly ConfiguredPrincipal[];
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly workspaces: WorkspacesService,
    environment: Environment,
  ) {
    this.configured = environment.configuredKeys.map(({ name, workspace, secret }) => ({
      name,
      workspace,
      hash: hashOf(secret),
    }));
  }

  /** Whoever owns this secret, or null when it is unknown, expired or revoked: nobody outside learns which. */
  async findPrincipal(secret: string): Promise<Principal | null> {
    const hash = hashOf(secret);
    const configured = this.configured.find((key) => sameHash(key.hash, hash));
    if (configured) {
      const workspaceId = await this.workspaces.idOf(configured.workspace);
      return { keyId: `configured:${configured.name}`, workspaceId, scopes: SCOPES };
    }
    const key = await this.findStored(hash);
    const now = Date.now();
    if (!key || !sameHash(key.hash, hash)) return null;
    if (key.revokedAt !== null && key.revokedAt <= now) return null;
    if (key.expiresAt !== null && key.expiresAt <= now) return null;
    return { keyId: key.id, workspaceId: key.workspaceId, scopes: key.scopes };
  }

  /** Makes a key; its secret is in this answer and nowhere else. */
  async create(
    wanted: NewKey,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<{ key: ApiKey; secret: string }> {
    const secret = newSecret();
    const repository = manager.getRepository(ApiKey);
    const key = repository.create({
      id: newId(),
      workspaceId: await this.workspaces.idOf(wanted.workspace, manager),
      name: wanted.name,
      prefix: prefixOf(secret),
      hash: hashOf(secret),
      scopes: [...wanted.scopes],
      createdAt: Date.now(),
      expiresAt: wanted.expiresAt,
      revokedAt: null,
      lastUsedAt: null,
    });
    await repository.insert(key);
    return { key, secret };
  }

  /** Whether anybody could get in with a stored key. */
  async hasStoredKey(manager: EntityManager = this.dataSource.manager): Promise<boolean> {
    return manager.existsBy(ApiKey, { revokedAt: IsNull() });
  }

  private async findStored(hash: string): Promise<ApiKey | null> {
    const now = Date.now();
    const known = this.remembered.get(hash);
    if (known && known.until > now) return known.key;
    const key = await this.dataSource.manager.findOneBy(ApiKey, { hash });
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(hash, { key, until: now + BELIEVED_MS });
    return key;
  }
}
