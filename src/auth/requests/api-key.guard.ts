import { CanActivate, ExecutionContext, Injectable, SetMetadata, applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Request } from 'express';
import { ApiScope } from '../../problems/api-problems.js';
import { Problem } from '../../problems/problem.js';
import { Principal, Scope } from '../principal.js';
import { unauthorized } from '../unauthorized.js';

const PUBLIC = 'auth:public';
const SCOPE = 'auth:scope';
const ANY_SCOPE = 'any';

/** Marks a route that requires no key. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Sets the scope that a route requires. The default is `read` for GET and `write` for any other method. */
export const NeedsScope = (scope: Scope) => applyDecorators(SetMetadata(SCOPE, scope), ApiScope(scope));

/** Marks a route that requires a key with any scope. */
export const NeedsAnyScope = () => applyDecorators(SetMetadata(SCOPE, ANY_SCOPE), ApiScope(null));

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
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, targets)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const { scopes, keyId } = principalOf(request);
    const scope =
      this.reflector.getAllAndOverride<Scope | typeof ANY_SCOPE | undefined>(SCOPE, targets) ??
      scopeOf(request.method);
    const credential = keyId === undefined ? 'token' : 'key';
    if (scope === ANY_SCOPE) {
      if (scopes.length === 0) throw new Problem('FORBIDDEN', `This ${credential} has no scope.`);
    } else if (!scopes.includes(scope)) {
      throw new Problem('FORBIDDEN', `This ${credential} lacks the scope "${scope}" that the request needs.`);
    }
    return true;
  }
}

const scopeOf = (method: string): Scope => (method === 'GET' || method === 'HEAD' ? 'read' : 'write');
