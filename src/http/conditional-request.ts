import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { principalIn } from '../auth/principal.js';
import { type Client, clientOf } from './client.js';

/** A request for an answer that the client may already have. */
export interface ConditionalRequest {
  /** Workspace of the caller. */
  readonly workspaceId: string;
  /** The header of that name: ETags of answers that the client has. */
  readonly ifNoneMatch: string | undefined;
  readonly client: Client;
}

/** The request, as an argument of a handler that returns a `TaggedAnswer`. */
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
