import { aRun, freqtradeResult } from './run-files.js';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import { SCOPES } from '../../src/platform/auth/principal.js';
import { type Scan, type StatementPlan, plansOf, statementsOf } from '../../bench/support/plans.js';
import type { Interval } from '../../src/shared/market/intervals.js';
import type { DatabaseAddress } from '../../src/platform/database/connection/pool-settings.js';
import { ANALYSES } from './analysis-paths.js';
import { type Caller, type TestApp, callerWith, startTestApp } from './app.js';
import { stopSweeps } from './stop-sweeps.js';
import { asOfPathOf } from './as-of.js';
import { rangePathOf } from './candle-ranges.js';
import { type LiveApp, PRESENT, ownSymbol, pathOf, startLiveApp } from './live-app.js';
import {
  DAY,
  HOUR,
  MINUTE,
  T,
  aProject,
  aSession,
  aSessionWith,
  aTrade,
  ingest,
  projectInput,
} from './factories.js';

/**
 * Numbers of rows. They are so large that reading a whole table is never the fastest plan, even on one shard of a
 * cluster.
 */
const ROWS = {
  workspaces: 1_000,
  projectsPerWorkspace: 25,
  keys: 2_000,
  sessions: 4_000,
  sessionsWithTrades: 100,
  tradesPerSession: 500,
  idempotencyKeys: 4_000,
  auditEntries: 20_000,
  /** Markets of which deleted sessions have seen times, and the hours in which these sessions were created. */
  seenMarkets: 100,
  seenHours: 40,
  series: 3_000,
  spansPerSeries: 12,
  bars: 15_000,
  barsPerSeries: 24,
  madeBarsPerSeries: 5,
} as const;

/** Least number of rows of a table. */
const MANY_ROWS = 1_000;

/**
 * The times that a replay has seen, in many spans. Rows of this width fill so many pages that looking up a page of
 * sessions reads fewer pages than reading the whole table.
 */
const SEEN = `'{${Array.from({ length: 60 }, (_, i) => `[${i * HOUR},${i * HOUR + MINUTE})`).join(',')}}'::int8multirange`;

/** Prefix of the symbols and names that this file stores, so that they can be removed. */
const MARK = 'PLANS';

/** Services on a database with many rows. One workspace has a small part of the rows. */
export interface Stocked {
  readonly t: TestApp;
  /** A service that requests missing candles from the venue. */
  readonly live: LiveApp;
  /** Caller with a stored key of the workspace that has many sessions. */
  readonly call: Caller;
  /** The same caller, for the service with the venue. */
  readonly callLive: Caller;
  readonly projectId: string;
  /** The symbol with many bars. */
  readonly symbol: string;
  /** Sessions with trades. Each session is used by one request. */
  readonly sessions: string[];
}

/**
 * Settings of the services. Results must not be cached, because a cached result needs no statement. Audit entries must
 * be kept, although they are old.
 */
const NOTHING_KEPT = { STATS_CACHE_MB: '0', CANDLE_CACHE_MB: '0', AUDIT_RETENTION_DAYS: '0' };

/**
 * Starts services on a database and fills the database. The service creates some rows, and the database copies them, so
 * the copies are like rows that the service has stored.
 */
