import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Cluster, aCluster, canHaveCluster } from '../../support/postgres-cluster.js';
import {
  Answer,
  RunningService,
  aDirectory,
  cleanUp,
  newSession,
  query,
  startService,
  aTrade,
} from '../../support/service-process.js';

const POOL = 2;
/** Keys of two workspaces. The requests of each workspace hold a connection. */
const BUSY_KEYS = ['one', 'two'] as const;
const THIRD_KEY = 'three';
/** The lock waits end one after the other. The last writer would have to wait longer than a request may wait. */
const SESSIONS = 4;

if (!canHaveCluster)
  process.stderr.write('Not checked: a pool without a free connection (no PostgreSQL server, see PG_BIN).\n');

const unless = canHaveCluster ? describe : describe.skip;

unless('a pool whose connections all wait for a lock of another client', () => {
  let cluster: Cluster;
  let service: RunningService;
  /** Sessions of the two workspaces. The other client locks them. */
  const locked: { readonly key: string; readonly session: string }[] = [];

  beforeAll(async () => {
    cluster = await aCluster();
    service = await startService({
      API_KEYS: [...BUSY_KEYS, THIRD_KEY].map((key) => `${key}@${key}:${key}`).join(','),
      DATABASE_URL: cluster.url,
      DATABASE_POOL: String(POOL),
      DATA_DIR: await aDirectory(),
      TRADE_MINIMUM: '0',
      FAILED_KEYS_PER_MINUTE: '0',
    });
    for (const key of BUSY_KEYS)
      for (let i = 0; i < SESSIONS; i += 1) locked.push({ key, session: await newSession(service, key) });
  });

  afterAll(async () => {
    await cleanUp();
    cluster.remove();
  });

  /** Requests that need a connection and are refused, because requests of their workspace hold the connections. */
  const ofBusyWorkspace: readonly (() => Promise<Answer>)[] = [
    () => service.get('/projects', BUSY_KEYS[0]),
    () => service.post('/projects', { name: 'N', symbol: 'BTCUSDT', timeframe: '1m' }, BUSY_KEYS[1]),
    () => service.get(`/sessions/${locked[0]!.session}`, BUSY_KEYS[0]),
  ];

  /**
   * Requests that succeed or fail as usual. Some need no connection of the pool, and the others get one when a lock
   * wait has ended.
   */
  const served: readonly [status: number, ask: () => Promise<Answer>][] = [
    [200, () => service.get('/health/ready', '')],
    [200, () => service.get('/projects', THIRD_KEY)],
    [201, () => service.post('/projects', { name: 'N', symbol: 'BTCUSDT', timeframe: '1m' }, THIRD_KEY)],
    [401, () => service.get('/projects', `unknown-${Math.random()}`)],
    [200, () => service.get('/health/live', '')],
    [200, () => service.get('/docs-json')],
    [200, () => service.get('/metrics', THIRD_KEY)],
    [401, () => service.get('/projects', '')],
    [404, () => service.get('/nowhere', THIRD_KEY)],
  ];

  const trade = { trades: [aTrade('one')] };

  /** Sends a batch until it is acknowledged. Any other response fails, except a refusal with a Retry-After. */
  async function ingest(key: string, session: string, refused: (code: string) => void): Promise<void> {
    for (;;) {
      const answer = await service.post(`/sessions/${session}/trades`, trade, key);
      if (answer.status === 201) return;
      refused(codeOfRefusal(answer));
    }
  }

  function codeOfRefusal({ status, headers, body }: Answer): string {
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: expect.stringMatching(/^\d+$/),
    });
    expect(['DATABASE_UNAVAILABLE', 'BUSY']).toContain(body.code);
    return body.code;
  }

  const countOf = async (condition: string) => {
    const [row] = await query<{ n: number }>(
      cluster.url,
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE application_name = 'backtest-session-service' AND ${condition}`,
    );
    return row!.n;
  };

  async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isTrue())) await delay(20);
  }

  it('refuses requests of the workspaces that hold the connections until the lock is released, and serves all other requests', async () => {
    const holder = new pg.Client({ connectionString: cluster.url });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('BEGIN; SELECT FROM sessions FOR UPDATE');

    const refusals = { DATABASE_UNAVAILABLE: 0, BUSY: 0 };
    const held = Promise.all(
      locked.map(({ key, session }) =>
        ingest(key, session, (code) => (refusals[code as keyof typeof refusals] += 1)),
      ),
    );
    // No request succeeds before the lock is released; an unexpected response fails at once.
    const within = (work: Promise<unknown>) => Promise.race([work, held]);
    await until(async () => (await countOf("wait_event_type = 'Lock'")) === POOL);

    await within(
      Promise.all(
        ofBusyWorkspace.map(async (ask) => {
          // A connection that becomes free may go to a waiting request, which is then served.
          let answer = await ask();
          while (answer.status < 300) answer = await ask();
          expect(codeOfRefusal(answer)).toBe('BUSY');
        }),
      ),
    );
    for (const [status, ask] of served) {
      let answer = await ask();
      // Two lock waits may take longer than a request waits.
      while (answer.status === 503) answer = await ask();
      expect(answer.status).toBe(status);
    }
    await service.get('/health/ready', '').then(({ status }) => expect(status).toBe(200));

    // The service cancels a statement for which it no longer waits. Otherwise the statement would keep a connection of
    // the server.
    await within(until(() => Math.min(refusals.BUSY, refusals.DATABASE_UNAVAILABLE) > locked.length));
    await within(until(async () => (await countOf("wait_event_type = 'Lock'")) <= POOL));

    await holder.query('COMMIT');
    await held;
    await holder.end();
    for (const ask of ofBusyWorkspace) expect((await ask()).status).toBeLessThan(300);
    const stored = await query<{ n: number }>(
      cluster.url,
      'SELECT count(*)::int AS n FROM trades GROUP BY session_id',
    );
    expect(stored.map(({ n }) => n)).toEqual(locked.map(() => 1));
  });
});
