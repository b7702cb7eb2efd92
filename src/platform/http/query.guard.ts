import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { ANY_QUERY } from '../../shared/fields/any-query.js';
import { refuse } from './request.pipe.js';

/** Refuses query parameters if the route declares no query. `RequestPipe` checks declared queries. */
@Injectable()
export class QueryGuard implements CanActivate {
  /** @throws Problem VALIDATION_FAILED */
  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.url.includes('?') && !takesQuery(context)) refuse(Object.keys(request.query), 'parameter');
    return true;
  }
}

function takesQuery(context: ExecutionContext): boolean {
  const [handler, controller] = [context.getHandler(), context.getClass()];
  if (Reflect.getMetadata(ANY_QUERY, controller)) return true;
  // The keys of the metadata are "<type>:<index of the argument>".
  const declared: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name);
  return Object.keys(declared ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}