export async function stock(address?: DatabaseAddress): Promise<Stocked> {
  const t = await startTestApp(NOTHING_KEPT, address);
  const live = await startLiveApp(NOTHING_KEPT, address);
  for (const app of [t, live]) await stopSweeps(app);
  const db = t.app.get(DataSource);
  const name = `${MARK}${randomBytes(4).toString('hex').toUpperCase()}`;
  const { key, secret } = await t.app
    .get(KeysService)
    .create({ name, workspace: name, scopes: SCOPES, expiresAt: null });
  const call = callerWith(t.stranger, secret);
  const { id: projectId } = await aProject(call, { symbol: name });
  const { id: sessionId } = await aSession(call, { projectId, assets: [{}, { symbol: `${name}X` }] });
  await replay(call, { id: sessionId, projectId }, name);
  // Stores the figures of the session.
  await call.get(`/projects/${projectId}/analysis/selection`).expect(200);
  const own = `workspace_id = '${key.workspaceId}'`;

  // One workspace has many sessions, and many workspaces have one.
  await db.query(
    `INSERT INTO workspaces SELECT gen_random_uuid(), '${name}-' || i, 0 FROM generate_series(1, ${ROWS.workspaces}) i`,
  );
  await copyRows(db, 'projects', `s.${own}`, {
    from: `workspaces w, generate_series(1, ${ROWS.projectsPerWorkspace})`,
    where: `w.name LIKE '${name}-%'`,
    changed: { workspace_id: 'w.id', id: 'gen_random_uuid()' },
  });
  const toOthers = { from: 'workspaces w', where: `w.name LIKE '${name}-%'` };
  await copyRows(db, 'projects', `s.${own}`, { ...toOthers, changed: { workspace_id: 'w.id' } });
  // With equal ids in many workspaces, the planner would expect many rows for an id.
  const idOf = (column: string) => `md5(w.id::text || s.${column})::uuid`;
  for (const table of [
    'sessions',
    'session_assets',
    'trades',
    'first_answers',
    'trials',
    'session_figures',
    'playheads',
  ])
    await copyRows(db, table, `s.${own}`, {
      ...toOthers,
      changed: {
        workspace_id: 'w.id',
        id: idOf('id'),
        session_id: idOf('session_id'),
        trade_id: idOf('trade_id'),
      },
    });
  await copyRows(db, 'api_keys', `s.${own}`, {
    from: `generate_series(1, ${ROWS.keys}) i`,
    changed: { id: 'gen_random_uuid()', hash: `s.hash || i` },
  });
  await copyRows(db, 'sessions', `s.${own} AND s.id = '${sessionId}'`, {
    from: `generate_series(1, ${ROWS.sessions})`,
    changed: { id: 'gen_random_uuid()' },
  });
  await copyRows(db, 'session_assets', `s.${own} AND s.session_id = '${sessionId}'`, {
    from: 'sessions o',
    where: `o.${own} AND o.id <> '${sessionId}'`,
    changed: { session_id: 'o.id', id: 'gen_random_uuid()' },
  });
  for (const table of ['first_answers', 'trials', 'session_figures', 'playheads'])
    await copyRows(db, table, `s.${own} AND s.session_id = '${sessionId}'`, {
      from: 'sessions o',
      where: `o.${own} AND o.id <> '${sessionId}'`,
      changed: { session_id: 'o.id', trade_id: 'gen_random_uuid()', seen: SEEN },
    });
  await copyRows(db, 'seen_spans', `s.${own}`, { ...toOthers, changed: { workspace_id: 'w.id' } });
  await copyRows(db, 'seen_spans', `s.${own}`, {
    from: `generate_series(1, ${ROWS.seenMarkets}) market, generate_series(1, ${ROWS.seenHours}) hour`,
    changed: {
      symbol: `s.symbol || CASE market WHEN 1 THEN '' ELSE market::text END`,
      created_hour: `s.created_hour - hour * ${HOUR}::bigint`,
      spans: SEEN,
    },
  });
  const sessions = await db.query<{ id: string }[]>(
    `SELECT id FROM sessions WHERE ${own} AND id <> '${sessionId}' ORDER BY id LIMIT ${ROWS.sessionsWithTrades}`,
  );
  // Copies the trades session by session, because the embedded database runs one statement at a time.
  for (const { id } of sessions) {
    await copyRows(db, 'trades', `s.${own} AND s.session_id = '${sessionId}'`, {
      from: `sessions o, generate_series(1, ${ROWS.tradesPerSession}) i`,
      where: `o.${own} AND o.id = '${id}'`,
      changed: {
        session_id: 'o.id',
        id: 'gen_random_uuid()',
        client_id: `'copy-' || i`,
        exit_time: 's.exit_time + i',
      },
    });
  }
  await db.query(
    `INSERT INTO session_states (workspace_id, session_id, state, revision, updated_at)
     SELECT workspace_id, id, '{"a":1}', 1, 0 FROM sessions WHERE ${own}`,
  );
  await db.query(
    `INSERT INTO session_imports (workspace_id, project_id, digest, session_id)
     SELECT workspace_id, project_id, sha256(id::text::bytea), id FROM sessions WHERE ${own}`,
  );
  await db.query(
    `INSERT INTO idempotency_keys (workspace_id, key, method, path, body_hash, status, response, created_at, expires_at)
     SELECT '${key.workspaceId}'::uuid, 'key-' || i, 'POST', '/projects', '', 201, '{}', 0, 0
     FROM generate_series(1, ${ROWS.idempotencyKeys}) i`,
  );
  await db.query(
    `INSERT INTO audit_entries (workspace_id, id, time, actor_kind, actor, action, resource_type, resource_id)
     SELECT '${key.workspaceId}'::uuid, gen_random_uuid(), i, 'key', CASE WHEN i % 100 = 2 THEN 'b' ELSE 'a' END, CASE WHEN i % 100 = 0 THEN 'trade.edit' ELSE 'trades.ingest' END,
       'session', CASE WHEN i % 100 = 1 THEN '${sessionId}' ELSE gen_random_uuid() END
     FROM generate_series(1, ${ROWS.auditEntries}) i`,
  );
  await storeCandles(db, name);
  await db.query('ANALYZE');
  const ids = sessions.map(({ id }) => id);
  const callLive = callerWith(live.stranger, secret);
  return { t, live, call, callLive, projectId, symbol: name, sessions: ids };
}

