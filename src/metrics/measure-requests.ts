import { NextFunction, Request, Response } from 'express';
import { Metrics } from './metrics.js';

/** Measures every request by its route, never by its path, which would be as many as there are ids. */
export function measureRequests({ requestSeconds }: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const end = requestSeconds.startTimer();
    response.once('close', () => {
      const route = (request.route as { path?: string } | undefined)?.path ?? 'none';
      end({ method: request.method, route, status: String(response.statusCode) });
    });
    next();
  };
}
