import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Environment } from '../config/environment.js';
import { ApiKey } from './api-key.entity.js';
import { KeyUsage } from './key-usage.js';
import { Principal, SCOPES } from './principal.js';
import { hashOf, sameHash } from './secrets.js';
import { WorkspacesService } from './workspaces.service.js';

/** How long a looked-up key is believed, ms: after a revocation every instance refuses it within this time. */
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

/** Finds out who is behind a secret. */
@Injectable()
export class Authenticator {
  private readonly configured: readonly ConfiguredPrincipal[];
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly workspaces: WorkspacesService,
    private readonly usage: KeyUsage,
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
    if (!key || !sameHash(key.hash, hash) || !isValid(key, Date.now())) return null;
    this.usage.note(key.id);
    return { keyId: key.id, workspaceId: key.workspaceId, scopes: key.scopes };
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

const isValid = ({ revokedAt, expiresAt }: ApiKey, now: number): boolean =>
  (revokedAt === null || revokedAt > now) && (expiresAt === null || expiresAt > now);