/**
 * Replays a session: it gets a playhead, one trade that is changed later and one that is deleted later. Also deletes
 * another session, so that the times that it has seen are kept.
 */
async function replay(
  call: Caller,
  session: { readonly id: string; readonly projectId: string },
  symbol: string,
): Promise<void> {
  const { trades } = await ingest(
    call,
    session,
    [0, 1].map((hour) => aTrade({ symbol, hour, stopLoss: 990 })),
  );
  const path = `/sessions/${session.id}`;
  await call.put(`${path}/playhead`, { at: T + DAY }).expect(200);
  await call.patch(`${path}/trades/${trades[0]!.id}`, { qty: 2 }).expect(200);
  await call.delete(`${path}/trades/${trades[1]!.id}`).expect(204);
  const { id } = await aSessionWith(call, [aTrade({ symbol })], { projectId: session.projectId });
  await call.delete(`/sessions/${id}`).expect(204);
}

interface Copies {
  /** The item in the FROM clause that multiplies a row: the query makes one copy for each row of this item. */
  readonly from: string;
  readonly where?: string;
  /** Columns that differ from the copied row `s`. */
  readonly changed: Readonly<Record<string, string>>;
}

/** Copies the rows `s` of a table that match the condition `which`. */
export async function copyRows(db: DataSource, table: string, which: string, copies: Copies): Promise<void> {
  const { from, where = 'true', changed } = copies;
  const columns = await db.query<{ name: string }[]>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  await db.query(
    `INSERT INTO ${table} (${names.join(', ')})
     SELECT ${names.map((name) => changed[name] ?? `s.${name}`).join(', ')}
     FROM ${table} s, ${from} WHERE ${which} AND ${where}`,
  );
}

/** Stores one candle series with many bars, and many candle series with covered spans and gaps. */
async function storeCandles(db: DataSource, symbol: string): Promise<void> {
  await db.query(
    `INSERT INTO series (feed, symbol, "interval", created_at)
     SELECT 'venue-spot', $1 || n, '1m', 0 FROM (SELECT '' AS n UNION ALL SELECT i::text FROM generate_series(2, $2::int) i) n`,
    [symbol, ROWS.series],
  );
  const [series] = await db.query<[{ id: number }]>('SELECT id FROM series WHERE symbol = $1', [symbol]);
  await db.query(
    `INSERT INTO bars SELECT $1::int, $2::bigint + i * ${MINUTE}::bigint, 1000, 1010, 995, 1000, 1
     FROM generate_series(0, ${ROWS.bars} - 1) i`,
    [series.id, T],
  );
  await db.query(
    `INSERT INTO bars SELECT s.id, $2::bigint + i * ${MINUTE}::bigint, 1000, 1010, 995, 1000, 1
     FROM series s, generate_series(1, ${ROWS.barsPerSeries}) i WHERE s.symbol LIKE $1 || '_%'`,
    [symbol, T],
  );
  await db.query('INSERT INTO coverage VALUES ($1, $2, $3)', [series.id, T, T + ROWS.bars * MINUTE]);
  const spans = `series s, generate_series(1, ${ROWS.spansPerSeries}) i WHERE s.symbol LIKE $1 || '_%'`;
  await db.query(
    `INSERT INTO coverage SELECT s.id, i * 600000::bigint, i * 600000::bigint + 60000 FROM ${spans}`,
    [symbol],
  );
  await db.query(
    `INSERT INTO made_bars SELECT s.id, 60, $2::bigint + i * ${HOUR}::bigint, 1000, 1010, 995, 1000, 1
     FROM series s, generate_series(1, ${ROWS.madeBarsPerSeries}) i WHERE s.symbol LIKE $1 || '_%'`,
    [symbol, T],
  );
  await db.query(
    `INSERT INTO candle_gaps SELECT s.id, i * 600000::bigint, i * 600000::bigint + 60000, 0, true FROM ${spans}`,
    [symbol],
  );
}

/** Removes the stored rows, because other tests use the database as well, and stops the services. */
export async function unstock({ t, live }: Stocked): Promise<void> {
  const db = t.app.get(DataSource);
  for (const table of [
    'audit_entries',
    'idempotency_keys',
    'seen_spans',
    'trades',
    'session_assets',
    'sessions',
    'projects',
    'api_keys',
  ])
    await db.query(
      `DELETE FROM ${table} WHERE workspace_id IN (SELECT id FROM workspaces WHERE name LIKE '${MARK}%')`,
    );
  await db.query(`DELETE FROM workspaces WHERE name LIKE '${MARK}%'`);
  for (const table of ['bars', 'made_bars', 'coverage', 'candle_gaps'])
    await db.query(
      `DELETE FROM ${table} WHERE series_id IN (SELECT id FROM series WHERE symbol LIKE '${MARK}%')`,
    );
  await db.query(`DELETE FROM series WHERE symbol LIKE '${MARK}%'`);
  await live.close();
  await t.close();
}

