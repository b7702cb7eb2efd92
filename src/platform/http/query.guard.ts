import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { TAKES_QUERY } from '../../shared/fields/query.js';
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

const takesQuery = (context: ExecutionContext): boolean =>
  [context.getHandler(), context.getClass()].some((target) => Reflect.getMetadata(TAKES_QUERY, target));
