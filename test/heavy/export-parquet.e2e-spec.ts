import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ExportService } from '../../src/trades/export/export.service.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { aSession, aTrade, ingest } from '../support/factories.js';
import {
  type Row,
  aLargeSession,
  aVariedSession,
  download,
  expectedRows,
  rowsOf,
} from '../support/parquet.js';
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

const MANY = 20_001;

describe('the export of a session as Parquet', () => {
  it('contains 20,001 trades, each once and in order', async () => {
    const session = await aLargeSession(t, MANY);
    const rows = await rowsOf(await download(t.call, session));
    expect(rows).toHaveLength(MANY);
    expect(rows).toEqual(await expectedRows(t.call, session));
  });

  it('fails if the trades change before its end', async () => {
    const session = await aLargeSession(t, MANY);
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

async function readWith(program: string, session: { readonly id: string }): Promise<Printed> {
  const file = join(directory, `${session.id}.parquet`);
  await writeFile(file, await download(t.call, session));
  return (await runPython(program, file)) as Printed;
}

if (hasModules('pyarrow'))
  describe('pyarrow', () => {
    it('reads the same rows as the ndjson export, for no trades, few trades and 20,001 trades', async () => {
      for (const session of [
        await aSession(t.call),
        await aVariedSession(t.call),
        await aLargeSession(t, MANY),
      ]) {
        const { rows, types, nullable } = await readWith(PYARROW, session);
        expect(rows).toEqual(await expectedRows(t.call, session));
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
      for (const session of [
        await aSession(t.call),
        await aVariedSession(t.call),
        await aLargeSession(t, MANY),
      ]) {
        const { rows, types } = await readWith(DUCKDB, session);
        expect(rows).toEqual(await expectedRows(t.call, session));
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
