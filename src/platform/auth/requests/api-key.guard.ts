import { CanActivate, ExecutionContext, Injectable, SetMetadata, applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Request } from 'express';
import { Environment } from '../../config/environment.js';
import { ApiRemoves, ApiScopes, lackingScope } from '../../../shared/problems/api-problems.js';
import { Problem } from '../../../shared/problems/problem.js';
import { scopesOfMethod } from '../method-scopes.js';
import { Principal, Scope } from '../principal.js';
import { unauthorized } from '../unauthorized.js';

const PUBLIC = 'auth:public';
const SCOPES = 'auth:scopes';
const REMOVES = 'auth:removes';
const ANY_SCOPE = 'any';

/** Marks a route that requires no key. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Sets the scopes of a route. A request to the route needs one of these scopes. The default is `scopesOfMethod`. */
export const NeedsScope = (...scopes: readonly Scope[]) =>
  applyDecorators(SetMetadata(SCOPES, scopes), ApiScopes(scopes));

/** Marks a route that removes what DELETE removes, so that it needs the same scopes. */
export const NeedsScopeOfDelete = () => applyDecorators(SetMetadata(REMOVES, true), ApiRemoves());

/** Marks a route that requires a key with any scope. */
export const NeedsAnyScope = () => applyDecorators(SetMetadata(SCOPES, ANY_SCOPE), ApiScopes(null));

/**
 * Returns the caller. Otherwise throws the error that prevented the look-up, or a 401. The 401 is the same for a
 * missing, unknown, expired or revoked key.
 */
export function principalOf(request: Request): Principal {
  if (request.authenticationError !== undefined) throw request.authenticationError;
  if (!request.principal) throw unauthorized(request);
  return request.principal;
}

/** Requires a valid key with the scope of the route, unless the route is public. Applies to every route. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly environment: Environment,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, targets)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const { scopes, keyId } = principalOf(request);
    const accepted =
      this.reflector.getAllAndOverride<readonly Scope[] | typeof ANY_SCOPE | undefined>(SCOPES, targets) ??
      scopesOfMethod(
        this.reflector.getAllAndOverride<boolean>(REMOVES, targets) ? 'DELETE' : request.method,
        this.environment,
      );
    const credential = keyId === undefined ? 'token' : 'key';
    if (accepted === ANY_SCOPE) {
      if (scopes.length === 0) throw new Problem('FORBIDDEN', `This ${credential} has no scope.`);
    } else if (!accepted.some((scope) => scopes.includes(scope))) {
      throw new Problem('FORBIDDEN', lackingScope(credential, accepted));
    }
    return true;
  }
}
