import { CanActivate, ExecutionContext, Injectable, SetMetadata, applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Request } from 'express';
import { ApiScope } from '../common/api-problems.js';
import { Problem } from '../common/problem.js';
import { Principal, Scope } from './principal.js';
import { unauthorized } from './unauthorized.js';

const PUBLIC = 'auth:public';
const SCOPE = 'auth:scope';

/** A route that answers without a key. */
export const Public = () => SetMetadata(PUBLIC, true);

/** The scope that a route needs. Without this a GET needs `read`, any other method `write`. */
export const NeedsScope = (scope: Scope) => applyDecorators(SetMetadata(SCOPE, scope), ApiScope(scope));

/** The caller, or a 401 that is the same for a missing, unknown, expired and revoked key, or why it is not known. */
export function principalOf(request: Request): Principal {
  if (request.authenticationError !== undefined) throw request.authenticationError;
  if (!request.principal) throw unauthorized(request);
  return request.principal;
}

/** Global: every route needs a valid key with the scope of the route, unless the route is public. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, targets)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const { scopes, keyId } = principalOf(request);
    const scope =
      this.reflector.getAllAndOverride<Scope | undefined>(SCOPE, targets) ?? scopeOf(request.method);
    if (!scopes.includes(scope)) {
      const credential = keyId === undefined ? 'token' : 'key';
      throw new Problem('FORBIDDEN', `This ${credential} lacks the scope "${scope}" that the request needs.`);
    }
    return true;
  }
}

const scopeOf = (method: string): Scope => (method === 'GET' || method === 'HEAD' ? 'read' : 'write');
