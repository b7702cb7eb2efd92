import { randomBytes } from 'node:crypto';
import { DataSource, type QueryRunner } from 'typeorm';
import { CopyIn, hasCopyIn } from '../../src/platform/database/copy/copy-in.js';
import { RowEncoder } from '../../src/platform/database/copy/row-encoder.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { testDatabaseAddress } from '../support/database.js';

const hasServer = 'url' in testDatabaseAddress();
if (!hasServer)
  process.stderr.write('Not checked: COPY that fails or is given up (needs TEST_DATABASE_URL).\n');

/** More rows than the connection accepts at once. */
const MANY = 100_000;

const COLUMNS = [
  { name: 'time', type: 'bigint' },
  { name: 'name', type: 'text' },
] as const;

(hasServer ? describe : describe.skip)('COPY within a transaction', () => {
  const table = `copied_${randomBytes(4).toString('hex')}`;
  let dataSource: DataSource;
  let runner: QueryRunner;

  beforeAll(async () => {
    dataSource = await createDataSource(testDatabaseAddress(), { poolSize: 2 }).initialize();
    await dataSource.query(`CREATE TABLE ${table} (time bigint PRIMARY KEY, name text)`);
  });
  beforeEach(async () => {
    runner = dataSource.createQueryRunner();
    await runner.startTransaction();
  });
  afterEach(() => runner.release());
  afterAll(async () => {
    await dataSource.query(`DROP TABLE ${table}`);
    await dataSource.destroy();
  });

  const begin = () =>
    CopyIn.begin(
      runner.manager,
      table,
      COLUMNS.map(({ name }) => name),
    );
  const stored = async () =>
    (await runner.manager.query<[{ count: number }]>(`SELECT count(*)::int AS count FROM ${table}`))[0].count;

  /** Returns rows with the times `from`, `from + 1` and so on. */
  function rowsFrom(from: number, count: number): RowEncoder<'time' | 'name'> {
    const rows = new RowEncoder(COLUMNS);
    for (let time = from; time < from + count; time += 1) rows.add({ time, name: `row ${time}` });
    return rows;
  }

  it('is available on a PostgreSQL server', async () => {
    expect(await hasCopyIn(runner.manager)).toBe(true);
    await runner.rollbackTransaction();
  });

  it('stores rows that arrive in parts', async () => {
    const copy = await begin();
    const rows = rowsFrom(1, MANY);
    await copy.write(rows.take());
    rows.add({ time: 0, name: null });
    await copy.write(rows.end());
    expect(await copy.end()).toBe(MANY + 1);
    expect(await stored()).toBe(MANY + 1);
    await runner.rollbackTransaction();
    expect(await stored()).toBe(0);
  });

  it.each([
    ['before its first row', () => Promise.resolve()],
    ['after some rows', (copy: CopyIn) => copy.write(rowsFrom(1, 3).take())],
    ['after very many rows', (copy: CopyIn) => copy.write(rowsFrom(1, MANY).take())],
  ])('leaves the connection usable if COPY is aborted %s', async (_, write) => {
    const copy = await begin();
    await write(copy);
    await copy.abort();
    await copy.abort();
    await runner.rollbackTransaction();
    expect(await stored()).toBe(0);
  });

  it('keeps its rows if it is aborted after it has ended', async () => {
    const copy = await begin();
    await copy.write(rowsFrom(1, 3).end());
    await copy.end();
    await copy.abort();
    expect(await stored()).toBe(3);
    await runner.rollbackTransaction();
  });

  it.each([20, 100, 2_000])(
    "throws the server's error even if more rows follow, in parts of %i rows",
    async (size) => {
      const copy = await begin();
      const write = async () => {
        await copy.write(rowsFrom(1, 2).take());
        for (let i = 0; i < 50; i += 1) {
          const again = new RowEncoder(COLUMNS);
          again.take();
          for (let row = 0; row < size; row += 1) again.add({ time: 1, name: 'again' });
          await copy.write(again.take());
        }
        await copy.end();
      };
      await expect(write()).rejects.toThrow('duplicate key');
      await copy.abort();
      await runner.rollbackTransaction();
      expect(await stored()).toBe(0);
    },
  );

  it('fails if the server ends the connection', async () => {
    const copy = await begin();
    const { processID } = (await runner.connect()) as { readonly processID: number };
    await copy.write(rowsFrom(1, 3).take());
    await dataSource.query('SELECT pg_terminate_backend($1)', [processID]);
    const write = async () => {
      for (let i = 1; i < 1_000; i += 1)
        await copy.write(
          rowsFrom(MANY * i, 1_000)
            .take()
            .subarray(19),
        );
      await copy.end();
    };
    await expect(write()).rejects.toThrow(/terminat|ECONNRESET|EPIPE/);
    await copy.abort();
    await runner.rollbackTransaction().catch(() => undefined);
  });
});
