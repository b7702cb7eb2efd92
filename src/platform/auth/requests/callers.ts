import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Environment } from '../../config/environment.js';
import { validationProblem } from '../../../shared/problems/problem.js';
import { IS_SCRAPE } from './scrape-path.js';
import { Authenticator } from '../authenticator.js';
import type { Principal } from '../principal.js';
import { bearerTokenIn } from '../tokens/bearer-token.js';
import { TokenAuthenticator, type TokenResult } from '../tokens/token-authenticator.js';
import { unauthorized } from '../unauthorized.js';
import { clientAddress } from '../client-address.js';
import { RefusedKeys } from '../refused-keys.js';
import { workspaceErased } from '../workspace-erased.js';
import { WorkspaceQuotas } from '../workspace-quotas.js';

/** Identifies the caller of a request by its key or its token. */
@Injectable()
export class Callers {
  /** @param tokens null if the service accepts only API keys; the header Authorization is then ignored */
  constructor(
    private readonly keys: Authenticator,
    @Inject(TokenAuthenticator) private readonly tokens: TokenAuthenticator | null,
    private readonly quotas: WorkspaceQuotas,
    private readonly refusedKeys: RefusedKeys,
    private readonly environment: Environment,
  ) {}

  /**
   * Identifies the caller before the body is read. The guard later accepts or refuses the request. A failure is stored
   * for the guard, so that routes without a key keep working while the database is unavailable.
   */
  async identify(request: Request): Promise<void> {
    try {
      if (this.tokens) request.takesTokens = true;
      const result = await this.find(request);
      if (!result) return;
      if ('principal' in result) {
        request.principal = result.principal;
        await this.requireWorkspace(request, result.principal);
      } else {
        this.refuse(request, result.refusal);
        if (result.problem) request.authenticationError = result.problem;
      }
    } catch (error) {
      request.authenticationError = error;
    }
  }

  /**
   * Identifies the caller again after a body has arrived, which may take minutes.
   * @throws Problem UNAUTHORIZED if the key or the token has expired or been revoked in the meantime; FORBIDDEN if the
   * workspace was erased in the meantime
   */
  async requireStill(request: Request): Promise<void> {
    const result = await this.find(request);
    if (result && 'principal' in result) return this.requireWorkspace(request, result.principal);
    if (result) this.refuse(request, result.refusal);
    throw result?.problem ?? unauthorized(request);
  }

  private refuse(request: Request, refusal: string): void {
    request.refusal = refusal;
    const secret = request.headers['x-api-key'];
    this.refusedKeys.note({
      key: typeof secret === 'string' ? this.keys.refusedKey(secret) : undefined,
      credential: secret === undefined ? 'token' : 'key',
      address: clientAddress(request),
      requestId: request.id ?? null,
    });
  }

  /** Returns the caller or a refusal; null if the request has neither key nor token. */
  private async find(request: Request): Promise<TokenResult | null> {
    const token = this.tokens ? bearerTokenIn(request) : null;
    if (!this.tokens || token === null) return this.findByKey(request);
    if (request.headers['x-api-key'] !== undefined) {
      // A gateway may add its own token to every request. If the request also has a key, the key therefore identifies
      // the caller.
      if (this.environment.isBehindSignIn) return this.findByKey(request);
      throw validationProblem([{ field: 'authorization', message: 'must not be sent beside x-api-key' }]);
    }
    return this.tokens.find(token);
  }

  private async findByKey(request: Request): Promise<TokenResult | null> {
    const secret = request.headers['x-api-key'];
    if (secret === undefined) return null;
    const find = (given: string) =>
      isScrape(request) ? this.keys.findScraper(given) : this.keys.findPrincipal(given);
    const principal = typeof secret === 'string' && secret !== '' ? await find(secret) : null;
    return principal ? { principal } : { refusal: 'key' };
  }

  /**
   * Throws if the workspace was erased. Reads of the metrics skip this check and do not wait for the database, because
   * metrics belong to the service and not to a workspace.
   */
  private async requireWorkspace(request: Request, { workspaceId }: Principal): Promise<void> {
    if (!isScrape(request) && (await this.quotas.isErased(workspaceId))) throw workspaceErased();
  }
}

const isScrape = ({ path }: Request): boolean => IS_SCRAPE.test(path);
