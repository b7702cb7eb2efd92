import { OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LAST_INSTANT } from '../../../shared/fields/value-rules.js';
import { Problem } from '../../../shared/problems/problem.js';
import type { TokenRules } from '../../config/token-settings.js';
import type { Principal } from '../principal.js';
import { hashOf } from '../secrets.js';
import type { WorkspacesService } from '../workspaces.service.js';
import { checkToken } from './check-token.js';
import { loadKeySet } from './load-key-set.js';
import type { TokenIdentity } from './token-claims.js';
import { TokenKeys } from './token-keys.js';
import { TokenRefused } from './token-refused.js';

/**
 * Time for which the result of a check is cached, ms. After this time every instance uses the current key set and
 * workspaces.
 */
const CACHED_MS = 3_000;
const MAX_CACHED = 10_000;

/** The owner of a token, or the reason for which it was refused. */
export type TokenResult =
  | { readonly principal: Principal }
  | {
      /** Short reason, for the log. */
      readonly refusal: string;
      /** Error for the client; undefined for a 401. */
      readonly problem?: Problem;
    };

/** Looks up the owner of a bearer token. */
export class TokenAuthenticator implements OnApplicationShutdown {
  private readonly closing = new AbortController();
  private readonly keys: TokenKeys;
  /** Results by the hash of the token, including refused tokens. */
  private readonly results = new LRUCache<string, TokenResult>({ max: MAX_CACHED, ttl: CACHED_MS });

  constructor(
    private readonly rules: TokenRules,
    private readonly workspaces: WorkspacesService,
  ) {
    this.keys = new TokenKeys(() => loadKeySet(rules.keySet, this.closing.signal));
  }

  /**
   * Reads the key set for the first time. If the identity provider is unreachable, the service starts anyway, and
   * requests with tokens get IDENTITY_UNAVAILABLE until the key set can be read. A file, however, is part of the settings, so it must be readable.
   * @throws Error if the file cannot be used
   */
  async start(): Promise<void> {
    const reading = this.keys.reload();
    if ('url' in this.rules.keySet) return;
    const failure = await reading;
    if (failure !== null) throw new Error(`JWT_JWKS_FILE cannot be used: ${failure}`);
  }

  onApplicationShutdown(): void {
    this.closing.abort();
  }

  /** @throws Problem IDENTITY_UNAVAILABLE */
  async find(token: string): Promise<TokenResult> {
    const hash = hashOf(token);
    const known = this.results.get(hash);
    if (known) return known;
    const { result, validMs } = await this.lookUp(token);
    this.results.set(hash, result, { ttl: Math.max(1, Math.min(CACHED_MS, validMs)) });
    return result;
  }

  private async lookUp(token: string): Promise<{ result: TokenResult; validMs: number }> {
    try {
      const identity = await checkToken(token, this.rules, this.keys);
      const validMs = (identity.expiresAt + this.rules.clockSkewS) * 1000 - Date.now();
      return { result: await this.resultOf(identity), validMs };
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      return { result: { refusal: error.reason }, validMs: CACHED_MS };
    }
  }

  /**
   * Returns the owner of a token. A token never creates a workspace, because a wrong claim would create an empty
   * workspace.
   */
  private async resultOf({ subject, workspace, scopes, expiresAt }: TokenIdentity): Promise<TokenResult> {
    const workspaceId = await this.workspaces.findId(workspace);
    if (workspaceId === null) {
      const problem = new Problem('FORBIDDEN', 'The workspace that the token names does not exist.');
      return { refusal: 'unknown workspace', problem };
    }
    const endsAt = Math.min(Math.floor(expiresAt * 1000), LAST_INSTANT);
    return { principal: { subject, endsAt, workspaceId, scopes } };
  }
}
