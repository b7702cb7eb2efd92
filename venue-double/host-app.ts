import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Feed } from './candle.js';
import type { DoubleState, VenueRequest } from './double-state.js';
import { ENDPOINTS } from './endpoints.js';
import { type Exchange, send, serve } from './exchange.js';
import { errorAnswer, type FaultAnswer } from './fault-answer.js';
import { banned, rateLimited, VenueError } from './venue-error.js';
import type { Charge } from './weight-budget.js';

/** One host of the venue, with its endpoints, its weight budget and its active faults. */
export function hostApp(feed: Feed, state: DoubleState, control: RequestHandler): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.use('/control', control);
  app.use((request, response) => {
    const exchange = admit(feed, state, request, response);
    if (exchange) serve(exchange).catch((error: unknown) => response.status(500).send(String(error)));
  });
  return app;
}

/** Logs the request and charges its weight. Returns null if the request is refused. */
function admit(feed: Feed, state: DoubleState, request: Request, response: Response): Exchange | null {
  const query = queryOf(request.url);
  const known = ENDPOINTS[feed].find(({ path }) => path === request.path);
  const endpoint = request.method === 'GET' ? known : undefined;
  const weight = endpoint?.weight(query) ?? 1;
  const time = state.clock.now();
  const budget = state.budget(feed);
  const charge = budget.charge(request.socket.remoteAddress ?? '', weight, time);
  const { method, path } = request;
  const log: VenueRequest = {
    time,
    feed,
    method,
    path,
    query: Object.fromEntries(query),
    weight,
    usedWeight: charge.used,
    status: null,
    rows: null,
    bytesSent: 0,
    faults: [],
  };
  state.log(log);
  response.on('finish', () => (log.status = response.statusCode));
  response.set('Date', new Date(time).toUTCString());
  response.set('X-MBX-USED-WEIGHT-1M', String(charge.used));
  if (feed === 'venue-spot') response.set('X-MBX-USED-WEIGHT', String(charge.used));
  if (charge.verdict !== 'accepted') {
    send(response, feed, refusal(feed, charge, budget.limit, time));
    return null;
  }
  if (!endpoint) {
    send(response, feed, unknownPath(feed, method, path));
    return null;
  }
  return { feed, state, request, response, query, endpoint, log };
}

function queryOf(url: string): URLSearchParams {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
}

function refusal(feed: Feed, { verdict, until }: Charge, limit: number, now: number): FaultAnswer {
  const error = verdict === 'banned' ? banned(feed, until) : rateLimited(feed, limit);
  return { ...errorAnswer(error), retryAfter: String(Math.max(1, Math.ceil((until - now) / 1_000))) };
}

function unknownPath(feed: Feed, method: string, path: string): FaultAnswer {
  if (feed === 'venue-spot')
    return { status: 404, type: 'html', body: '<html><body><h2>404 Not found</h2></body></html>' };
  return errorAnswer(new VenueError(-5000, `Path ${path}, Method ${method} is invalid`, 404));
}