/** Creates what a request needs, and returns a function that sends the request. */
type Prepare = (stocked: Stocked) => Promise<() => PromiseLike<unknown>>;

function aTradedSession({ sessions }: Stocked): string {
  const id = sessions.pop();
  if (id === undefined) throw new Error('No session with trades is left: increase ROWS.sessionsWithTrades.');
  return id;
}

const storedPage = (symbol: string, interval: Interval): string =>
  pathOf({ symbol, interval, count: 10, before: T + (ROWS.bars / 2) * MINUTE });

const storedRange = (symbol: string, interval: Interval): string =>
  rangePathOf({ symbol, interval, count: 10, from: T });

const storedAsOf = (symbol: string, offset: number): string =>
  asOfPathOf({ symbol, count: 10, at: T + (ROWS.bars / 2) * MINUTE + offset });

const batch = (symbol: string) =>
  Array.from({ length: 20 }, (_, hour) => aTrade({ symbol, hour, stopLoss: 990 }));

/**
 * Moves a session to a project of its own, and returns the id of the session. Requests that count the tries of a
 * project read all sessions of the project. If almost all sessions were in one project, reading the whole table would
 * be the fastest plan.
 */
async function aSessionOfFew(stocked: Stocked): Promise<string> {
  const id = aTradedSession(stocked);
  const project = await aProject(stocked.call, { symbol: stocked.symbol });
  const db = stocked.t.app.get(DataSource);
  for (const [table, column] of [
    ['sessions', 'id'],
    ['trials', 'session_id'],
    ['session_figures', 'session_id'],
  ])
    await db.query(`UPDATE ${table} SET project_id = $1 WHERE ${column} = $2`, [project.id, id]);
  return id;
}

/** Creates a project with two sessions that are tries of different parameters, and a third try that was deleted. */
async function aStudy(call: Caller, symbol: string): Promise<string> {
  const { id: projectId } = await aProject(call, { symbol });
  for (const fast of [1, 2])
    await aSessionWith(call, batch(symbol), { projectId, trial: { parameters: { fast, slow: 3 } } });
  const { id } = await aSessionWith(call, batch(symbol), { projectId });
  await call.delete(`/sessions/${id}`).expect(204);
  return projectId;
}

const STUDY_ROUTES = [
  'analysis/selection',
  'analysis/overfitting',
  'analysis/walk-forward',
  'leaderboard',
  'leaderboard/grid?x=fast&y=slow',
  'parameters',
];

/** Returns the path of the first trade of a session. */
async function aTradePath(s: Stocked): Promise<string> {
  const path = `/sessions/${aTradedSession(s)}/trades`;
  const { body } = await s.call.get(`${path}?count=1`).expect(200);
  return `${path}/${body.trades[0].id}`;
}

