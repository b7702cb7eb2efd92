import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { APPLICATION_NAME } from '../../../src/platform/database/connection/application-name.js';
import {
  KEY,
  RunningService,
  Settings,
  WITH_KEY,
  aDataDirectory,
  aTrade,
  cleanUp,
  newSession,
  startService,
} from '../../support/service-process.js';

describe('other clients of the embedded database of a running service', () => {
  let settings: Settings & { readonly DATA_DIR: string };
  let service: RunningService;
  let session: string;

  beforeAll(async () => {
    settings = { ...WITH_KEY, DATA_DIR: await aDataDirectory(), TRADE_MINIMUM: '0' };
    service = await startService(settings);
    session = await newSession(service);
    const client = await aClient();
    await client.query('CREATE ROLE visitor');
    await client.end();
  });

  afterAll(cleanUp);

  async function aClient(name?: string): Promise<pg.Client> {
    const host = settings.DATA_DIR;
    const client = new pg.Client({ host, user: 'postgres', password: 'postgres', application_name: name });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Disconnects without the Terminate message. */
  async function disconnect(client: pg.Client): Promise<void> {
    const ended = new Promise((resolve) => client.once('end', resolve));
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    await ended;
  }

  /** Checks that the service reads and writes, with transactions and with numbers of 17 digits. */
  async function expectService(): Promise<void> {
    const trade = { ...aTrade(randomUUID()), qty: 0.1 + 0.2 };
    const send = () => service.post(`/sessions/${session}/trades`, { trades: [trade] });
    expect(await send()).toMatchObject({ status: 201, body: { inserted: 1, trades: [{ qty: 0.1 + 0.2 }] } });
    expect(await send()).toMatchObject({ status: 201, body: { inserted: 0 } });
    expect((await service.get('/projects')).status).toBe(200);
    expect((await service.get(`/sessions/${session}/stats`)).status).toBe(200);
  }

  const statements: readonly string[] = [
    // The first statement of pg_dump.
    "SELECT pg_catalog.set_config('search_path', '', false)",
    'SET default_transaction_read_only = on',
    'SET extra_float_digits = 0; SET DateStyle = German; SET client_encoding = LATIN1',
    'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY',
    'SET idle_session_timeout = 1',
    'SET SESSION AUTHORIZATION visitor',
    'SET ROLE visitor',
    'CREATE TEMP TABLE sessions (id int); CREATE TEMP TABLE api_keys (id int)',
    'PREPARE statement AS SELECT 1',
    'DECLARE all_trades CURSOR WITH HOLD FOR SELECT FROM trades',
    'SELECT pg_advisory_lock(1112757041, 0), pg_advisory_lock(1112757041, 1)',
    'LISTEN channel',
  ];

  it.each(statements)(
    '%s: the service keeps working while the client is connected and after it has disconnected',
    async (statement) => {
      const client = await aClient();
      await client.query(statement);
      await expectService();
      await client.end();
      await expectService();
      const next = await aClient();
      // The first client has left nothing behind, so the same statement works again.
      await next.query(statement);
      await disconnect(next);
      await expectService();
    },
  );

  it.each(['BEGIN; DELETE FROM trades', 'BEGIN; DELETE FROM trades; SELECT 1 / 0'])(
    '%s: the transaction of a client that vanishes is rolled back',
    async (statement) => {
      await expectService();
      const client = await aClient();
      await client.query(statement).catch(() => undefined);
      await disconnect(client);
      await expectService();
      const { body } = await service.get(`/sessions/${session}/stats`);
      expect(body.stats.tradeCount).toBeGreaterThan(1);
    },
  );

  it.each(['COPY trades FROM STDIN', 'BEGIN; COPY trades FROM STDIN'])(
    '%s fails without harm to the database',
    async (statement) => {
      const client = await aClient();
      await expect(client.query(statement)).rejects.toThrow('does not support COPY FROM STDIN');
      await client.query('ROLLBACK');
      await client.end();
      await expectService();
    },
  );

  it('may include another instance of the service, which detects the limits of the embedded database', async () => {
    const { DATA_DIR, ...others } = settings;
    const DATABASE_URL = `postgres://postgres@/postgres?host=${DATA_DIR}`;
    const other = await startService({ ...others, DATABASE_URL });
    // The first trades of a session are stored by COPY if the database supports it.
    const id = await newSession(other);
    const trades = [aTrade(randomUUID()), aTrade(randomUUID())];
    const answer = await other.post(`/sessions/${id}/trades`, { trades });
    expect(answer).toMatchObject({ status: 201, body: { inserted: 2 } });
    expect((await service.get(`/sessions/${id}/stats`)).body.stats.tradeCount).toBe(2);
  });

  it('keep their own settings and roles while they are connected', async () => {
    const [one, other] = [await aClient(), await aClient()];
    await one.query("SET search_path = pg_catalog, public; SET work_mem = '7MB'");
    await other.query("SET DateStyle = 'German, DMY'; SET ROLE visitor");
    await expectService();
    const settingsOf = async (client: pg.Client) => {
      const { rows } = await client.query(
        `SELECT current_setting('search_path') AS path, current_setting('work_mem') AS memory,
           current_setting('DateStyle') AS dates, current_user AS role`,
      );
      return rows[0];
    };
    expect(await settingsOf(one)).toEqual({
      path: 'pg_catalog, public',
      memory: '7MB',
      dates: 'ISO, MDY',
      role: 'postgres',
    });
    expect(await settingsOf(other)).toMatchObject({ memory: '4MB', dates: 'German, DMY', role: 'visitor' });
    await one.end();
    expect(await settingsOf(other)).toMatchObject({ dates: 'German, DMY', role: 'visitor' });
    await other.end();
  });

  it('can use isolated transactions, during which all other clients wait', async () => {
    const client = await aClient();
    await client.query("BEGIN; SET LOCAL search_path = ''");
    const waiting = expectService();
    await client.query('SELECT pg_sleep(0.2)');
    expect((await client.query('SHOW search_path')).rows).toEqual([{ search_path: '""' }]);
    await client.query('COMMIT');
    await waiting;
    await client.end();
  });

  it('may flush in the middle of a statement, and no statement of another client runs in between', async () => {
    const client = await aClient();
    const counted = new Promise<string>((resolve, reject) => {
      let count = '';
      client.query({
        submit: (connection: pg.Connection) => {
          connection.parse({ name: '', text: 'SELECT count(*) FROM trades', types: [] }, true);
          connection.flush();
          setTimeout(() => {
            connection.bind({}, true);
            connection.execute({}, true);
            connection.sync();
          }, 200);
        },
        handleDataRow: ({ fields }: { fields: string[] }) => (count = fields[0] ?? ''),
        handleCommandComplete: () => undefined,
        handleReadyForQuery: () => resolve(count),
        handleError: reject,
      });
    });
    const waiting = expectService();
    expect(Number(await counted)).toBeGreaterThan(0);
    await waiting;
    await client.end();
  });

  it.each([
    ['another version of the protocol', Buffer.from([0, 0, 0, 8, 0, 2, 0, 0])],
    ['a startup message without its end', Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 65])],
    ['an impossible length', Buffer.alloc(8)],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ])('do not affect the service if they send %s', async (_, bytes) => {
    const socket = connect(`${settings.DATA_DIR}/.s.PGSQL.5432`);
    socket.on('error', () => undefined).resume();
    socket.end(bytes);
    await once(socket, 'close');
    await expectService();
  });

  it.each([
    ['psql', "SET search_path = ''; CREATE TEMP TABLE t (id int)"],
    // Commands have the application name of the service, and do not change the session.
    [APPLICATION_NAME, 'SELECT 1'],
  ])('leave a database that the service can close and open again: %s', async (name, statement) => {
    const { body: created } = await service.post('/keys', { name, scopes: ['read'] });
    const client = await aClient(name);
    await client.query(statement);
    expect((await service.get('/me', created.secret)).status).toBe(200);
    await client.query('BEGIN');
    // The log keeper waits for the transaction, and so does the service when it stores the last use of the key.
    await delay(1_500);
    expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    service = await startService(settings);
    await expectService();
    const { body } = await service.get('/keys');
    const used = body.keys.find(({ id }: { id: string }) => id === created.key.id);
    expect(used).toMatchObject({ name, lastUsedAt: expect.any(Number) });
  });

  it('are disconnected and not let in again while the service stops, and its last requests are answered', async () => {
    const client = await aClient(APPLICATION_NAME);
    await client.query('BEGIN');
    const left = new Promise((resolve) => client.once('end', resolve));
    // A request without its end keeps the service from stopping.
    const sending = request(`${service.url}/sessions/${session}/trades`, {
      method: 'POST',
      headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    });
    const answered = once(sending, 'response');
    sending.write('{"trades":[');
    await delay(200);
    const stopped = service.kill('SIGTERM');
    await left;
    for (const name of ['psql', APPLICATION_NAME])
      await expect(aClient(name)).rejects.toThrow('Connection terminated');
    sending.end(`${JSON.stringify(aTrade(randomUUID()))}]}`);
    const [response] = (await answered) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(201);
    expect(await stopped).toEqual({ code: 0, signal: null });
    service = await startService(settings);
    await expectService();
  });
});
