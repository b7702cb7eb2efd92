import { setTimeout as delay } from 'node:timers/promises';
import { ANALYSES } from '../../support/analysis-paths.js';
import { freePort } from '../../support/free-port.js';
import { operations } from '../../support/openapi-document.js';
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
import { until } from '../../support/until.js';
import { aRun } from '../../support/run-files.js';

const suite = canHaveCluster ? describe : describe.skip;

suite('a PostgreSQL server that becomes unreachable (needs the programs of PostgreSQL, see PG_BIN)', () => {
  let cluster: Cluster;
  let service: RunningService;
  let key: string;
  let session: string;
  let large: string;
  let metricsUrl: string;

  beforeAll(async () => {
    cluster = await aCluster();
    const metricsPort = await freePort();
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    service = await startService({
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: cluster.url,
      DATA_DIR: await aDirectory(),
      TRADE_MINIMUM: '0',
    });
    key = (await service.prints(/your API key is\s+(bss_[\w-]+)/))[1] ?? '';
    session = await newSession(service, key);
    large = await newSession(service, key);
    for (let batch = 0; batch < 5; batch += 1) {
      const trades = Array.from({ length: 500 }, (_, i) => aTrade(`${batch}-${i}`));
      expect((await service.post(`/sessions/${large}/trades`, { trades }, key)).status).toBe(201);
    }
  });

  afterAll(async () => {
    await cleanUp();
    cluster.remove();
  });

  let thresholds = 0;
  /** Requests statistics that are not cached. The worker thread computes them over its own connection. */
  const largeStats = () =>
    service.get(`/sessions/${large}/stats?breakEvenThreshold=${(thresholds += 1)}`, key);

  /** Every documented read that queries the database, with its required query. */
  const reads = (): string[] => {
    const queries: Readonly<Record<string, string>> = {
      ...Object.fromEntries(ANALYSES.map(([path, query]) => [`/sessions/{id}/${path}`, query])),
      '/candles': '?symbol=BTCUSDT&interval=1m&count=5',
      '/candles/range': '?symbol=BTCUSDT&interval=1m&from=1',
      '/candles/as-of': '?symbol=BTCUSDT&intervals=1m&at=1',
      '/projects/{id}/leaderboard/grid': '?x=fast',
    };
    return [...operations.keys()].flatMap((route) => {
      const [method, path = ''] = route.split(' ');
      if (method !== 'get' || path === '/health/live' || path === '/metrics') return [];
      // The report is requested for a different session, because reads of the same session share a look-up and wait for
      // each other.
      const id = path.endsWith('/report') ? large : session;
      const ids = path.replace('{id}', id).replace('{tradeId}', session);
      return [`${ids}${queries[path] ?? ''}`];
    });
  };

  let sent = 0;
  const everyRead = (): (() => Promise<Answer>)[] => reads().map((path) => () => service.get(path, key));
  const writes = (): (() => Promise<Answer>)[] => [
    () => service.post('/projects', { name: 'N', symbol: 'BTCUSDT', timeframe: '1m' }, key),
    () => service.post('/sessions', { projectId: session, name: 'N', initialBalance: 1 }, key),
    () => service.post(`/sessions/${session}/trades`, { trades: [aTrade(`t${(sent += 1)}`)] }, key),
    () => service.post(`/sessions/${session}/trades/preview`, { trades: [aTrade('preview')] }, key),
    () => service.post(`/sessions/${session}/trades/import`, { ...aTrade('import'), symbol: 'BTCUSDT' }, key),
    () => service.post('/imports/preview', { strategy: { A: aRun() } }, key),
    () => service.post('/samples', {}, key),
    () => service.post('/candles/import?symbol=BTCUSDT&interval=1m', [[0, 1, 1, 1, 1, 1]], key),
    () => service.post(`/sessions/${session}/copy`, {}, key),
    () => service.post(`/sessions/${session}/draw`, { length: 60_000 }, key),
    () => service.post(`/sessions/${session}/rewind`, { to: 1 }, key),
    () => service.post(`/sessions/${session}/finish`, {}, key),
    () => service.get('/projects', 'a key that nobody has asked with'),
  ];
  const everyRoute = () => [...everyRead(), ...writes()];

  async function expectUnavailable(ask: () => Promise<Answer>): Promise<void> {
    const { status, headers, body } = await ask();
    expect({ status, code: body.code, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'DATABASE_UNAVAILABLE',
      retryAfter: expect.stringMatching(/^\d+$/),
    });
  }

  /**
   * Returns the gauge that shows whether the database responds. Reads the metrics without a key, as Prometheus does,
   * and with a stored key.
   */
  async function databaseUp(): Promise<string | undefined> {
    const texts = [await (await fetch(metricsUrl)).text(), (await service.get('/metrics', key)).body];
    const [value, ...others] = texts.map((text: string) => /^database_up (\d)$/m.exec(text)?.[1]);
    expect(others).toEqual([value]);
    return value;
  }

  async function expectRecovery(): Promise<void> {
    await until(async () => (await service.get('/health/ready', '')).status === 200, 50);
    expect((await service.get('/projects', key)).status).toBe(200);
    expect((await largeStats()).status).toBe(200);
    expect(await databaseUp()).toBe('1');
  }

  for (const mode of ['fast', 'immediate'] as const) {
    it(`stopped (${mode}): every read and the usual writes get 503, and work again when the database is back`, async () => {
      expect(await databaseUp()).toBe('1');
      cluster.stop(mode);
      expect(await databaseUp()).toBe('0');
      // The look-up of a key is cached for only a few seconds. Afterwards, the look-up fails as well.
      await Promise.all(everyRoute().map(expectUnavailable));
      expect((await service.get('/health/live', '')).status).toBe(200);
      cluster.start();
      await expectRecovery();
    });
  }

  const CONNECTIONS =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'backtest-session-service'";

  const disturbances: [what: string, disturb: () => Promise<void>][] = [
    [
      'cuts its connections',
      async () => {
        for (let cuts = 0; cuts < 40; cuts += 1) {
          await query(cluster.url, CONNECTIONS);
          await delay(40);
        }
      },
    ],
    [
      'is killed and restarted',
      async () => {
        for (let kills = 0; kills < 3; kills += 1) {
          await delay(300);
          await cluster.kill();
          await delay(300);
          cluster.start();
        }
      },
    ],
  ];

  it.each(disturbances)(
    '%s under load: requests fail only with 503, and no trade is lost or doubled',
    async (_, disturb) => {
      const ofItsOwn = await newSession(service, key);
      const statuses = new Set<number>();
      const acknowledged = new Set<string>();
      const over = new AbortController();
      const client = async (name: string) => {
        for (let n = 0; !over.signal.aborted; n += 1) {
          const clientId = `${name}-${n}`;
          const send = () =>
            service.post(`/sessions/${ofItsOwn}/trades`, { trades: [aTrade(clientId)] }, key);
          let answer = await send();
          for (; answer.status !== 201; answer = await send()) {
            statuses.add(answer.status);
            expect(answer.status).toBe(503);
            await delay(20);
          }
          acknowledged.add(clientId);
          const stats = await service.get(`/sessions/${ofItsOwn}/stats`, key);
          statuses.add(stats.status);
          statuses.add((await largeStats()).status);
        }
      };
      const disturbing = disturb().finally(() => over.abort());
      await Promise.all([disturbing, ...['a', 'b', 'c', 'd', 'e', 'f'].map(client)]);
      expect(statuses).toEqual(new Set([200, 503]));
      await expectRecovery();
      const stored = await query<{ client_id: string }>(
        cluster.url,
        `SELECT client_id FROM trades WHERE session_id = '${ofItsOwn}'`,
      );
      expect(stored.map((row) => row.client_id).toSorted()).toEqual([...acknowledged].toSorted());
      const { body } = await service.get(`/sessions/${ofItsOwn}/stats`, key);
      expect(body.stats.tradeCount).toBe(acknowledged.size);
    },
  );

  it('frozen: every read and the usual writes get 503 in time, and work again when the server resumes', async () => {
    await Promise.all([1, 2, 3, 4].map(() => service.get('/projects', key)));
    cluster.freeze();
    try {
      // The metrics are read before the service gives up its first statement.
      const firstRead = service.get('/projects', key).then(() => 'a read');
      expect(await Promise.race([databaseUp(), firstRead])).toBe('0');
      await firstRead;
      await Promise.all(everyRoute().map(expectUnavailable));
      expect((await service.get('/health/live', '')).status).toBe(200);
    } finally {
      cluster.thaw();
    }
    await expectRecovery();
  });

  it('stopped: the service still shuts down without an error', async () => {
    cluster.stop('fast');
    expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(service.output()).not.toMatch(/unhandled|uncaught/i);
  });
});
