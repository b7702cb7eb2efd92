import { RequestHandler } from 'express';

/** One handler made of several, in their order: Express looks at its whole router before each handler that it has itself. */
export function inTurn(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const fail = (problem: unknown) => next(problem);
    const callFrom = (place: number): void => {
      const handler = handlers[place];
      if (!handler) {
        next();
        return;
      }
      try {
        const pending = handler(request, response, (problem?: unknown) =>
          problem === undefined ? callFrom(place + 1) : next(problem),
        );
        if (pending instanceof Promise) pending.catch(fail);
      } catch (problem) {
        fail(problem);
      }
    };
    callFrom(0);
  };
}
