import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { principalOf } from '../auth/api-key.guard.js';
import { Problem, nothingAt } from '../common/problem.js';
import { isUnder } from './is-under.js';

declare module 'express' {
  interface Request {
    /** What answers the request: the route's handlers, and what its path says. */
    found?: FoundRoute;
  }
}

/** What of Express's router is used: a layer that has a route belongs to that route alone. */
interface RouteLayer {
  readonly route?: Dispatched & { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): { readonly params: Record<string, string> } | false;
}

interface Dispatched {
  dispatch(request: Request, response: Response, next: NextFunction): void;
}

interface KnownRoute extends Dispatched {
  /** In upper case. */
  readonly methods: readonly string[];
  /** What a path says if it is one of this route. */
  paramsOf(path: string): Record<string, string> | null;
}

interface FoundRoute {
  readonly route: Dispatched;
  readonly params: Record<string, string>;
}

/**
 * Finds the route of a request once, for two uses: what no route answers is refused before its body is read, and what
 * one answers goes to it without Express looking again at every handler in front of it.
 */
export class Routes {
  private all: readonly KnownRoute[] = [];
  private readonly byMethod = new Map<string, readonly KnownRoute[]>();

  /** @param openPaths beginnings of paths that are served by other means than routes (the documentation) */
  constructor(private readonly openPaths: readonly string[]) {}

  /**
   * Answers what no route answers: 404 for an unknown path, 405 with `Allow` for a known one. A stranger learns neither: a
   * 401 comes first.
   */
  readonly find: RequestHandler = (request, _response, next) => {
    const { path, method } = request;
    // Whoever asks comes after the last route was made.
    if (this.all.length === 0) this.learn(request as Request);
    const isOpen = method === 'OPTIONS' || this.isOpen(path);
    const found = isOpen ? undefined : this.at(path, method);
    if (!found && !isOpen) throw this.nothingFor(request as Request);
    (request as Request).found = found;
    next();
  };

  /** Calls what was found; to come after everything that a request goes through before. */
  readonly call: RequestHandler = (request, response, next) => {
    const { found } = request as Request;
    if (!found) {
      next();
      return;
    }
    request.params = found.params;
    found.route.dispatch(request as Request, response, next);
  };

  private at(path: string, method: string): FoundRoute | undefined {
    for (const route of this.byMethod.get(method) ?? []) {
      const params = route.paramsOf(path);
      if (params) return { route, params };
    }
    return undefined;
  }

  private isOpen(path: string): boolean {
    return this.openPaths.some((open) => isUnder(path, open));
  }

  private nothingFor(request: Request): Problem {
    principalOf(request);
    const { path, method } = request;
    const methods = this.all.flatMap((route) => (route.paramsOf(path) ? route.methods : []));
    const allow = [...new Set(methods)].toSorted().join(', ');
    if (allow === '') return nothingAt(path);
    return new Problem('METHOD_NOT_ALLOWED', `${method} is not possible here; possible are ${allow}.`, {
      headers: { Allow: allow },
    });
  }

  private learn({ app }: Request): void {
    this.all = routesIn(app.router.stack as unknown as readonly RouteLayer[]);
    for (const route of this.all) {
      for (const method of route.methods) {
        this.byMethod.set(method, [...(this.byMethod.get(method) ?? []), route]);
      }
    }
  }
}

function routesIn(layers: readonly RouteLayer[]): KnownRoute[] {
  return layers.flatMap((layer) => {
    const { route } = layer;
    if (!route) return [];
    const methods = Object.keys(route.methods).map((method) => method.toUpperCase());
    if (methods.includes('GET')) methods.push('HEAD');
    return {
      methods,
      paramsOf: (path) => paramsOf(layer, path),
      dispatch: (request, response, next) => route.dispatch(request, response, next),
    };
  });
}

/** A path with a broken percent escape is one of no route. */
function paramsOf(layer: RouteLayer, path: string): Record<string, string> | null {
  try {
    return (layer.match(path) || null)?.params ?? null;
  } catch {
    return null;
  }
}
