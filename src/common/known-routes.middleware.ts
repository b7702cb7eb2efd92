import { NextFunction, Request, Response } from 'express';
import { principalOf } from '../auth/api-key.guard.js';
import { Problem, nothingAt } from './problem.js';

interface RouteLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * Answers what no route answers, before a body is read: 404 for an unknown path, 405 with `Allow` for a known one.
 * A stranger learns neither: a 401 comes first.
 * @param openPaths beginnings of paths that are served by other means than routes (the documentation)
 */
export function knownRoutes(openPaths: readonly string[]) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { path } = request;
    if (
      request.method === 'OPTIONS' ||
      openPaths.some((open) => path === open || path.startsWith(`${open}/`))
    ) {
      next();
      return;
    }
    const layers = request.app.router.stack as unknown as readonly RouteLayer[];
    const routes = layers.filter((layer) => layer.route && matches(layer, path)).map((layer) => layer.route);
    const methods = new Set(routes.flatMap((route) => Object.keys(route?.methods ?? {})));
    if (methods.has('get')) methods.add('head');
    if (methods.has(request.method.toLowerCase())) {
      next();
      return;
    }
    principalOf(request);
    if (methods.size === 0) throw nothingAt(path);
    const allow = [...methods]
      .map((method) => method.toUpperCase())
      .toSorted()
      .join(', ');
    throw new Problem(
      'METHOD_NOT_ALLOWED',
      `${request.method} is not possible here; possible are ${allow}.`,
      {
        headers: { Allow: allow },
      },
    );
  };
}

/** A path with a broken percent escape matches nothing. */
function matches(layer: RouteLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
