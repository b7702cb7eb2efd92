import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { within } from '../../shared/concurrency/within.js';
import type { ConfiguredKey } from '../config/configured-keys.js';
import { Environment } from '../config/environment.js';
import { ApiKey } from './api-key.entity.js';
import { KeyUsage } from './key-usage.js';
import { CONFIGURED_KEY, Principal, SCOPES } from './principal.js';
import type { RefusedKey } from './refused-keys.js';
import { hashOf, sameHash } from './secrets.js';
import { WorkspacesService } from './workspaces.service.js';

/** Time for which the result of a look-up is cached, ms. Every instance refuses a revoked key after this time. */
export const KEY_CACHED_MS = 3_000;

/**
 * Maximum number of cached results. Refused keys are cached as well, so that a client that repeats a refused key does
 * not load the database.
 */
const MAX_CACHED = 10_000;

interface LookUp {
  readonly principal: Principal | null;
  /** The stored key of the secret, if this key is expired or revoked. */
  readonly refused?: RefusedKey;
  /** True if the key has a row in which its use is recorded. Keys of the settings have no row. */
  readonly isStored: boolean;
}

type HashedKey = Omit<ConfiguredKey, 'secret'> & { readonly hash: string };

/**
 * Time that a read of the metrics waits for the look-up of its key, ms. Applies to keys that have been valid before.
 */
const SCRAPE_WAIT_MS = 1_000;

/** Time for which a key that has read the metrics is accepted while the database does not respond, ms. */
const SCRAPER_KEPT_MS = 3_600_000;

const MAX_SCRAPERS = 100;

/** Looks up the owner of a secret. */
@Injectable()
export class Authenticator {
  private readonly configured: readonly HashedKey[];
  /**
   * Look-ups by the hash of the secret. The cache uses a monotonic clock, so setting the clock back does not extend the
   * validity of a result.
   */
  private readonly lookUps = new LRUCache<string, LookUp>({ max: MAX_CACHED, ttl: KEY_CACHED_MS });

  /** Callers that have read the metrics, by the hash of the secret. */
  private readonly scrapers = new LRUCache<string, Principal>({ max: MAX_SCRAPERS, ttl: SCRAPER_KEPT_MS });

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
   * Returns the owner of this secret; null if the secret is unknown, expired or revoked. Callers cannot distinguish
   * these cases.
   */
  async findPrincipal(secret: string): Promise<Principal | null> {
    const hash = hashOf(secret);
    const { principal, isStored } = this.lookUps.get(hash) ?? (await this.lookUp(hash));
    if (principal?.keyId !== undefined && isStored) this.usage.note(principal.keyId);
    return principal;
  }

  /**
   * Returns the owner for a read of the metrics. Metrics must work while the database does not respond. Until the
   * database responds again, the last result is used.
   */
  async findScraper(secret: string): Promise<Principal | null> {
    const hash = hashOf(secret);
    const known = this.scrapers.get(hash);
    const found = this.findPrincipal(secret).then((principal) => {
      if (principal) this.scrapers.set(hash, principal);
      else this.scrapers.delete(hash);
      return principal;
    });
    return known ? within(SCRAPE_WAIT_MS, found, known).catch(() => known) : found;
  }

  /**
   * Returns the stored key of a secret that a look-up has just refused. Returns undefined if no key is stored for the
   * secret, or if the result of the look-up is no longer cached.
   */
  refusedKey(secret: string): RefusedKey | undefined {
    return this.lookUps.peek(hashOf(secret))?.refused;
  }

  private async lookUp(hash: string): Promise<LookUp> {
    const configured = this.configured.find((key) => sameHash(key.hash, hash));
    return configured ? this.lookUpConfigured(hash, configured) : this.lookUpStored(hash);
  }

  /**
   * Looks up a key of the settings. The result is cached without an expiry, because a process reads its settings only
   * once.
   */
  private async lookUpConfigured(hash: string, { name, workspace }: HashedKey): Promise<LookUp> {
    const workspaceId = await this.workspaces.idOf(workspace);
    const principal = { keyId: `${CONFIGURED_KEY}${name}`, workspaceId, scopes: SCOPES };
    return this.cached(hash, { principal, isStored: false }, Infinity);
  }

  private async lookUpStored(hash: string): Promise<LookUp> {
    const key = await this.dataSource.manager.findOneBy(ApiKey, { hash });
    if (!key || !sameHash(key.hash, hash))
      return this.cached(hash, { principal: null, isStored: false }, KEY_CACHED_MS);
    const { id: keyId, workspaceId, scopes } = key;
    const endsInMs = endOf(key) - Date.now();
    if (endsInMs <= 0) {
      const refused = { keyId, workspaceId };
      return this.cached(hash, { principal: null, refused, isStored: false }, KEY_CACHED_MS);
    }
    const principal = { keyId, workspaceId, scopes };
    return this.cached(hash, { principal, isStored: true }, Math.min(KEY_CACHED_MS, endsInMs));
  }

  private cached(hash: string, lookUp: LookUp, ttl: number): LookUp {
    this.lookUps.set(hash, lookUp, { ttl });
    return lookUp;
  }
}

/** Returns when a key stops being valid, epoch ms. */
const endOf = ({ expiresAt, revokedAt }: ApiKey): number =>
  Math.min(expiresAt ?? Infinity, revokedAt ?? Infinity);
