import { parquetReadObjects } from 'hyparquet';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ExportService } from '../../src/trades/export/export.service.js';
import { EXPORT_COLUMNS } from '../../src/trades/export/export-columns.js';
import { type Caller, type TestApp, startTestApp } from '../support/app.js';
import { aSession, aSessionWith, aTrade, everySessionField, everyTradeField, ingest } from '../support/factories.js'; // prettier-ignore
import { expectProblem } from '../support/problems.js';
import { hasModules, runPython } from '../support/python-module.js';

let t: TestApp;
let directory: string;
beforeAll(async () => {
  t = await startTestApp();
  directory = await mkdtemp(join(tmpdir(), 'export-'));
});
afterAll(async () => {
  await t.close();
  await rm(directory, { recursive: true });
});

interface Session {
  readonly id: string;
}

const pathOf = ({ id }: Session, format: string) => `/sessions/${id}/trades/export?format=${format}`;

async function download(session: Session, call: Caller = t.call): Promise<Buffer> {
  const response = await call
    .get(pathOf(session, 'parquet'))
    .buffer(true)
    .parse((stream, done) => {
      const chunks: Buffer[] = [];
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => done(null, Buffer.concat(chunks)));
    })
    .expect(200);
  expect(response.headers['content-type']).toBe('application/vnd.apache.parquet');
  expect(response.headers['content-disposition']).toBe(`attachment; filename="trades-${session.id}.parquet"`);
  return response.body as Buffer;
}

type Row = Record<string, unknown>;

