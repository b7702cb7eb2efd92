import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Cluster, aCluster, canHaveCluster } from '../support/postgres-cluster.js';
import {
  Answer,
  RunningService,
  WITH_KEY,
  aDirectory,
  cleanUp,
  newSession,
  query,
  startService,
  aTrade,
} from '../support/service-process.js';

const POOL = 2;

if (!canHaveCluster)
  process.stderr.write('Not checked: a pool without a free connection (no PostgreSQL server, see PG_BIN).\n');

const unless = canHaveCluster ? describe : describe.skip;

unless('a pool of which every connection waits for a lock of another client', () => {
  let cluster: Cluster;
  let service: RunningService;
  let session: string;
  let other: string;

  beforeAll(async () => {
    cluster = await aCluster();
    service = await startService({
      ...WITH_KEY,
      DATABASE_URL: cluster.url,
      DATABASE_POOL: String(POOL),
      DATA_DIR: await aDirectory(),
      TRADE_MINIMUM: '0',
      FAILED_KEYS_PER_MINUTE: '0',
    });
    session = await newSession(service);
    other = await newSession(service);
  });

  afterAll(async () => {
    await cleanUp();
    cluster.remove();
  });

  const withDatabase: readonly (() => Promise<Answer>)[] = [
    () => service.get('/health/ready', ''),
    () => service.get('/projects'),
    () => service.post('/projects', { name: 'N', symbol: 'BTCUSDT', timeframe: '1m' }),
    () => service.get(`/sessions/${other}`),
    () => service.get(`/sessions/${other}/stats`),
    () => service.post(`/sessions/${other}/trades`, { trades: [aTrade('one')] }),
    () => service.get('/candles?symbol=BTCUSDT&interval=1m&count=5'),
    // A key that was looked up is remembered for a while.
    () => service.get('/projects', `unknown-${Math.random()}`),
  ];

  const withoutDatabase: readonly [status: number, ask: () => Promise<Answer>][] = [
    [200, () => service.get('/health/live', '')],
    [200, () => service.get('/docs-json')],
    [200, () => service.get('/metrics')],
    [401, () => service.get('/projects', '')],
    [400, () => service.post('/projects', { name: '' })],
    [404, () => service.get('/nowhere')],
  ];

  /** Sends a batch until it is acknowledged; any answer but DATABASE_UNAVAILABLE before that fails. */
  async function ingest(clientId: string, refused: () => void): Promise<void> {
    for (;;) {
      const answer = await service.post(`/sessions/${session}/trades`, { trades: [aTrade(clientId)] });
      if (answer.status === 201) return;
      expectUnavailable(answer);
      refused();
    }
  }

  function expectUnavailable({ status, headers, body }: Answer): void {
    expect({ status, code: body.code, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'DATABASE_UNAVAILABLE',
      retryAfter: expect.stringMatching(/^\d+$/),
    });
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

  it('answers requests that need the database with 503 until the lock is released, and all others as usual', async () => {
    const holder = new pg.Client({ connectionString: cluster.url });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query(`BEGIN; SELECT FROM sessions WHERE id = '${session}' FOR UPDATE`);

    const ids = Array.from({ length: 2 * POOL }, (_, i) => `held-${i}`);
    let refusals = 0;
    const held = Promise.all(ids.map((id) => ingest(id, () => (refusals += 1))));
    // No request succeeds before the lock is released; a wrong answer fails at once.
    const within = (work: Promise<unknown>) => Promise.race([work, held]);
    await until(async () => (await countOf("wait_event_type = 'Lock'")) === POOL);

    await within(
      Promise.all(
        withDatabase.map(async (ask) => {
          // A connection that is given up may come to one that waits, which then is served.
          let answer = await ask();
          while (answer.status < 300 || answer.status === 401) answer = await ask();
          expectUnavailable(answer);
        }),
      ),
    );
    for (const [status, ask] of withoutDatabase) expect((await ask()).status).toBe(status);

    // Statements that the service gave up are cancelled: otherwise each would keep a connection of the server.
    await within(until(() => refusals > 4 * ids.length));
    await within(until(async () => (await countOf('true')) <= POOL));

    await holder.query('COMMIT');
    await held;
    await holder.end();
    for (const ask of withDatabase) {
      const { status } = await ask();
      expect([200, 201, 401]).toContain(status);
    }
    const stored = await query<{ client_id: string }>(
      cluster.url,
      `SELECT client_id FROM trades WHERE session_id = '${session}' ORDER BY 1`,
    );
    expect(stored.map((row) => row.client_id)).toEqual(ids);
    expect((await service.get(`/sessions/${session}/stats`)).body.stats.tradeCount).toBe(ids.length);
  });
});