/** Frequent requests. Their responses are never cached. */
export const HOT_REQUESTS: Readonly<Record<string, Prepare>> = {
  'GET /sessions/{id}': async (s) => {
    const path = `/sessions/${aTradedSession(s)}`;
    return () => s.call.get(path).expect(200);
  },
  'GET /sessions/{id}/record': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/record`;
    return () => s.call.get(path).expect(200);
  },
  'GET /sessions': async (s) => () => s.call.get('/sessions').expect(200),
  'GET /keys': async ({ call }) => {
    const { body } = await call.get('/keys?count=500').expect(200);
    return () => call.get(`/keys?cursor=${body.nextCursor}`).expect(200);
  },
  'POST /keys':
    async ({ call }) =>
    () =>
      call.post('/keys', { name: 'a' }).expect(201),
  'POST /keys/{id}/rotate': async ({ call }) => {
    const { body } = await call.post('/keys', { name: 'a' }).expect(201);
    return () => call.post(`/keys/${body.key.id}/rotate`).expect(201);
  },
  'POST /keys/{id}/revoke': async ({ call }) => {
    const { body } = await call.post('/keys', { name: 'a' }).expect(201);
    return () => call.post(`/keys/${body.key.id}/revoke`).expect(200);
  },
  'GET /sessions, a page further down': async ({ call }) => {
    const { body } = await call.get('/sessions?count=500').expect(200);
    return () => call.get(`/sessions?cursor=${body.nextCursor}`).expect(200);
  },
  'GET /sessions of a project': async ({ call, projectId }) => {
    const { body } = await call.get(`/sessions?projectId=${projectId}&count=500`).expect(200);
    return () => call.get(`/sessions?projectId=${projectId}&cursor=${body.nextCursor}`).expect(200);
  },
  // These requests need a workspace of few sessions. With many sessions, reading the whole table may be the fastest way
  // to the matching sessions.
  ...Object.fromEntries(
    ['status=finished', 'tag=a', 'search=run', 'status=active&tag=a&search=run&projectId='].map(
      (query): [string, Prepare] => [
        `GET /sessions?${query}`,
        async ({ t }) => {
          const { projectId } = await aSession(t.call, { tags: ['a'] });
          const path = `/sessions?${query}${query.endsWith('=') ? projectId : ''}`;
          return () => t.call.get(path).expect(200);
        },
      ],
    ),
  ),
  'PATCH /sessions/{id}': async (s) => {
    const path = `/sessions/${aTradedSession(s)}`;
    return () => s.call.patch(path, { tags: ['a'], name: 'Renamed' }).expect(200);
  },
  'DELETE /sessions/{id}': async (s) => {
    const path = `/sessions/${aTradedSession(s)}`;
    return () => s.call.delete(path).expect(204);
  },
  'DELETE /sessions/{id}/trades': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/trades`;
    return () => s.call.delete(path).expect(200);
  },
  'GET /projects/{id}':
    async ({ call, projectId }) =>
    () =>
      call.get(`/projects/${projectId}`).expect(200),
  'GET /projects/{id}/tags': async ({ call }) => {
    const { projectId } = await aSession(call, { tags: ['a'] });
    return () => call.get(`/projects/${projectId}/tags`).expect(200);
  },
  'PATCH /projects/{id}': async ({ call }) => {
    const { id } = await aProject(call);
    return () => call.patch(`/projects/${id}`, { name: 'Renamed' }).expect(200);
  },
  'DELETE /projects/{id}': async ({ call }) => {
    const { id } = await aProject(call);
    return () => call.delete(`/projects/${id}`).expect(204);
  },
  'GET /projects': async (s) => () => s.call.get('/projects').expect(200),
  // This request uses a workspace with few projects. If one project has almost all sessions, reading the whole table is
  // the fastest way to count them.
  'GET /project-records?count=': async ({ t }) => {
    for (let i = 0; i < 2; i += 1) await aSession(t.call);
    const { body } = await t.call.get('/project-records?count=1').expect(200);
    return () => t.call.get(`/project-records?count=20&cursor=${body.nextCursor}`).expect(200);
  },
  'GET /project-records?search=': async ({ t }) => {
    await aSession(t.call);
    return () => t.call.get('/project-records?search=a').expect(200);
  },
  'POST /projects': async (s) => () => s.call.post('/projects', projectInput()).expect(201),
  'POST /sessions':
    async ({ call, projectId }) =>
    () =>
      call.post('/sessions', { projectId, name: 'Run', initialBalance: 1000 }).expect(201),
  'POST /projects, with a key': async (s) => () =>
    s.call.post('/projects', projectInput()).set('Idempotency-Key', 'hot').expect(201),
  'POST /sessions, with a key':
    async ({ call, projectId }) =>
    () =>
      call
        .post('/sessions', { projectId, name: 'Run', initialBalance: 1000 })
        .set('Idempotency-Key', 'hot session')
        .expect(201),
  'PUT /sessions/{id}/state': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/state`;
    return () => s.call.put(path, { state: { a: 1 } }).expect(200);
  },
  ...Object.fromEntries(
    [
      ['', T + 2 * DAY],
      [', a step back', T],
    ].map(([step, at]): [string, Prepare] => [
      `PUT /sessions/{id}/playhead${step}`,
      async (s) => {
        const path = `/sessions/${aTradedSession(s)}/playhead`;
        return () => s.call.put(path, { at }).expect(200);
      },
    ]),
  ),
  // This request reads the times that all sessions of the workspace have seen, so it needs a workspace of few sessions.
  'POST /sessions/{id}/draw': async ({ t }) => {
    const { id } = await aSession(t.call, { randomSourceStart: 60_000, randomSourceEnd: 600_000 });
    await t.call.put(`/sessions/${id}/playhead`, { at: 120_000 }).expect(200);
    return () => t.call.post(`/sessions/${id}/draw`, { length: 60_000, unseen: true }).expect(200);
  },
  ...Object.fromEntries(
    [
      ['', T + HOUR],
      [', all trades', T],
    ].map(([which, to]): [string, Prepare] => [
      `POST /sessions/{id}/rewind${which}`,
      async (s) => {
        const path = `/sessions/${aTradedSession(s)}/rewind`;
        return () => s.call.post(path, { to }).expect(200);
      },
    ]),
  ),
  'GET /sessions/{id}/state': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/state`;
    return () => s.call.get(path).expect(200);
  },
  'POST /sessions/{id}/copy': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/copy`;
    return () => s.call.post(path).expect(201);
  },
  'POST /sessions/{id}/trades': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/trades`;
    return () => s.call.post(path, { trades: batch(s.symbol) }).expect(201);
  },
  'POST /sessions/{id}/trades, repeated': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/trades`;
    const trades = batch(s.symbol);
    await s.call.post(path, { trades }).expect(201);
    return () => s.call.post(path, { trades }).expect(201);
  },
  ...Object.fromEntries(
    [
      '',
      'order=desc',
      `from=${T}&to=${T + DAY}`,
      `order=desc&from=${T}&to=${T + DAY}`,
      'side=short',
      'order=desc&symbol=XRPUSDT&feed=venue-spot&outcome=loss&tag=none',
      'search=none',
    ].map((query): [string, Prepare] => [
      `GET /sessions/{id}/trades?${query}`,
      async (s) => {
        const path = `/sessions/${aTradedSession(s)}/trades?${query}`;
        return () => s.call.get(path).expect(200);
      },
    ]),
  ),
  ...Object.fromEntries(
    ['asc', 'desc'].map((order): [string, Prepare] => [
      `GET /sessions/{id}/trades, a later page, ${order}`,
      async (s) => {
        const path = `/sessions/${aTradedSession(s)}/trades?order=${order}&count=50&from=${T}&to=${T + DAY}`;
        const { body } = await s.call.get(path).expect(200);
        return () => s.call.get(`${path}&cursor=${body.nextCursor}`).expect(200);
      },
    ]),
  ),
  'GET /sessions/{id}/trades/{tradeId}': async (s) => {
    const path = await aTradePath(s);
    return () => s.call.get(path).expect(200);
  },
  'PATCH /sessions/{id}/trades/{tradeId}': async (s) => {
    const path = await aTradePath(s);
    return () => s.call.patch(path, { qty: 3, note: 'x' }).expect(200);
  },
  'DELETE /sessions/{id}/trades/{tradeId}': async (s) => {
    const path = await aTradePath(s);
    return () => s.call.delete(path).expect(204);
  },
  'POST /sessions/{id}/trades/preview': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/trades/preview`;
    return () => s.call.post(path, { trades: batch(s.symbol) }).expect(200);
  },
  ...Object.fromEntries(
    [
      ['', 201],
      ['?preview=true', 200],
    ].map(([query, status]): [string, Prepare] => [
      `POST /sessions/{id}/trades/import${query}`,
      async (s) => {
        const path = `/sessions/${aTradedSession(s)}/trades/import${query}`;
        const trades = batch(s.symbol).map((trade) => JSON.stringify(trade));
        const send = () => s.call.post(path).set('content-type', 'application/json').send(trades.join('\n'));
        return () => send().expect(status as number);
      },
    ]),
  ),
  ...Object.fromEntries(
    [
      ['', 201],
      ['?preview=true', 200],
    ].map(([query, status]): [string, Prepare] => [
      `POST /projects/{id}/import${query}`,
      async (s) => {
        let sent = 0;
        const send = () => {
          sent += 1;
          const file = freqtradeResult({ A: aRun({ starting_balance: 1000 + sent }) });
          const path = `/projects/${s.projectId}/import${query}`;
          return s.call.post(path).set('content-type', 'application/json').send(file);
        };
        return () => send().expect(status as number);
      },
    ]),
  ),
  'POST /imports/preview': async (s) => {
    const send = () => s.call.post('/imports/preview').set('content-type', 'application/json');
    return () => send().send(freqtradeResult()).expect(200);
  },
  'POST /samples': async (s) => {
    await s.call.post('/samples').expect(201);
    return () => s.call.post('/samples').expect(200);
  },
  'GET /sessions/{id}/trades/export': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/trades/export`;
    return () => s.call.get(path).expect(200);
  },
  'GET /sessions/{id}/report': async (s) => {
    const path = `/sessions/${await aSessionOfFew(s)}/report`;
    return () => s.call.get(path).expect(200);
  },
  'GET /sessions/{id}/stats': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/stats`;
    return () => s.call.get(path).expect(200);
  },
  'GET /sessions/{id}/stats, 304': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/stats`;
    const { headers } = await s.call.get(path).expect(200);
    return () => s.call.get(path).set('if-none-match', headers['etag']!).expect(304);
  },
  'POST /sessions/{id}/finish': async (s) => {
    const path = `/sessions/${aTradedSession(s)}/finish`;
    return () => s.call.post(path).expect(200);
  },
  'GET /sessions/{id}/stats, finished': async (s) => {
    const id = aTradedSession(s);
    await s.call.post(`/sessions/${id}/finish`).expect(200);
    return () => s.call.get(`/sessions/${id}/stats?breakEvenThreshold=1`).expect(200);
  },
  ...Object.fromEntries(
    // Hindsight reads up to 2,001 sessions. If the table has few more sessions, reading the whole table is the fastest
    // plan.
    ANALYSES.filter(([route]) => route !== 'analysis/hindsight').map(([route, query]): [string, Prepare] => [
      `GET /sessions/{id}/${route}${query}`,
      async (s) => {
        const id = route === 'analysis/evidence' ? await aSessionOfFew(s) : aTradedSession(s);
        const path = `/sessions/${id}/${route}${query}`;
        return () => s.call.get(path).expect(200);
      },
    ]),
  ),
  'GET /sessions/{id}/stats/explain of a finished session': async (s) => {
    const id = aTradedSession(s);
    await s.call.post(`/sessions/${id}/finish`).expect(200);
    return () => s.call.get(`/sessions/${id}/stats/explain?figure=maxIdealR`).expect(200);
  },
  'GET /projects/{id}/comparison': async (s) => {
    const ids = [aTradedSession(s), aTradedSession(s)];
    const path = `/projects/${s.projectId}/comparison?sessionIds=${ids.join(',')}`;
    return () => s.call.get(path).expect(200);
  },
  'GET /projects/{id}/comparison, the newest': async (s) => {
    const path = `/projects/${s.projectId}/comparison`;
    return () => s.call.get(path).expect(200);
  },
  ...Object.fromEntries(
    STUDY_ROUTES.map((route): [string, Prepare] => [
      `GET /projects/{id}/${route}`,
      async (s) => {
        const path = `/projects/${await aStudy(s.call, s.symbol)}/${route}`;
        return () => s.call.get(path).expect(200);
      },
    ]),
  ),
  'PATCH /sessions/{id}, to another study': async (s) => {
    const { id } = await aSessionWith(s.call, batch(s.symbol), { projectId: s.projectId });
    return () => s.call.patch(`/sessions/${id}`, { trial: { study: 'Other' } }).expect(200);
  },
  ...Object.fromEntries(
    [
      '',
      'action=trade.edit',
      'from=100&to=10000',
      'actor=b',
      'resourceId=',
      'action=trades.ingest&resourceId=',
    ].map((query): [string, Prepare] => [
      `GET /audit?${query}`,
      async (s) => {
        const path = `/audit?count=20&${query}${query.endsWith('=') ? s.sessions[0]! : ''}`;
        return () => s.call.get(path).expect(200);
      },
    ]),
  ),
  'GET /audit, a later page': async ({ call }) => {
    const { body } = await call.get('/audit?count=500').expect(200);
    return () => call.get(`/audit?count=500&cursor=${body.nextCursor}`).expect(200);
  },
  'GET /usage':
    async ({ t }) =>
    () =>
      t.call.get('/usage').expect(200),
  'GET /me':
    async ({ call }) =>
    () =>
      call.get('/me').expect(200),
  'GET /candles/series': async ({ call, symbol }) => {
    const path = `/candles/series?symbol=${symbol}&feed=venue-spot&interval=1m`;
    return () => call.get(path).expect(200);
  },
  ...Object.fromEntries(
    [
      ['', 200],
      ['?preview=true', 200],
    ].map(([query, status]): [string, Prepare] => [
      `POST /candles/import${query}`,
      async ({ call }) => {
        const rows = Array.from({ length: 60 }, (_, i) => [1_690_848_000_000 + i * 60_000, 1, 1, 1, 1, 1]);
        const send = () =>
          call.post(`/candles/import${query}`, rows).query({ symbol: 'HOTIMPORT', interval: '1m' });
        await send();
        return () => send().expect(status as number);
      },
    ]),
  ),
  'GET /candles at 1m': async ({ call, symbol }) => {
    const path = storedPage(symbol, '1m');
    return () => call.get(path).expect(200);
  },
  'GET /candles at 1h': async ({ call, symbol }) => {
    const path = storedPage(symbol, '1h');
    return () => call.get(path).expect(200);
  },
  'GET /candles at 1m, live, all of it stored': async ({ callLive, symbol }) => {
    const path = storedPage(symbol, '1m');
    return () => callLive.get(path).expect(200);
  },
  'GET /candles at 1h, live, all of it stored': async ({ callLive, symbol }) => {
    const path = storedPage(symbol, '1h');
    return () => callLive.get(path).expect(200);
  },
  'GET /candles/range at 1m': async ({ call, symbol }) => {
    const path = storedRange(symbol, '1m');
    return () => call.get(path).expect(200);
  },
  'GET /candles/range at 1h': async ({ call, symbol }) => {
    const path = storedRange(symbol, '1h');
    return () => call.get(path).expect(200);
  },
  'GET /candles/range at 1h, live, all of it stored': async ({ callLive, symbol }) => {
    const path = storedRange(symbol, '1h');
    return () => callLive.get(path).expect(200);
  },
  'GET /candles/as-of': async ({ call, symbol }) => {
    const path = storedAsOf(symbol, 1);
    return () => call.get(path).expect(200);
  },
  'GET /candles/as-of, live, all of it stored': async ({ callLive, symbol }) => {
    const path = storedAsOf(symbol, 2);
    return () => callLive.get(path).expect(200);
  },
  'GET /candles/as-of, from the venue': async ({ live, callLive }) => {
    const path = asOfPathOf({ symbol: ownSymbol(live.venue), at: PRESENT - HOUR - MINUTE, count: 10 });
    return () => callLive.get(path).expect(200);
  },
  'GET /candles/range at 1m, from the venue': async ({ live, callLive }) => {
    const path = rangePathOf({ symbol: ownSymbol(live.venue), from: PRESENT - HOUR, to: PRESENT });
    return () => callLive.get(path).expect(200);
  },
  'GET /candles at 1m, from the venue': async ({ live, callLive }) => {
    const path = pathOf({ symbol: ownSymbol(live.venue), count: 10, before: PRESENT - HOUR });
    return () => callLive.get(path).expect(200);
  },
};

/** Documented operations that no test of this file covers, each with the reason. */
export const NOT_HOT: Readonly<Record<string, string>> = {
  'GET /sessions/{id}/analysis/hindsight': 'it reads up to 2,001 sessions',
  'GET /sessions/{id}/events': 'it reads the sessions of several workspaces with one statement',
  'GET /health/live': 'it asks the database nothing',
  'GET /health/ready': 'it reads no table',
  'GET /metrics': 'it asks the database whether it answers, and reads no table',
};

/** Returns the operation to which a request belongs. */
export const operationOf = (request: string): string => /^\w+ [^\s?,]+/.exec(request)![0];

/**
 * Returns whether a request is for a workspace of few rows. On a cluster, the shard of this workspace is so small that
 * PostgreSQL reads the whole shard.
 */
const isOfFewRows = (request: string): boolean =>
  /^GET \/(sessions|project-records)\?/.test(request) ||
  ['GET /usage', 'POST /sessions/{id}/draw'].includes(request);

/** Sends a request, and returns the query plans of its statements. */
export async function plansOfRequest(stocked: Stocked, request: string): Promise<StatementPlan[]> {
  const send = await HOT_REQUESTS[request]!(stocked);
  const sent = await statementsOf(send);
  return plansOf(sent, (text, values) => stocked.t.app.get(DataSource).query(text, values));
}

/**
 * Returns the first column of every index. A scan without a value for this column reads the whole index, or at least
 * one page for each value of the column.
 */
async function firstColumns(db: DataSource): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ index: string; column: string }[]>(
    `SELECT indexrelid::regclass::text AS index, attname AS column
     FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]`,
  );
  return new Map(rows.map(({ index, column }) => [index, column]));
}

/** Returns the tables that have few rows. Such a table is read whole, whatever the statement. */
export async function tablesOfFewRows({ t }: Stocked): Promise<string[]> {
  const db = t.app.get(DataSource);
  const tables = await db.query<{ name: string }[]>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> 'migrations'`,
  );
  const few: string[] = [];
  for (const { name } of tables) {
    const [{ count }] = await db.query<[{ count: number }]>(`SELECT count(*)::int AS count FROM ${name}`);
    if (count < MANY_ROWS) few.push(name);
  }
  return few;
}

