import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { IncomingMessage, ServerResponse, createServer } from 'node:http';
import { Answer } from './answer.js';
import { sendJson } from './send-json.js';
import { refuseBrokenPath, refuseMethod, refusePath } from './no-route.js';

/**
 * Nest's Express adapter with three changes: the prototypes of requests and responses, the way responses are sent, and
 * the responses to requests without a route.
 */
export class ExpressApp extends ExpressAdapter {
  /** The methods of each path, by path, in the order in which Nest adds the routes. */
  private readonly methods = new Map<string, string[]>();

  constructor() {
    super(express().enable('case sensitive routing'));
  }

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    // Node would refuse a missing Host itself. `checkHeaders` refuses it in the common shape of errors.
    this.httpServer = createServer({ ...classesOf(app), requireHostHeader: false }, app);
  }

  override get(...route: readonly unknown[]): unknown {
    return super.get(...(this.noted(route, 'GET', 'HEAD') as Parameters<ExpressAdapter['get']>));
  }

  override post(...route: readonly unknown[]): unknown {
    return super.post(...(this.noted(route, 'POST') as Parameters<ExpressAdapter['post']>));
  }

  override put(...route: readonly unknown[]): unknown {
    return super.put(...(this.noted(route, 'PUT') as Parameters<ExpressAdapter['put']>));
  }

  override patch(...route: readonly unknown[]): unknown {
    return super.patch(...(this.noted(route, 'PATCH') as Parameters<ExpressAdapter['patch']>));
  }

  override delete(...route: readonly unknown[]): unknown {
    return super.delete(...(this.noted(route, 'DELETE') as Parameters<ExpressAdapter['delete']>));
  }

  /**
   * Sends the result of a handler. An `Answer` sends itself. Any other object is sent through `JsonSender`, which
   * counts all large responses.
   */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (typeof body !== 'object' || body === null) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.status(statusCode);
    if (body instanceof Answer) return body.sendTo(response);
    return sendJson(response, [Buffer.from(JSON.stringify(body))]);
  }

  /** Adds the responses to requests without a route. Nest calls this once, after its last route. */
  override setNotFoundHandler(): void {
    const app = this.getInstance<Express>();
    const paths = [...this.methods].toSorted(([one], [other]) => rank(one) - rank(other));
    for (const [path, methods] of paths) app.all(path, refuseMethod(methods));
    app.use(refusePath, refuseBrokenPath);
  }

  /**
   * Records the methods of a path. If the path ends with a parameter, the parameter does not match a name that has a
   * separate path.
   */
  private noted([path, ...handlers]: readonly unknown[], ...methods: readonly string[]): readonly unknown[] {
    const text = String(path);
    this.methods.set(text, [...(this.methods.get(text) ?? []), ...methods]);
    if (!ENDS_WITH_PARAMETER.test(text)) return [path, ...handlers];
    const parent = text.replace(ENDS_WITH_PARAMETER, '/');
    const unlessNamed: RequestHandler = (request, _response, next) => {
      const [, name = ''] = LAST_SEGMENT.exec(request.path) ?? [];
      // Paths from Nest contain parameters as ":id". A request may contain the text ":id" as a name.
      const isNamed = !name.startsWith(':') && this.methods.has(parent + name);
      next(isNamed ? 'route' : undefined);
    };
    return [path, unlessNamed, ...handlers];
  }
}

const ENDS_WITH_PARAMETER = /\/:\w+$/;
const LAST_SEGMENT = /(?<![^/])([^/]*)\/?$/;

/**
 * Returns the rank of a path. Paths that end with a name come before paths that end with a parameter, because a
 * parameter would also match the name.
 */
const rank = (path: string): number => Number(ENDS_WITH_PARAMETER.test(path));

/**
 * Returns classes whose instances already have the prototypes that Express gives to requests and responses. Otherwise
 * Express would change the prototype of every object that Node has created, which V8 has optimised for the original
 * prototype. Benchmark: "GET stats, 304".
 */
function classesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
