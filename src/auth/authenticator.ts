import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BoundedMap } from '../common/bounded-map.js';
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
  readonly principal: Principal | null;
  /** Whether it is written down when it was used: configured keys are no rows. */
  readonly isStored: boolean;
  /** By the clock that only runs forward: a key is not believed for longer because the time was put back. */
  readonly until: number;
  /** When the key itself ends, epoch ms. */
  readonly endsAt: number;
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
  /** By the hash of the secret. */
  private readonly remembered = new BoundedMap<string, Remembered>(MOST_REMEMBERED);

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

  /**
   * Whoever owns this secret, or null when it is unknown, expired or revoked: nobody outside learns which. A promise only
   * when it must be looked up.
   */
  findPrincipal(secret: string): Principal | null | Promise<Principal | null> {
    const hash = hashOf(secret);
    const known = this.remembered.get(hash);
    if (!known || known.until <= performance.now() || known.endsAt <= Date.now()) return this.lookUp(hash);
    return this.noted(known);
  }

  private noted({ principal, isStored }: Remembered): Principal | null {
    if (principal && isStored) this.usage.note(principal.keyId);
    return principal;
  }

  private async lookUp(hash: string): Promise<Principal | null> {
    const now = Date.now();
    const configured = this.configured.find((key) => sameHash(key.hash, hash));
    const found = configured ? await this.principalOf(configured) : await this.findStored(hash, now);
    this.remembered.set(hash, found);
    return this.noted(found);
  }

  /** Configured keys change with the settings only, which a process reads once. */
  private async principalOf({ name, workspace }: ConfiguredPrincipal): Promise<Remembered> {
    const workspaceId = await this.workspaces.idOf(workspace);
    return {
      principal: { keyId: `configured:${name}`, workspaceId, scopes: SCOPES },
      isStored: false,
      until: Infinity,
      endsAt: Infinity,
    };
  }

  private async findStored(hash: string, now: number): Promise<Remembered> {
    const key = await this.dataSource.manager.findOneBy(ApiKey, { hash });
    const until = performance.now() + BELIEVED_MS;
    if (!key || !sameHash(key.hash, hash) || !isValid(key, now))
      return { principal: null, isStored: false, until, endsAt: Infinity };
    const { id: keyId, workspaceId, scopes, expiresAt, revokedAt } = key;
    return {
      principal: { keyId, workspaceId, scopes },
      isStored: true,
      until,
      // A key whose end is known is not believed beyond it.
      endsAt: Math.min(expiresAt ?? Infinity, revokedAt ?? Infinity),
    };
  }
}

const isValid = ({ revokedAt, expiresAt }: ApiKey, now: number): boolean =>
  (revokedAt === null || revokedAt > now) && (expiresAt === null || expiresAt > now);
