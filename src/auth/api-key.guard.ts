import { CanActivate, ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Request } from 'express';
import { Problem } from '../common/problem.js';
import { Principal, Scope } from './principal.js';

const PUBLIC = 'auth:public';
const SCOPE = 'auth:scope';

/** A route that answers without a key. */
export const Public = () => SetMetadata(PUBLIC, true);

/** The scope that a route needs, where it is not what its method says. */
export const NeedsScope = (scope: Scope) => SetMetadata(SCOPE, scope);

/** Whoever asks, or a 401 that is the same for a missing, unknown, expired and revoked key. */
export function principalOf(request: Request): Principal {
  if (request.authenticationError !== undefined) throw request.authenticationError;
  if (!request.principal) {
    throw new Problem('UNAUTHORIZED', 'A valid API key is needed in the header x-api-key.', {
      headers: { 'WWW-Authenticate': 'ApiKey header="x-api-key"' },
    });
  }
  return request.principal;
}

/** What a route asks of its caller: nothing, a scope, or the scope of the request's method. */
type Demand = 'public' | Scope | 'scope of the method';

/** Global: every route needs a valid key with the scope of the route, unless it is marked public. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  /** By handler: what its decorators say never changes. */
  private readonly demands = new WeakMap<object, Demand>();

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const demand = this.demandOf(context);
    if (demand === 'public') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const principal = principalOf(request);
    const scope = demand === 'scope of the method' ? scopeOfMethod(request.method) : demand;
    if (!principal.scopes.includes(scope)) {
      throw new Problem('FORBIDDEN', `This key lacks the scope "${scope}" that the request needs.`);
    }
    return true;
  }

  private demandOf(context: ExecutionContext): Demand {
    const handler = context.getHandler();
    const known = this.demands.get(handler);
    if (known) return known;
    const targets = [handler, context.getClass()];
    const isPublic = this.reflector.getAllAndOverride<boolean>(PUBLIC, targets);
    const scope = this.reflector.getAllAndOverride<Scope | undefined>(SCOPE, targets);
    const demand = isPublic ? 'public' : (scope ?? 'scope of the method');
    this.demands.set(handler, demand);
    return demand;
  }
}

const scopeOfMethod = (method: string): Scope => (method === 'GET' || method === 'HEAD' ? 'read' : 'write');
