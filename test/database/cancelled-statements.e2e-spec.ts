import { DataSource } from 'typeorm';
import { copyOut } from '../../src/platform/database/copy/copy-out.js';
import { poolOf } from '../../src/platform/database/connection/pool-of.js';
import { runCancellable } from '../../src/platform/database/connection/cancellable.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { isEmbedded, testDatabaseAddress } from '../support/database.js';

if (isEmbedded)
  process.stderr.write('Not checked: statements that are cancelled (needs TEST_DATABASE_URL).\n');

(isEmbedded ? describe.skip : describe)('a statement with an abort signal', () => {
  let dataSource: DataSource;
  beforeAll(async () => {
    dataSource = await createDataSource(testDatabaseAddress(), { poolSize: 1 }).initialize();
  });
  afterAll(() => dataSource.destroy());

  const backend = async () =>
    (await dataSource.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid'))[0].pid;

  it('fails with the reason of the signal if the signal is aborted, and its connection is not used again', async () => {
    const ending = new AbortController();
    const reason = new Error('enough');
    let cancelled: number | null = null;
    const sleep = runCancellable(dataSource, ending.signal, (client, processId) => {
      cancelled = processId;
      setImmediate(() => ending.abort(reason));
      return client.query('SELECT pg_sleep(600)');
    });
    await expect(sleep).rejects.toBe(reason);
    expect(cancelled).toEqual(expect.any(Number));
    expect(await backend()).not.toBe(cancelled);
  });

  it('loses its connection if it is a COPY that ends while the signal is aborted', async () => {
    const ending = new AbortController();
    const pool = poolOf(dataSource);
    const client = await pool.connect();
    const used = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
    const query = client.query.bind(client) as (copy: never) => AsyncIterable<Buffer>;
    const late = {
      connect: () =>
        Promise.resolve(
          Object.assign(client, {
            query: async function* (copy: never) {
              yield* query(copy);
              ending.abort();
            },
          }),
        ),
    };
    const { signal } = ending;
    const { count } = await copyOut(late as never, 'SELECT 1::int8 AS n', ['int8'], { signal });
    expect(count).toBe(1);
    expect(await backend()).not.toBe(used);
  });

  it('leaves its connection in the pool if it ends before the signal is aborted', async () => {
    const { signal } = new AbortController();
    const used = await runCancellable(dataSource, signal, async (_client, processId) => processId);
    expect(await backend()).toBe(used);
  });
});