/** Returns the trades of the ndjson export. */
async function expectedRows(session: Session): Promise<Row[]> {
  const { text } = await t.call.get(pathOf(session, 'ndjson')).buffer(true).expect(200);
  const lines = text === '' ? [] : text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

/** Returns the rows of a file, with times in epoch milliseconds. */
async function rowsOf(file: Buffer): Promise<Row[]> {
  const buffer = new Uint8Array(file).buffer;
  const rows = (await parquetReadObjects({ file: buffer })) as Row[];
  const time = (value: unknown) => (value as Date).getTime();
  return rows.map((row) => ({
    ...row,
    entryTime: time(row['entryTime']),
    exitTime: time(row['exitTime']),
  }));
}

/** A session with trades of every kind: nulls, costs, tags, and text in any script. */
async function aVariedSession() {
  const { projectId } = await aSession(t.call);
  const session = await aSession(t.call, everySessionField(projectId));
  await ingest(t.call, session, [
    everyTradeField(),
    { ...everyTradeField(), note: '取引 😀 "=1+1",\r\n\t', tags: ['ё', '👩‍👩‍👧', 'a,b'] },
    aTrade({ symbol: 'ETHUSDT', feed: 'venue-usdm-current-quarter', hour: 2, side: 'short' }),
    aTrade({ symbol: 'ETHUSDT', feed: 'venue-usdm-current-quarter', hour: 1, qty: 0.1, note: '' }),
  ]);
  return session;
}

/** Creates a session with many copies of a trade. Each copy has an id, times and a result of its own. */
async function aLargeSession(count: number) {
  const session = await aSessionWith(t.call, [aTrade({ tags: ['a', 'b'] })]);
  const database = t.app.get(DataSource);
  const columns = await database.query<{ name: string }[]>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'trades'`,
  );
  const changed: Record<string, string> = {
    id: 'gen_random_uuid()',
    client_id: `'copy-' || i`,
    exit_time: 's.exit_time + i % 1000',
    pl_net: 'i / 7.0',
    r_multiple: 'CASE WHEN i % 5 = 0 THEN NULL ELSE i / 3.0 END',
  };
  const names = columns.map(({ name }) => name);
  await database.query(
    `INSERT INTO trades (${names.join(', ')}) SELECT ${names.map((name) => changed[name] ?? `s.${name}`).join(', ')}
     FROM trades s, generate_series(2, ${count}) i
     WHERE s.session_id = $1 AND s.workspace_id = (SELECT workspace_id FROM sessions WHERE id = $1)`,
    [session.id],
  );
  return session;
}

const MANY = 20_001;

describe('the export of a session as Parquet', () => {
  it('contains the rows of the ndjson export, with the same columns', async () => {
    const session = await aVariedSession();
    const rows = await rowsOf(await download(session));
    expect(rows).toEqual(await expectedRows(session));
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(Object.keys(row)).toEqual([...EXPORT_COLUMNS]);
  });

  it('can contain one trade or no trades', async () => {
    const one = await aSessionWith(t.call, [aTrade()]);
    expect(await rowsOf(await download(one))).toEqual(await expectedRows(one));
    const empty = await aSession(t.call);
    expect(await rowsOf(await download(empty))).toEqual([]);
  });

  it('contains 20,001 trades, each once and in order', async () => {
    const session = await aLargeSession(MANY);
    const rows = await rowsOf(await download(session));
    expect(rows).toHaveLength(MANY);
    expect(rows).toEqual(await expectedRows(session));
  });

  it('fails if the trades change before its end', async () => {
    const session = await aLargeSession(MANY);
    const { workspaceId } = await t.app
      .get(DataSource)
      .query<{ workspaceId: string }[]>('SELECT workspace_id AS "workspaceId" FROM sessions WHERE id = $1', [
        session.id,
      ])
      .then(([row]) => row!);
    const { parts } = await t.app.get(ExportService).start(workspaceId, session.id, 'parquet');
    expect((await parts.next()).value).toEqual(Buffer.from('PAR1'));
    await ingest(t.call, session, [aTrade({ clientId: 'late' })]);
    await expect(parts.next()).rejects.toMatchObject({ code: 'SESSION_CHANGED' });
  });

  it('responds to HEAD without a body, and is refused for a foreign and an unknown session', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    const { headers, text } = await t.stranger
      .head(pathOf(session, 'parquet'))
      .set('x-api-key', t.secrets.own)
      .expect(200);
    expect([headers['content-type'], text ?? '']).toEqual(['application/vnd.apache.parquet', '']);
    expectProblem(await t.other.get(pathOf(session, 'parquet')), 'SESSION_NOT_FOUND');
    expectProblem(await t.call.get(pathOf({ id: randomUUID() }, 'parquet')), 'SESSION_NOT_FOUND');
    expectProblem(await t.call.get(pathOf(session, 'Parquet')), 'VALIDATION_FAILED', ['format']);
  });
});

/** Prints the rows as JSON, with times in epoch milliseconds, and the types of some columns. */
const PYARROW = `
import json, sys, pyarrow.parquet as pq
table = pq.read_table(sys.argv[1])
rows = table.to_pylist()
for row in rows:
    for name in ('entryTime', 'exitTime'):
        row[name] = round(row[name].timestamp() * 1000)
types = {name: str(table.schema.field(name).type) for name in table.schema.names}
nullable = [name for name in table.schema.names if table.schema.field(name).nullable]
print(json.dumps({'rows': rows, 'types': types, 'nullable': nullable}))`;

const DUCKDB = `
import json, sys, duckdb
relation = duckdb.sql(f"SELECT * REPLACE (epoch_ms(entryTime) AS entryTime, epoch_ms(exitTime) AS exitTime) FROM '{sys.argv[1]}'")
names = relation.columns
types = duckdb.sql(f"DESCRIBE SELECT * FROM '{sys.argv[1]}'").fetchall()
print(json.dumps({'rows': [dict(zip(names, row)) for row in relation.fetchall()], 'types': {row[0]: row[1] for row in types}}))`;

interface Printed {
  readonly rows: Row[];
  readonly types: Readonly<Record<string, string>>;
  readonly nullable?: readonly string[];
}

async function readWith(program: string, session: Session): Promise<Printed> {
  const file = join(directory, `${session.id}.parquet`);
  await writeFile(file, await download(session));
  return (await runPython(program, file)) as Printed;
}

if (hasModules('pyarrow'))
  describe('pyarrow', () => {
    it('reads the same rows as the ndjson export, for no trades, few trades and 20,001 trades', async () => {
      for (const session of [await aSession(t.call), await aVariedSession(), await aLargeSession(MANY)]) {
        const { rows, types, nullable } = await readWith(PYARROW, session);
        expect(rows).toEqual(await expectedRows(session));
        expect(types).toMatchObject({
          clientId: 'string',
          qty: 'double',
          exitTime: 'timestamp[ms, tz=UTC]',
          tags: expect.stringMatching(/^list<element: string/),
        });
        expect(nullable).toEqual(['stopLoss', 'takeProfit', 'rMultiple']);
      }
    });
  });
else process.stderr.write('Not checked: Parquet files in pyarrow (needs Python with pyarrow).\n');

if (hasModules('duckdb'))
  describe('DuckDB', () => {
    it('reads the same rows as the ndjson export, for no trades, few trades and 20,001 trades', async () => {
      for (const session of [await aSession(t.call), await aVariedSession(), await aLargeSession(MANY)]) {
        const { rows, types } = await readWith(DUCKDB, session);
        expect(rows).toEqual(await expectedRows(session));
        expect(types).toMatchObject({
          clientId: 'VARCHAR',
          qty: 'DOUBLE',
          exitTime: 'TIMESTAMP WITH TIME ZONE',
          tags: 'VARCHAR[]',
        });
      }
    });
  });
else process.stderr.write('Not checked: Parquet files in DuckDB (needs Python with duckdb).\n');
