import { NextFunction, Request, Response } from 'express';
import { principalOf } from '../auth/api-key.guard.js';
import { Problem, nothingAt } from './problem.js';

interface RouteLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

interface KnownRoute {
  /** In upper case. */
  readonly methods: ReadonlySet<string>;
  isAt(path: string): boolean;
}

/**
 * Answers what no route answers, before a body is read: 404 for an unknown path, 405 with `Allow` for a known one.
 * A stranger learns neither: a 401 comes first.
 * @param openPaths beginnings of paths that are served by other means than routes (the documentation)
 */
export function knownRoutes(openPaths: readonly string[]) {
  let routes: readonly KnownRoute[] | null = null;
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { path, method } = request;
    // Whoever asks comes after the last route was made.
    routes ??= routesOf(request);
    if (
      method === 'OPTIONS' ||
      routes.some((route) => route.methods.has(method) && route.isAt(path)) ||
      openPaths.some((open) => path === open || path.startsWith(`${open}/`))
    ) {
      next();
      return;
    }
    principalOf(request);
    const allow = [...new Set(routes.flatMap((route) => (route.isAt(path) ? [...route.methods] : [])))]
      .toSorted()
      .join(', ');
    if (allow === '') throw nothingAt(path);
    throw new Problem('METHOD_NOT_ALLOWED', `${method} is not possible here; possible are ${allow}.`, {
      headers: { Allow: allow },
    });
  };
}

function routesOf({ app }: Request): KnownRoute[] {
  const layers = app.router.stack as unknown as readonly RouteLayer[];
  return layers.flatMap((layer) => {
    if (!layer.route) return [];
    const methods = new Set(Object.keys(layer.route.methods).map((method) => method.toUpperCase()));
    if (methods.has('GET')) methods.add('HEAD');
    return { methods, isAt: (path) => matches(layer, path) };
  });
}

/** A path with a broken percent escape matches nothing. */
function matches(layer: RouteLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
