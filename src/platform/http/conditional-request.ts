import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { principalIn } from '../auth/principal.js';
import { type Client, clientOf } from './client.js';

/** A request whose response the client may already have. */
export interface ConditionalRequest {
  /** Workspace of the caller. */
  readonly workspaceId: string;
  /** The header `If-None-Match`: ETags of responses that the client has. */
  readonly ifNoneMatch: string | undefined;
  readonly client: Client;
}

/** Injects the conditional request into a handler that returns a `TaggedAnswer`. */
export const ConditionalRequest = createParamDecorator(
  (_: unknown, context: ExecutionContext): ConditionalRequest => {
    const http = context.switchToHttp();
    return {
      workspaceId: principalIn(context).workspaceId,
      ifNoneMatch: http.getRequest<Request>().headers['if-none-match'],
      client: clientOf(http.getResponse<Response>()),
    };
  },
);
