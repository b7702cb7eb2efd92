import { NextFunction, RequestHandler } from 'express';

/** One handler made of several, in their order: Express looks at its whole router before each handler that it has itself. */
export function inTurn(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, leave) => {
    let place = 0;
    const next: NextFunction = (problem?: unknown) => {
      const handler = problem === undefined ? handlers[place++] : undefined;
      if (!handler) {
        leave(problem);
        return;
      }
      try {
        const pending = handler(request, response, next);
        if (pending instanceof Promise) pending.catch(leave);
      } catch (thrown) {
        leave(thrown);
      }
    };
    next();
  };
}
