import pg from 'pg';
import { testDatabaseAddress } from '../support/database.js';

/**
 * Connects like the service, either to a server or to the embedded database, in which all clients share one session.
 */
const address = testDatabaseAddress();
const config =
  'url' in address
    ? { connectionString: address.url }
    : { ...address, user: 'postgres', password: 'postgres', database: 'postgres' };

let pool: pg.Pool;
beforeAll(async () => {
  pool = new pg.Pool({ ...config, max: 8 });
  await pool.query('CREATE TABLE IF NOT EXISTS shared_session (a int, b text)');
});
afterAll(async () => {
  await pool.query('DROP TABLE shared_session');
  await pool.end();
});
beforeEach(() => pool.query('DELETE FROM shared_session'));

/** The text is so large that it arrives in several pieces, between which messages of another client could arrive. */
const LARGE = 'x'.repeat(200_000);

const inTransaction = async (work: (client: pg.PoolClient) => Promise<void>, end: 'COMMIT' | 'ROLLBACK') => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query(end);
  } finally {
    client.release();
  }
};

const kinds: readonly ((i: number) => Promise<void>)[] = [
  (i) =>
    inTransaction(
      async (client) => {
        await client.query('INSERT INTO shared_session VALUES ($1, $2)', [i, LARGE]);
        const { rows } = await client.query('SELECT length(b) AS n FROM shared_session WHERE a = $1', [i]);
        expect(rows).toEqual([{ n: LARGE.length }]);
      },
      i % 8 === 0 ? 'COMMIT' : 'ROLLBACK',
    ),
  async (i) => {
    const { rows } = await pool.query('SELECT length($1::text) AS n, $2::int AS i', [LARGE, i]);
    expect(rows).toEqual([{ n: LARGE.length, i }]);
  },
  async (i) => {
    await expect(pool.query('SELECT $1::int / 0', [i])).rejects.toMatchObject({ code: '22012' });
  },
  async (i) => {
    const { rows } = await pool.query('SELECT generate_series(1, $1) AS n', [i]);
    expect(rows).toHaveLength(i);
  },
];

it('the embedded database separates statements, errors and transactions of clients', async () => {
  await Promise.all(Array.from({ length: 200 }, (_, i) => kinds[i % kinds.length]!(i)));
  const { rows } = await pool.query('SELECT a FROM shared_session ORDER BY a');
  expect(rows.map(({ a }) => a)).toEqual(Array.from({ length: 25 }, (_, i) => i * 8));
});

it('the embedded database rolls back the transaction of a client that vanishes, and continues', async () => {
  await pool.query('INSERT INTO shared_session VALUES (1, $1)', ['kept']);
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query('DELETE FROM shared_session');
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  const { rows } = await pool.query('SELECT b FROM shared_session');
  expect(rows).toEqual([{ b: 'kept' }]);
});

it('the embedded database refuses a client with another protocol, and other clients do not notice', async () => {
  const { connect } = await import('node:net');
  const target = 'url' in address ? new URL(address.url) : null;
  const socket = target
    ? connect(Number(target.port || 5432), target.hostname)
    : connect('host' in address ? `${address.host}/.s.PGSQL.${address.port}` : '');
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.end('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    socket.resume();
  });
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
