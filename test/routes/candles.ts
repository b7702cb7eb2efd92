import type supertest from 'supertest';
import type { ProblemCode } from '../../src/shared/problems/problem.js';
import { type LiveApp, PRESENT, ownSymbol, startLiveApp } from '../support/live-app.js';
import {
  fullCandleQueue,
  fullCandleStorage,
  minutesText,
  sendCandles,
  withCandleImports,
} from '../support/candle-imports.js';
import { t } from './apps.js';
import { type Failure, type RouteFacts } from './route-facts.js';

/** The required parameters of the routes that may need the venue, besides the symbol. */
const LIVE_QUERIES: Readonly<Record<string, string>> = {
  'get /candles': 'interval=1m',
  'get /candles/range': `interval=1m&from=${PRESENT - 3_600_000}`,
  'get /candles/as-of': `intervals=1m&at=${PRESENT}`,
};

/** Requests candles from a service whose venue plays one kind of failure. */
async function candlesFrom(
  route: string,
  fail: (venue: LiveApp['venue'], symbol: string) => void,
): Promise<supertest.Response> {
  const live = await startLiveApp();
  try {
    const symbol = ownSymbol(live.venue);
    fail(live.venue, symbol);
    return await live.call.get(
      `${route.slice('get '.length)}?symbol=${symbol}&count=5&${LIVE_QUERIES[route]}`,
    );
  } finally {
    await live.close();
  }
}

const VENUE_FAILURES: [code: ProblemCode, fail: (venue: LiveApp['venue'], symbol: string) => void][] = [
  ['SYMBOL_NOT_FOUND', (venue, symbol) => venue.play({ kind: 'unknown-symbol', symbol })],
  ['VENUE_ERROR', (venue) => venue.play({ kind: 'not-json' })],
  ['VENUE_UNAVAILABLE', (venue) => venue.play({ kind: 'internal-error' })],
  ['VENUE_RATE_LIMITED', (venue) => venue.play({ kind: 'rate-limited', retryAfterSeconds: 30 })],
  ['VENUE_REGION_BLOCKED', (venue) => venue.play({ kind: 'region-blocked' })],
];

export const CANDLES_ROUTES: RouteFacts = {
  routes: {
    'get /candles': {
      parameters: 'query feed?, query symbol, query interval, query count?, query before?',
      query: '?symbol=A&interval=1m',
    },
    'get /candles/range': {
      parameters: 'query feed?, query symbol, query interval, query from, query to?, query count?',
      query: '?symbol=A&interval=1m&from=1',
    },
    'get /candles/as-of': {
      parameters: 'query feed?, query symbol, query intervals, query at, query count?',
      query: '?symbol=A&intervals=1m&at=1',
    },
    'get /candles/series': { parameters: 'query symbol?, query feed?, query interval?' },
    'post /candles/import': {
      parameters:
        'query feed?, query symbol, query interval, query timezone?, query dateOrder?, query from?, query to?, query replace?, query preview?',
      query: '?symbol=A&interval=1m',
      body: 'required',
    },
  },
  successes: [
    [
      'get /candles',
      'bars of the venue',
      () => t.call.get(`/candles?symbol=${ownSymbol(t.venue)}&interval=1h`),
    ],
    [
      'get /candles',
      'bars of the store',
      async () => {
        const query = `/candles?symbol=${ownSymbol(t.venue)}&interval=1d&count=3`;
        await t.call.get(query);
        return t.call.get(query);
      },
    ],
    [
      'get /candles/range',
      'bars of the venue, a gap and a next page',
      () => {
        const symbol = ownSymbol(t.venue, PRESENT - 10 * 3_600_000);
        return t.call.get(`/candles/range?symbol=${symbol}&interval=1h&from=${PRESENT - 2e8}&count=3`);
      },
    ],
    [
      'get /candles/as-of',
      'bars of the venue, and forming bars',
      () =>
        t.call.get(
          `/candles/as-of?symbol=${ownSymbol(t.venue)}&intervals=1m,5m,1h,1d&at=${PRESENT - 7.5 * 60_000}&count=3`,
        ),
    ],
    [
      'get /candles/as-of',
      'no forming bar',
      () =>
        t.call.get(
          `/candles/as-of?symbol=${ownSymbol(t.venue)}&intervals=1d&at=${PRESENT - (PRESENT % 86_400_000)}`,
        ),
    ],
    ['post /candles/import', 'stored candles', () => sendCandles(t.call, ownSymbol(t.venue))],
    [
      'post /candles/import',
      'a preview',
      () => sendCandles(t.call, ownSymbol(t.venue), minutesText(0, 2), { preview: 'true' }),
    ],
    [
      'post /candles/import',
      'no closed candle',
      () =>
        sendCandles(
          t.call,
          ownSymbol(t.venue),
          `ts,open,high,low,close,volume\n${PRESENT * 2 - ((PRESENT * 2) % 60_000)},1,1,1,1,1`,
        ),
    ],
    ['get /candles/series', 'no series', () => t.call.get('/candles/series?symbol=NOSUCHSYMBOL')],
    [
      'get /candles/series',
      'series',
      async () => {
        const symbol = ownSymbol(t.venue);
        await t.call.get(`/candles?symbol=${symbol}&interval=1d&count=3`);
        return t.call.get(`/candles/series?symbol=${symbol}`);
      },
    ],
  ],
  failures: [
    ...Object.keys(LIVE_QUERIES).flatMap((route) =>
      VENUE_FAILURES.map(([code, fail]): Failure => [route, code, () => candlesFrom(route, fail)]),
    ),
    [
      'post /candles/import',
      'CANDLES_DIFFER',
      async () => {
        await sendCandles(t.call, 'DIFFERING');
        return sendCandles(t.call, 'DIFFERING', minutesText(0, 3, 1));
      },
    ],
    [
      'post /candles/import',
      'BUSY',
      () => withCandleImports(t, fullCandleQueue(), () => sendCandles(t.call, 'BUSY')),
    ],
    [
      'post /candles/import',
      'STORAGE_FULL',
      () => withCandleImports(t, fullCandleStorage(), () => sendCandles(t.call, 'FULL')),
    ],
  ],
};
