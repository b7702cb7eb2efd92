import { FairQueue } from '../../src/shared/concurrency/fair-queue.js';
import { BulkWrites } from '../../src/trades/bulk-writes.js';
import { aSession, aSessionWith, aTrade, finish, ingest } from '../support/factories.js';
import { withStreamsOfOthers } from '../support/held-streams.js';
import { t } from './apps.js';
import { UNKNOWN_ID, pastTrades, post, sessionInput, withQuota, withUsedKey } from './requests.js';
import { type Failure, type RouteFacts } from './route-facts.js';

/** The bounds from which ranges are drawn. */
const SOURCE = { randomSourceStart: 60_000, randomSourceEnd: 600_000 };

export const SESSIONS_ROUTES: RouteFacts = {
  routes: {
    'get /sessions': {
      parameters: 'query count?, query cursor?, query projectId?, query status?, query tag?, query search?',
    },
    'post /sessions': { parameters: 'header Idempotency-Key?', body: 'required' },
    'delete /sessions/{id}': { ask: (call, id) => call.delete(`/sessions/${id}`) },
    'get /sessions/{id}': { ask: (call, id) => call.get(`/sessions/${id}`) },
    'patch /sessions/{id}': {
      body: 'optional',
      ask: (call, id) => call.patch(`/sessions/${id}`, { name: 'x' }),
    },
    'post /sessions/{id}/copy': {
      parameters: 'header Idempotency-Key?',
      body: 'optional',
      ask: (call, id) => call.post(`/sessions/${id}/copy`),
    },
    'get /sessions/{id}/events': {
      parameters: 'header Last-Event-ID?',
      ask: (call, id) => call.get(`/sessions/${id}/events`),
    },
    'put /sessions/{id}/playhead': {
      body: 'required',
      ask: (call, id) => call.put(`/sessions/${id}/playhead`, { at: 1 }),
    },
    'post /sessions/{id}/draw': {
      parameters: 'header Idempotency-Key?',
      body: 'required',
      ask: (call, id) => call.post(`/sessions/${id}/draw`, { length: 60_000 }),
    },
    'post /sessions/{id}/rewind': {
      parameters: 'header Idempotency-Key?',
      body: 'required',
      ask: (call, id) => call.post(`/sessions/${id}/rewind`, { to: 1 }),
    },
    'get /sessions/{id}/record': { ask: (call, id) => call.get(`/sessions/${id}/record`) },
    'get /sessions/{id}/state': {
      parameters: 'header If-None-Match?',
      ask: (call, id) => call.get(`/sessions/${id}/state`),
    },
    'put /sessions/{id}/state': {
      parameters: 'header If-None-Match?, header If-Match?',
      body: 'required',
      ask: (call, id) => call.put(`/sessions/${id}/state`, { state: {} }),
    },
  },
  successes: [
    ['post /sessions', 'a session with defaults', async () => post('/sessions', await sessionInput())],
    [
      'post /sessions',
      'a session with ranges',
      async () =>
        post('/sessions', { ...(await sessionInput()), rangeStart: 1, randomSourceEnd: 2, randomSeed: 0 }),
    ],
    [
      'get /sessions/{id}',
      'an active session',
      async () => t.call.get(`/sessions/${(await aSession(t.call)).id}`),
    ],
    [
      'get /sessions/{id}',
      'a finished session',
      async () => {
        const session = await aSession(t.call);
        await finish(t.call, session);
        return t.call.get(`/sessions/${session.id}`);
      },
    ],
    [
      'get /sessions',
      'a page of sessions with and without trades',
      async () => {
        await aSession(t.call);
        await aSession(t.call);
        await aSessionWith(t.call, pastTrades());
        return t.call.get('/sessions?count=2');
      },
    ],
    ['get /sessions', 'no sessions', () => t.other.get('/sessions')],
    [
      'get /sessions/{id}/record',
      'a session without trades',
      async () => t.call.get(`/sessions/${(await aSession(t.call, { tags: ['x'] })).id}/record`),
    ],
    [
      'get /sessions/{id}/record',
      'a session with trades',
      async () => t.call.get(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}/record`),
    ],
    [
      'patch /sessions/{id}',
      'a changed session',
      async () => t.call.patch(`/sessions/${(await aSession(t.call)).id}`, { name: 'x', rangeEnd: null }),
    ],
    [
      'delete /sessions/{id}',
      'a session',
      async () => t.call.delete(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}`),
    ],
    [
      'get /sessions/{id}/state',
      'a session without a state',
      async () => t.call.get(`/sessions/${(await aSession(t.call)).id}/state`),
    ],
    [
      'get /sessions/{id}/state',
      'a state',
      async () => {
        const path = `/sessions/${(await aSession(t.call)).id}/state`;
        await t.call.put(path, { state: { a: [[1]] } });
        return t.call.get(path);
      },
    ],
    [
      'put /sessions/{id}/state',
      'a state',
      async () => t.call.put(`/sessions/${(await aSession(t.call)).id}/state`, { state: { a: [[1]] } }),
    ],
    [
      'get /sessions/{id}/record',
      'a session with a playhead',
      async () => {
        const { id } = await aSession(t.call);
        await t.call.put(`/sessions/${id}/playhead`, { at: 1, shownUntil: 2 }).expect(200);
        return t.call.get(`/sessions/${id}/record`);
      },
    ],
    [
      'put /sessions/{id}/playhead',
      'a playhead',
      async () => t.call.put(`/sessions/${(await aSession(t.call)).id}/playhead`, { at: 1 }),
    ],
    [
      'post /sessions/{id}/draw',
      'a range',
      async () =>
        post(`/sessions/${(await aSession(t.call, SOURCE)).id}/draw`, { length: 60_000, unseen: true }),
    ],
    [
      'post /sessions/{id}/rewind',
      'a session with a playhead',
      async () => {
        const { id } = await aSessionWith(t.call, pastTrades());
        await t.call.put(`/sessions/${id}/playhead`, { at: 60_000 }).expect(200);
        return post(`/sessions/${id}/rewind`, { to: 1 });
      },
    ],
    [
      'post /sessions/{id}/rewind',
      'a session without a playhead',
      async () => post(`/sessions/${(await aSession(t.call)).id}/rewind`, { to: 1 }),
    ],
    [
      'post /sessions/{id}/copy',
      'a session without trades',
      async () => post(`/sessions/${(await aSession(t.call)).id}/copy`),
    ],
    [
      'post /sessions/{id}/copy',
      'a session with trades',
      async () => post(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}/copy`, { tags: ['a'] }),
    ],
  ],
  failures: [
    [
      'post /sessions',
      'PROJECT_NOT_FOUND',
      () => post('/sessions', { projectId: 'nowhere', name: 'Run', initialBalance: 1000 }),
    ],
    [
      'get /sessions/{id}/events',
      'TOO_MANY_STREAMS',
      async () => {
        const { id } = await aSession(t.call);
        return withStreamsOfOthers(t, 0, () => t.call.get(`/sessions/${id}/events`));
      },
    ],
    ['get /sessions', 'PROJECT_NOT_FOUND', () => t.call.get(`/sessions?projectId=${UNKNOWN_ID}`)],
    [
      'put /sessions/{id}/state',
      'STATE_CHANGED',
      async () =>
        t.call.put(`/sessions/${(await aSession(t.call)).id}/state`, { state: {} }).set('if-match', '"1"'),
    ],
    [
      'put /sessions/{id}/playhead',
      'SESSION_FINISHED',
      async () => {
        const session = await aSession(t.call);
        await finish(t.call, session);
        return t.call.put(`/sessions/${session.id}/playhead`, { at: 1 });
      },
    ],
    [
      'post /sessions/{id}/draw',
      'SESSION_FINISHED',
      async () => {
        const session = await aSession(t.call, SOURCE);
        await finish(t.call, session);
        return post(`/sessions/${session.id}/draw`, { length: 60_000 });
      },
    ],
    [
      'post /sessions/{id}/draw',
      'SESSION_HAS_TRADES',
      async () =>
        post(`/sessions/${(await aSessionWith(t.call, pastTrades(), SOURCE)).id}/draw`, { length: 60_000 }),
    ],
    [
      'post /sessions/{id}/draw',
      'NOTHING_UNSEEN',
      async () => {
        const { id } = await aSession(t.call, SOURCE);
        await t.call
          .put(`/sessions/${id}/playhead`, {
            at: SOURCE.randomSourceStart,
            shownUntil: SOURCE.randomSourceEnd,
          })
          .expect(200);
        return post(`/sessions/${id}/draw`, { length: 60_000, unseen: true });
      },
    ],
    [
      'post /sessions/{id}/draw',
      'IDEMPOTENCY_KEY_REUSED',
      async () => withUsedKey(`/sessions/${(await aSession(t.call, SOURCE)).id}/draw`, { length: 60_000 }),
    ],
    [
      'post /sessions/{id}/rewind',
      'SESSION_FINISHED',
      async () => {
        const session = await aSession(t.call);
        await finish(t.call, session);
        return post(`/sessions/${session.id}/rewind`, { to: 1 });
      },
    ],
    [
      'post /sessions/{id}/rewind',
      'IDEMPOTENCY_KEY_REUSED',
      async () => withUsedKey(`/sessions/${(await aSession(t.call)).id}/rewind`, { to: 1 }),
    ],
    [
      'post /sessions/{id}/copy',
      'PROJECT_NOT_FOUND',
      async () => post(`/sessions/${(await aSession(t.call)).id}/copy`, { projectId: 'nowhere' }),
    ],
    [
      'post /sessions/{id}/copy',
      'BUSY',
      async () => {
        const session = await aSession(t.call);
        for (const size of [500, 500, 500, 500, 1])
          await ingest(
            t.call,
            session,
            Array.from({ length: size }, () => aTrade()),
          );
        const writes = t.app.get(BulkWrites);
        const { queue } = writes as unknown as { readonly queue: FairQueue };
        Object.assign(writes, { queue: new FairQueue({ running: 0, waiting: 0, waitingPerGroup: 0 }) });
        const response = await post(`/sessions/${session.id}/copy`, {});
        Object.assign(writes, { queue });
        return response;
      },
    ],
    [
      'post /sessions',
      'QUOTA_SESSIONS',
      async () => {
        const input = await sessionInput();
        return withQuota('sessions', () => post('/sessions', input));
      },
    ],
    ...(['sessions', 'trades'] as const).map((quota): Failure => [
      'post /sessions/{id}/copy',
      quota === 'sessions' ? 'QUOTA_SESSIONS' : 'QUOTA_TRADES',
      async () => {
        const { id } = await aSessionWith(t.call, [aTrade()]);
        return withQuota(quota, () => post(`/sessions/${id}/copy`));
      },
    ]),
    ['post /sessions', 'IDEMPOTENCY_KEY_REUSED', async () => withUsedKey('/sessions', await sessionInput())],
    [
      'post /sessions/{id}/copy',
      'IDEMPOTENCY_KEY_REUSED',
      async () => withUsedKey(`/sessions/${(await aSession(t.call)).id}/copy`, {}),
    ],
  ],
};
