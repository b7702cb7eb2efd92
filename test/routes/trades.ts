import type supertest from 'supertest';
import { ExportStore } from '../../src/trades/export/export.store.js';
import { aSession, aSessionWith, aTrade, finish, ingest } from '../support/factories.js';
import { UNCLEAR_MONEY } from '../support/unclear-money.js';
import { t } from './apps.js';
import {
  FILE,
  UNKNOWN_ID,
  aStoredTrade,
  importInto,
  pastTrades,
  post,
  withFullQueue,
  withFullStorage,
  withQuota,
} from './requests.js';
import { type Failure, type RouteFacts, everywhere } from './route-facts.js';

const TRADE_ROUTES = ['get', 'patch', 'delete'].map((method) => `${method} /sessions/{id}/trades/{tradeId}`);

/** Sends a request that reads a trade, changes its quantity, or deletes it. */
function askTrade(route: string, path: string): supertest.Test {
  if (route.startsWith('patch')) return t.call.patch(path, { qty: 3 });
  return route.startsWith('delete') ? t.call.delete(path) : t.call.get(path);
}

export const TRADES_ROUTES: RouteFacts = {
  routes: {
    'delete /sessions/{id}/trades': { ask: (call, id) => call.delete(`/sessions/${id}/trades`) },
    'get /sessions/{id}/trades': {
      parameters:
        'query count?, query cursor?, query order?, query side?, query symbol?, query feed?, query outcome?, query breakEvenThreshold?, query tag?, query positionId?, query search?, query from?, query to?',
      ask: (call, id) => call.get(`/sessions/${id}/trades`),
    },
    'post /sessions/{id}/trades': {
      body: 'required',
      ask: (call, id) => call.post(`/sessions/${id}/trades`, { trades: [aTrade()] }),
    },
    'get /sessions/{id}/trades/export': {
      parameters: 'query format?',
      ask: (call, id) => call.get(`/sessions/${id}/trades/export`),
    },
    'post /sessions/{id}/trades/import': {
      parameters:
        'query breakEvenThreshold?, query source?, query timezone?, query dateOrder?, query symbol?, query strategyName?, query stops?, query profit?, query costs?, query pointValue?, query preview?',
      body: 'required',
      ask: (call, id) => call.post(`/sessions/${id}/trades/import`).set('content-type', 'text/csv').send('x'),
    },
    'post /sessions/{id}/trades/preview': {
      parameters: 'query breakEvenThreshold?',
      body: 'required',
      ask: (call, id) => call.post(`/sessions/${id}/trades/preview`, { trades: [aTrade()] }),
    },
    'delete /sessions/{id}/trades/{tradeId}': {
      ask: (call, id) => call.delete(`/sessions/${id}/trades/${UNKNOWN_ID}`),
    },
    'get /sessions/{id}/trades/{tradeId}': {
      ask: (call, id) => call.get(`/sessions/${id}/trades/${UNKNOWN_ID}`),
    },
    'patch /sessions/{id}/trades/{tradeId}': {
      body: 'optional',
      ask: (call, id) => call.patch(`/sessions/${id}/trades/${UNKNOWN_ID}`, {}),
    },
  },
  successes: [
    [
      'delete /sessions/{id}/trades',
      'trades',
      async () => t.call.delete(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}/trades`),
    ],
    [
      'post /sessions/{id}/trades',
      'trades with and without a stop',
      async () => post(`/sessions/${(await aSession(t.call)).id}/trades`, { trades: pastTrades() }),
    ],
    [
      'post /sessions/{id}/trades',
      'a repeat',
      async () => {
        const session = await aSession(t.call);
        const trades = [aTrade()];
        await ingest(t.call, session, trades);
        return post(`/sessions/${session.id}/trades`, { trades });
      },
    ],
    [
      'get /sessions/{id}/trades',
      'no trades',
      async () => t.call.get(`/sessions/${(await aSession(t.call)).id}/trades`),
    ],
    [
      'get /sessions/{id}/trades',
      'a page that is not the last',
      async () => {
        const session = await aSessionWith(t.call, pastTrades());
        return t.call.get(`/sessions/${session.id}/trades?count=2`);
      },
    ],
    ['get /sessions/{id}/trades/{tradeId}', 'a trade', async () => t.call.get((await aStoredTrade()).path)],
    [
      'patch /sessions/{id}/trades/{tradeId}',
      'an edited trade',
      async () => t.call.patch((await aStoredTrade()).path, { stopLoss: null, feesPaid: 1, tags: ['a'] }),
    ],
    [
      'delete /sessions/{id}/trades/{tradeId}',
      'no trade any more',
      async () => t.call.delete((await aStoredTrade()).path),
    ],
    [
      'post /sessions/{id}/trades/preview',
      'every verdict',
      async () => {
        const stored = pastTrades();
        const { id } = await aSessionWith(t.call, stored);
        const trades = [stored[0], { ...stored[1], note: 'other' }, aTrade(), 7];
        return post(`/sessions/${id}/trades/preview`, { trades });
      },
    ],
    ['post /sessions/{id}/trades/import', 'a file', async () => importInto(await aSession(t.call))],
    [
      'post /sessions/{id}/trades/import',
      'a preview',
      async () => {
        const session = await aSession(t.call);
        await importInto(session).expect(201);
        return importInto(session, '?preview=true');
      },
    ],
    [
      'post /sessions/{id}/trades/import',
      'a preview of unclear money',
      async () => importInto(await aSession(t.call), '?preview=true', UNCLEAR_MONEY),
    ],
  ],
  failures: [
    [
      'delete /sessions/{id}/trades',
      'SESSION_FINISHED',
      async () => {
        const session = await aSession(t.call);
        await finish(t.call, session);
        return t.call.delete(`/sessions/${session.id}/trades`);
      },
    ],
    ...(['post /sessions/{id}/trades', 'post /sessions/{id}/trades/import'] as const).map(
      (route): Failure => [
        route,
        'QUOTA_TRADES',
        async () => {
          const session = await aSession(t.call);
          const path = `/sessions/${session.id}/trades`;
          return withQuota('trades', () =>
            route.endsWith('/import') ? importInto(session) : post(path, { trades: [aTrade()] }),
          );
        },
      ],
    ),
    [
      'get /sessions/{id}/trades/export',
      'SESSION_CHANGED',
      async () => {
        const session = await aSession(t.call);
        const store = t.app.get(ExportStore);
        const page = store.page.bind(store);
        Object.assign(store, {
          page: async (...args: Parameters<ExportStore['page']>) => {
            const trades = await page(...args);
            await ingest(t.call, session, [aTrade()]);
            return trades;
          },
        });
        const response = await t.call.get(`/sessions/${session.id}/trades/export`);
        Object.assign(store, { page });
        return response;
      },
    ],
    [
      'post /sessions/{id}/trades/preview',
      'BUSY',
      async () => {
        const { id } = await aSession(t.call);
        return withFullQueue(() => post(`/sessions/${id}/trades/preview`, { trades: [aTrade()] }));
      },
    ],
    [
      'post /sessions/{id}/trades/import',
      'MONEY_UNCLEAR',
      async () => importInto(await aSession(t.call), '', UNCLEAR_MONEY),
    ],
    [
      'post /sessions/{id}/trades/import',
      'SESSION_FINISHED',
      async () => {
        const session = await aSession(t.call);
        await finish(t.call, session);
        return importInto(session);
      },
    ],
    [
      'post /sessions/{id}/trades/import',
      'CLIENT_ID_CONFLICT',
      async () => {
        const session = await aSession(t.call);
        await importInto(session).expect(201);
        return importInto(session, '', FILE.replace(',2\n', ',3\n'));
      },
    ],
    [
      'post /sessions/{id}/trades/import',
      'BUSY',
      async () => {
        const session = await aSession(t.call);
        return withFullQueue(() => importInto(session, '?preview=true'));
      },
    ],
    [
      'post /sessions/{id}/trades/import',
      'STORAGE_FULL',
      async () => {
        const session = await aSession(t.call);
        return withFullStorage(() => importInto(session));
      },
    ],
    [
      'post /sessions/{id}/trades',
      'SESSION_FINISHED',
      async () => {
        const session = await aSession(t.call);
        await finish(t.call, session);
        return post(`/sessions/${session.id}/trades`, { trades: [aTrade()] });
      },
    ],
    [
      'post /sessions/{id}/trades',
      'CLIENT_ID_CONFLICT',
      async () => {
        const trade = aTrade();
        const session = await aSessionWith(t.call, [trade]);
        return post(`/sessions/${session.id}/trades`, { trades: [{ ...trade, qty: 2 }] });
      },
    ],
    ...everywhere(TRADE_ROUTES, 'TRADE_NOT_FOUND', async (route) =>
      askTrade(route, `/sessions/${(await aSession(t.call)).id}/trades/${UNKNOWN_ID}`),
    ),
    ...everywhere(
      TRADE_ROUTES.filter((route) => !route.startsWith('get')),
      'SESSION_FINISHED',
      async (route) => {
        const { session, path } = await aStoredTrade();
        await finish(t.call, session);
        return askTrade(route, path);
      },
    ),
  ],
};
