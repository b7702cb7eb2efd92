import { setTimeout as delay } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { OfKind, Target } from './active-scenarios.js';
import { BODY_FAULTS, sendFaultyBody } from './body-faults.js';
import type { Feed } from './candle.js';
import type { DoubleState, VenueRequest } from './double-state.js';
import { type Answer, type Endpoint, isKlinePath } from './endpoints.js';
import { errorAnswer, type FaultAnswer, faultAnswer, REPLACING_FAULTS } from './fault-answer.js';
import { inMicroseconds } from './kline-rows.js';
import { ROW_FAULTS, withRowFault } from './row-faults.js';
import type { AnswerFault } from './scenario.js';
import { VenueError } from './venue-error.js';

/** An accepted request with everything that its response depends on. */
export interface Exchange {
  readonly feed: Feed;
  readonly state: DoubleState;
  readonly request: Request;
  readonly response: Response;
  readonly query: URLSearchParams;
  readonly endpoint: Endpoint;
  readonly log: VenueRequest;
}

/**
 * Sends the response to a request with every active fault: first a delay, then a fault that replaces the response,
 * otherwise faulty rows.
 */
export async function serve(exchange: Exchange): Promise<void> {
  const { feed, state, request, response, query, endpoint } = exchange;
  for (const { latencyMs } of take(exchange, ['slow'])) await delay(latencyMs, undefined, { ref: false });
  for (const { date } of take(exchange, ['wrong-date'], 1))
    response.set('Date', new Date(date).toUTCString());
  if (take(exchange, ['silent'], 1).length > 0) return;
  if (take(exchange, ['reset'], 1).length > 0) {
    request.socket.resetAndDestroy();
    return;
  }
  const [replacement] = take(exchange, REPLACING_FAULTS, 1);
  if (replacement) {
    send(response, feed, faultAnswer(replacement, feed, state.budget(feed).limit, state.clock.now()));
    return;
  }
  try {
    await finish(exchange, endpoint.answer(query, state));
  } catch (error) {
    if (!(error instanceof VenueError)) throw error;
    send(response, feed, errorAnswer(error));
  }
}

async function finish(exchange: Exchange, answer: Answer): Promise<void> {
  const { feed, request, response, log } = exchange;
  if ('body' in answer) {
    response.json(answer.body);
    return;
  }
  let { rows } = answer;
  for (const fault of take(exchange, ROW_FAULTS)) rows = withRowFault(rows, fault, answer.interval);
  const wantsMicroseconds =
    feed === 'venue-spot' && request.get('X-MBX-TIME-UNIT')?.toUpperCase() === 'MICROSECOND';
  const body = JSON.stringify(wantsMicroseconds ? rows.map(inMicroseconds) : rows);
  log.rows = rows.length;
  const [fault] = take(exchange, BODY_FAULTS, 1);
  if (fault) await sendFaultyBody(fault.kind, response, log, body);
  else send(response, feed, { status: 200, type: 'json', body });
}

/**
 * Sends a response. Only the spot host sends `Retry-After`. Clients of the futures host must use the message and the
 * clock.
 */
export function send(response: Response, feed: Feed, { status, type, body, retryAfter }: FaultAnswer): void {
  if (retryAfter !== undefined && feed === 'venue-spot') response.set('Retry-After', retryAfter);
  response.status(status).type(type).send(body);
}

/**
 * Returns the active faults of these kinds that apply to this request, and counts one more use of each. Only responses
 * with candles have faults.
 */
function take<K extends AnswerFault['kind']>(
  { feed, state, query, endpoint, log }: Exchange,
  kinds: readonly K[],
  limit = Infinity,
): OfKind<K>[] {
  if (!isKlinePath(endpoint.path)) return [];
  const target: Target = {
    feed,
    symbol: query.get('symbol') ?? query.get('pair') ?? undefined,
    interval: query.get('interval') ?? undefined,
  };
  return state.scenarios
    .on(target, kinds)
    .slice(0, limit)
    .map((active) => {
      active.answersLeft -= 1;
      log.faults.push(active.scenario.kind);
      return active.scenario;
    });
}
