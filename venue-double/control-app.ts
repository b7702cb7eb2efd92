import express, { type ErrorRequestHandler, type Request, type Router } from 'express';
import { FEEDS, type Feed } from './candle.js';
import type { DoubleState, Limits } from './double-state.js';
import { expectedCandles } from './history.js';
import { type Interval, INTERVALS, isInterval } from './intervals.js';
import { assertScenario, fieldsOf, type Scenario, SCENARIO_KINDS } from './scenario.js';

/**
 * Returns the endpoints under /control, which both hosts have. The endpoints offer over HTTP the functions that tests
 * call in process.
 */
export function controlApp(state: DoubleState, restart: () => void): Router {
  const app = express.Router();
  app.use(express.json());

  app.get('/', (_request, response) => {
    response.json({
      now: state.clock.now(),
      scenarios: state.scenarios.list(),
      kinds: Object.fromEntries(SCENARIO_KINDS.map((kind) => [kind, fieldsOf(kind)])),
      endpoints: CONTROL_ENDPOINTS,
    });
  });
  app.get('/requests', (_request, response) => {
    response.json(state.requests);
  });
  app.get('/candles', ({ query }, response) => {
    response.json(expectedCandles(state.scenarios, state.clock.now(), windowOf(query)));
  });
  app.post('/scenarios', ({ body }, response) => {
    const scenarios: unknown[] = [body].flat();
    addAll(state, scenarios);
    response.status(201).json({ active: state.scenarios.list().length });
  });
  app.delete('/scenarios', (_request, response) => {
    state.scenarios.clear();
    response.json({ active: 0 });
  });
  app.post('/clock', ({ body }, response) => {
    moveClock(state, body);
    response.json({ now: state.clock.now() });
  });
  app.post('/limits', ({ body }, response) => {
    state.setLimits(parseLimits(body));
    response.json({ ok: true });
  });
  app.post('/reset', (_request, response) => {
    restart();
    response.json({ ok: true });
  });
  app.use(({ method, originalUrl }, response) => {
    response.status(404).json({ error: `no ${method} ${originalUrl}`, endpoints: CONTROL_ENDPOINTS });
  });
  app.use(answerError);
  return app;
}

export const CONTROL_ENDPOINTS: readonly string[] = [
  'GET    /control             clock, active scenarios, all kinds with their fields',
  'GET    /control/requests    requests received: time, path, query, weight, status',
  'GET    /control/candles     expected candles: ?feed=&symbol=&interval=&from=&to=',
  'POST   /control/scenarios   {"kind": …, "symbol"?, "feed"?, "times"?, …} or a list of such',
  'DELETE /control/scenarios   ends all scenarios',
  'POST   /control/clock       {"set": ms} stops it there, {"advance": ms}, {"system": true}',
  'POST   /control/limits      {"spotWeight"?, "usdmWeight"?, "refusalsBeforeBan"?}',
  'POST   /control/reset       restores the state at the start',
];

/** Errors are JSON with status 400 instead of Express's HTML. */
const answerError: ErrorRequestHandler = (error: Error, _request, response, _next) => {
  response.status(400).json({ error: error.message });
};

/** Adds all scenarios or none. A list with an error changes nothing. */
function addAll(state: DoubleState, scenarios: readonly unknown[]): void {
  const checked = scenarios.map((scenario): Scenario => {
    assertScenario(scenario);
    return scenario;
  });
  for (const scenario of checked) state.scenarios.add(scenario);
}

function windowOf(query: Request['query']): [Feed, string, Interval, number, number] {
  const { symbol, interval } = query;
  const feed = FEEDS.find((known) => known === query.feed);
  const from = Number(query.from ?? NaN);
  const to = Number(query.to ?? NaN);
  if (!feed) throw new RangeError(`feed is one of ${FEEDS.join(', ')}`);
  if (typeof symbol !== 'string') throw new RangeError('symbol is missing');
  if (!isInterval(interval)) throw new RangeError(`interval is one of ${INTERVALS.join(', ')}`);
  if (!(from >= 0 && to >= 0)) throw new RangeError('from and to are times in milliseconds');
  return [feed, symbol, interval, from, to];
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

function moveClock(state: DoubleState, body: unknown): void {
  const { set, advance, system }: Record<string, unknown> = { ...asObject(body) };
  if (isWhole(set)) state.clock.set(set);
  else if (isWhole(advance)) state.clock.advance(advance);
  else if (system === true) state.clock.reset();
  else throw new RangeError('one of {"set": ms}, {"advance": ms}, {"system": true}');
}

function parseLimits(body: unknown): Partial<Limits> {
  const { spotWeight, usdmWeight, refusalsBeforeBan, ...others }: Record<string, unknown> = {
    ...asObject(body),
  };
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw new RangeError(`there is no limit ${unknown}`);
  return {
    ...(isWhole(spotWeight) && { spotWeight }),
    ...(isWhole(usdmWeight) && { usdmWeight }),
    ...(isWhole(refusalsBeforeBan) && { refusalsBeforeBan }),
  };
}

const asObject = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {});
