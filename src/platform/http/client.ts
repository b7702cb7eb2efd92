import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';

export interface Client {
  /** Aborts if the client closes its connection before the response is sent. */
  readonly signal: AbortSignal;
}

/** Injects the client of the request into a handler. The handler may throw the reason of the signal. */
export const Client = createParamDecorator((_: unknown, context: ExecutionContext): Client =>
  clientOf(context.switchToHttp().getResponse<Response>()),
);

export function clientOf(response: Response): Client {
  // An `AbortController` creates its signal only when its property `signal` is read. (Benchmark: "GET stats, 304".)
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone;
}

/** Returns whether a handler failed because its client has closed the connection. */
export const isAborted = (response: Response, thrown: unknown): boolean =>
  response.destroyed && (thrown as Error | undefined)?.name === 'AbortError';
