import { setTimeout as delay } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { OfKind, Target } from './active-scenarios.js';
import type { Feed } from './candle.js';
import type { DoubleState, VenueRequest } from './double-state.js';
import { type Answer, type Endpoint, isKlinePath } from './endpoints.js';
import { errorAnswer, type FaultAnswer, faultAnswer, REPLACING_FAULTS } from './fault-answer.js';
import { inMicroseconds } from './kline-rows.js';
import type { AnswerFault } from './scenario.js';
import { ROW_FAULTS, spoiledRows } from './spoiled-rows.js';
import { VenueError } from './venue-error.js';

/** A request that was let in, and all that its answer depends on. */
export interface Exchange {
  readonly feed: Feed;
  readonly state: DoubleState;
  readonly request: Request;
  readonly response: Response;
  readonly query: URLSearchParams;
  readonly endpoint: Endpoint;
  readonly log: VenueRequest;
}

/** The answer with every fault in play: first delay, then a fault in place of the answer, else its rows spoilt. */
export async function serve(exchange: Exchange): Promise<void> {
  const { feed, state, request, response, query, endpoint } = exchange;
  for (const { latencyMs } of take(exchange, ['slow'])) await delay(latencyMs, undefined, { ref: false });
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
    finish(exchange, endpoint.answer(query, state));
  } catch (error) {
    if (!(error instanceof VenueError)) throw error;
    send(response, feed, errorAnswer(error));
  }
}

function finish(exchange: Exchange, answer: Answer): void {
  const { feed, request, response, log } = exchange;
  if ('body' in answer) {
    response.json(answer.body);
    return;
  }
  let { rows } = answer;
  for (const fault of take(exchange, ROW_FAULTS)) rows = spoiledRows(rows, fault, answer.interval);
  const wantsMicroseconds =
    feed === 'venue-spot' && request.get('X-MBX-TIME-UNIT')?.toUpperCase() === 'MICROSECOND';
  const body = JSON.stringify(wantsMicroseconds ? rows.map(inMicroseconds) : rows);
  log.rows = rows.length;
  if (take(exchange, ['half-body'], 1).length > 0) sendHalf(exchange, body);
  else send(response, feed, { status: 200, type: 'json', body });
}

/** Announces the whole body, sends half of it and hangs up. */
function sendHalf({ response, log }: Exchange, body: string): void {
  log.status = 200;
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
}

/** Only spot sends `Retry-After`; the futures host leaves it to the message and the clock. */
export function send(
  response: Response,
  feed: Feed,
  { status, type, body, retryAfterSeconds }: FaultAnswer,
): void {
  if (retryAfterSeconds !== undefined && feed === 'venue-spot')
    response.set('Retry-After', String(retryAfterSeconds));
  response.status(status).type(type).send(body);
}

/** The faults of these kinds that concern this request, each used once more; faults hit candles only. */
function take<K extends AnswerFault['kind']>(
  { feed, state, query, endpoint, log }: Exchange,
  kinds: readonly K[],
  most = Infinity,
): OfKind<K>[] {
  if (!isKlinePath(endpoint.path)) return [];
  const target: Target = {
    feed,
    symbol: query.get('symbol') ?? query.get('pair') ?? undefined,
    interval: query.get('interval') ?? undefined,
  };
  return state.scenarios
    .on(target, kinds)
    .slice(0, most)
    .map((active) => {
      active.answersLeft -= 1;
      log.faults.push(active.scenario.kind);
      return active.scenario;
    });
}
