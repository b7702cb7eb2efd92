import { parquetReadObjects } from 'hyparquet';
import { DataSource } from 'typeorm';
import { type Caller, type TestApp } from './app.js';
import { aSession, aSessionWith, aTrade, everySessionField, everyTradeField, ingest } from './factories.js';

interface Session {
  readonly id: string;
}

export const exportPathOf = ({ id }: Session, format: string) =>
  `/sessions/${id}/trades/export?format=${format}`;

export async function download(call: Caller, session: Session): Promise<Buffer> {
  const response = await call
    .get(exportPathOf(session, 'parquet'))
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

export type Row = Record<string, unknown>;

/** Returns the trades of the ndjson export. */
export async function expectedRows(call: Caller, session: Session): Promise<Row[]> {
  const { text } = await call.get(exportPathOf(session, 'ndjson')).buffer(true).expect(200);
  const lines = text === '' ? [] : text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

/** Returns the rows of a file, with times in epoch milliseconds. */
export async function rowsOf(file: Buffer): Promise<Row[]> {
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
export async function aVariedSession(call: Caller) {
  const { projectId } = await aSession(call);
  const session = await aSession(call, everySessionField(projectId));
  await ingest(call, session, [
    everyTradeField(),
    { ...everyTradeField(), note: '取引 😀 "=1+1",\r\n\t', tags: ['ё', '👩‍👩‍👧', 'a,b'] },
    aTrade({ symbol: 'ETHUSDT', feed: 'venue-usdm-current-quarter', hour: 2, side: 'short' }),
    aTrade({ symbol: 'ETHUSDT', feed: 'venue-usdm-current-quarter', hour: 1, qty: 0.1, note: '' }),
  ]);
  return session;
}

/** Creates a session with many copies of a trade. Each copy has an id, times and a result of its own. */
export async function aLargeSession({ app, call }: TestApp, count: number) {
  const session = await aSessionWith(call, [aTrade({ tags: ['a', 'b'] })]);
  const database = app.get(DataSource);
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