/** Returns whether the tables are distributed over the nodes of a cluster. */
export async function isSpread({ t }: Stocked): Promise<boolean> {
  const [{ found }] = await t.app
    .get(DataSource)
    .query<[{ found: boolean }]>(`SELECT to_regclass('citus_tables') IS NOT NULL AS found`);
  return found;
}

/** Checks that a request's statements use the key of an index, and on a cluster one shard each. */
export async function expectHotPlans(stocked: Stocked, request: string): Promise<void> {
  const plans = await plansOfRequest(stocked, request);
  expect(plans.length).toBeGreaterThan(0);
  const columns = await firstColumns(stocked.t.app.get(DataSource));
  const isByKey = ({ type, on, key }: Scan) =>
    type === 'Bitmap Heap Scan' || key.includes(`${columns.get(on) ?? type} = `);
  const isOnCluster = await isSpread(stocked);
  if (!isOnCluster || !isOfFewRows(request))
    expect(plans.filter(({ scans }) => !scans.every(isByKey))).toEqual([]);
  expect(plans.filter(({ shards }) => shards.some((count) => count !== 1))).toEqual([]);
  // On a cluster, at least one plan must name its shards. Otherwise the check above would be true for any plan.
  expect(plans.some(({ shards }) => shards.length > 0)).toBe(isOnCluster);
}
