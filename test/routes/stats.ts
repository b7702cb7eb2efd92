import type supertest from 'supertest';
import { aSession, aSessionWith, aTrade } from '../support/factories.js';
import { ownSymbol } from '../support/live-app.js';
import { t } from './apps.js';
import { importInto, pastTrades, post, withFullQueue, withQuota } from './requests.js';
import { type Failure, type RouteFacts, type Success } from './route-facts.js';

/** Requests that need statistics to be computed. */
const STATISTICS: readonly [
  route: string,
  ask: (session: { readonly id: string; readonly projectId: string }) => PromiseLike<supertest.Response>,
][] = [
  ['get /sessions/{id}/stats', ({ id }) => t.call.get(`/sessions/${id}/stats`)],
  [
    'get /sessions/{id}/stats/explain',
    ({ id }) => t.call.get(`/sessions/${id}/stats/explain?figure=averageIdealR`),
  ],
  ['get /sessions/{id}/report', ({ id }) => t.call.get(`/sessions/${id}/report`)],
  ['get /projects/{id}/comparison', ({ projectId }) => t.call.get(`/projects/${projectId}/comparison`)],
  [
    'post /sessions/{id}/trades/preview',
    ({ id }) => post(`/sessions/${id}/trades/preview`, { trades: [aTrade()] }),
  ],
  ['post /sessions/{id}/trades/import', (session) => importInto(session, '?preview=true')],
];

export const STATISTICS_ROUTES: RouteFacts = {
  routes: {
    'post /sessions/{id}/finish': {
      parameters: 'query breakEvenThreshold?',
      body: 'optional',
      ask: (call, id) => call.post(`/sessions/${id}/finish`),
    },
    'get /sessions/{id}/stats': {
      parameters: 'query breakEvenThreshold?, header If-None-Match?',
      ask: (call, id) => call.get(`/sessions/${id}/stats`),
    },
    'get /sessions/{id}/stats/explain': {
      parameters: 'query breakEvenThreshold?, query figure, header If-None-Match?',
      query: '?figure=winrate',
      ask: (call, id) => call.get(`/sessions/${id}/stats/explain?figure=winrate`),
    },
  },
  successes: [
    [
      'post /sessions/{id}/finish',
      'no trades',
      async () => post(`/sessions/${(await aSession(t.call)).id}/finish`),
    ],
    [
      'post /sessions/{id}/finish',
      'trades',
      async () => {
        const assets = [{ symbol: ownSymbol(t.venue) }];
        return post(`/sessions/${(await aSessionWith(t.call, pastTrades(), { assets })).id}/finish`);
      },
    ],
    [
      'get /sessions/{id}/stats',
      'no trades',
      async () => t.call.get(`/sessions/${(await aSession(t.call)).id}/stats`),
    ],
    [
      'get /sessions/{id}/stats',
      'trades',
      async () => t.call.get(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}/stats`),
    ],
    ...['risk.returns.sharpe', 'exits.actual.avgR', 'calendar.days.plNet'].map((figure): Success => [
      'get /sessions/{id}/stats/explain',
      `the figure ${figure} of an analysis`,
      async () => {
        const { id } = await aSessionWith(t.call, pastTrades());
        return t.call.get(`/sessions/${id}/stats/explain?figure=${figure}`);
      },
    ]),
    [
      'get /sessions/{id}/stats/explain',
      'a figure that needs candles',
      async () => {
        const { id } = await aSessionWith(t.call, pastTrades());
        return t.call.get(`/sessions/${id}/stats/explain?figure=averageIdealR`);
      },
    ],
  ],
  failures: [
    ...STATISTICS.map(([route, ask]): Failure => [
      route,
      'QUOTA_STATISTICS',
      async () => {
        const session = await aSession(t.call);
        return withQuota('statistics', () => ask(session));
      },
    ]),
    [
      'post /sessions/{id}/finish',
      'BUSY',
      async () => {
        const { id } = await aSession(t.call);
        return withFullQueue(() => post(`/sessions/${id}/finish`));
      },
    ],
    [
      'get /sessions/{id}/stats',
      'BUSY',
      async () => {
        const { id } = await aSession(t.call);
        return withFullQueue(() => t.call.get(`/sessions/${id}/stats`));
      },
    ],
  ],
};
