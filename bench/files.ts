import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type BenchRow, compared, scaled, short } from './measure.js';
import { memoryMb } from './support/memory.js';
import { answerMs, ask, askOnce } from './support/load.js';
import { type Server, databaseUrl, startService, stop, stopAll } from './support/processes.js';
import {
  type TradeFile,
  freqtradeJson,
  genericCsv,
  moneyCsv,
  tradingviewCsv,
  zipped,
} from './support/trade-files.js';
import { newSession, sessionWith } from './support/trades.js';

const TRADES = scaled(100_000, 1_000);
const MANY = scaled(1_000_000, 2_000);
const RUNS = 5;
/** Number of concurrent uploads: one is stored and four wait. Any further upload gets a 503. */
const UPLOADS = 5;

/** Measures time and memory for whole files and whole sessions: import, export and copy. */
export async function run(): Promise<BenchRow[]> {
  const service = await startService();
  try {
    const id = await sessionWith(service, TRADES);
    const many = await sessionWith(service, MANY);
    const content = (await askOnce(service.port, `/sessions/${id}/trades/export`)).body;
    const ours = { type: 'text/csv', query: '', content };
    const freqtrade = freqtradeJson(TRADES * 0.8);
    const rows = [
      await importRow(service, id, 'csv', ours),
      await importRow(service, id, 'csv of another tool', genericCsv(TRADES)),
      await profitRow(service),
      await wholeRunRow(service, 'csv of another tool', genericCsv(TRADES)),
      await wholeRunRow(service, 'TradingView', tradingviewCsv(TRADES)),
      await copyRow(service, id),
    ];
    await stop(service.process);
    const exporting = (server: Server) => answerMs(server, { path: `/sessions/${many}/trades/export` });
    const copying = (server: Server) => ask(server, `/sessions/${id}/copy`, {});
    const importOf = (what: string, file: TradeFile) =>
      memoryRow(`import of ${short(TRADES)} trades, ${what}`, (server) => imported(server, file), 200);
    return [
      ...rows,
      await importOf('csv', ours),
      await importOf('csv of another tool', genericCsv(TRADES)),
      await importOf('TradingView', tradingviewCsv(TRADES)),
      await memoryRow(
        `import of ${mb(freqtrade)} MB, freqtrade`,
        (server) => imported(server, freqtrade),
        200,
      ),
      await memoryRow('the same in a zip', (server) => imported(server, zipped(freqtrade)), 200),
      await memoryRow(`${UPLOADS} imports of ${short(TRADES)} trades at once`, (server) => uploads(server)),
      await memoryRow(`copy of ${short(TRADES)} trades`, copying),
      await memoryRow(`export of ${short(MANY)} trades`, exporting, 50),
    ];
  } finally {
    await stopAll();
  }
}

/** Imports the file into a new session. Returns the time in milliseconds. */
async function imported(service: Server, { type, query, content }: TradeFile): Promise<number> {
  const path = `/sessions/${await newSession(service)}/trades/import${query}`;
  return answerMs(service, { path, body: content, headers: { 'content-type': type } });
}

const uploads = (service: Server): Promise<unknown> =>
  Promise.all(Array.from({ length: UPLOADS }, () => imported(service, tradingviewCsv(TRADES))));

const mb = ({ content }: TradeFile): number => Math.round(content.length / 1e6);

/** Compares an import with a COPY of the stored rows. Each run uses a new session. */
async function importRow(service: Server, id: string, what: string, file: TradeFile): Promise<BenchRow> {
  const database = new pg.Client({ connectionString: databaseUrl() });
  await database.connect();
  try {
    const rowsPerSecond = (ms: number) => TRADES / (ms / 1000);
    return await compared({
      workload: `import of ${short(TRADES)} trades, ${what}`,
      unit: 'rows/s',
      runs: RUNS,
      warmUps: 1,
      ours: async () => rowsPerSecond(await imported(service, file)),
      baseline: async () => rowsPerSecond(await copied(database, id, await newSession(service))),
      goal: { of: 'ratio', least: 0.4 },
      note: 'against COPY of the stored rows, made beforehand, into the same table',
    });
  } finally {
    await database.end();
  }
}

/** Compares the preview of a csv with a column of profits with that of the same csv without it. */
async function profitRow(service: Server): Promise<BenchRow> {
  const id = await newSession(service);
  const previewed = ({ type, query, content }: TradeFile) =>
    answerMs(service, {
      path: `/sessions/${id}/trades/import${query}&preview=true`,
      body: content,
      headers: { 'content-type': type },
    });
  const [withProfit, without] = [moneyCsv(TRADES, true), moneyCsv(TRADES, false)];
  return compared({
    workload: `preview of ${short(TRADES)} trades with a column of profits`,
    unit: 'ms',
    runs: RUNS,
    warmUps: 1,
    ours: () => previewed(withProfit),
    baseline: () => previewed(without),
    goal: { of: 'ratio', most: 1.5 },
    note: 'against the same csv without the column',
  });
}

/** Compares the import of a file as a new session with the import of its trades into an existing session. */
const wholeRunRow = (service: Server, what: string, file: TradeFile): Promise<BenchRow> => {
  const rowsPerSecond = (ms: number) => TRADES / (ms / 1000);
  return compared({
    workload: `whole run of ${short(TRADES)} trades, ${what}`,
    unit: 'rows/s',
    runs: RUNS,
    warmUps: 1,
    ours: async () => rowsPerSecond(await importedAsSession(service, file)),
    baseline: async () => rowsPerSecond(await imported(service, file)),
    goal: { of: 'ratio', least: 0.9 },
    note: 'against the import of its trades into a new session',
  });
};

/** Creates a session from the file, in a new project. Returns the time in milliseconds. */
async function importedAsSession(service: Server, { type, query, content }: TradeFile): Promise<number> {
  const { project } = await ask(service, '/projects', { name: 'Run', symbol: 'BTCUSDT', timeframe: '15m' });
  const parameters = 'initialBalance=10000&symbol=BTCUSDT';
  const path = `/projects/${project.id}/import${query ? `${query}&` : '?'}${parameters}`;
  return answerMs(service, { path, body: content, headers: { 'content-type': type } });
}

/** Copies the trades of a session into another session with COPY. Returns the time in milliseconds. */
async function copied(database: pg.Client, from: string, to: string): Promise<number> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'trades' ORDER BY ordinal_position`,
  );
  const names = rows.map(({ name }) => name);
  const changed: Readonly<Record<string, string>> = { id: 'gen_random_uuid()', session_id: `'${to}'::uuid` };
  const select = `SELECT ${names.map((name) => changed[name] ?? name).join(', ')} FROM trades
    WHERE session_id = '${from}' ORDER BY exit_time`;
  const chunks: Buffer[] = [];
  for await (const chunk of database.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`)))
    chunks.push(chunk as Buffer);
  const start = performance.now();
  const copy = copyFrom(`COPY trades (${names.join(', ')}) FROM STDIN (FORMAT binary)`);
  await pipeline(Readable.from(chunks), database.query(copy));
  return performance.now() - start;
}

/** Compares a copy with an export. Both read the same trades. */
const copyRow = (service: Server, id: string): Promise<BenchRow> =>
  compared({
    workload: `copy of a session with ${short(TRADES)} trades`,
    unit: 'ms',
    runs: RUNS,
    warmUps: 1,
    ours: async () => {
      const start = performance.now();
      await ask(service, `/sessions/${id}/copy`, {});
      return performance.now() - start;
    },
    baseline: () => answerMs(service, { path: `/sessions/${id}/trades/export` }),
    goal: { of: 'ours', most: 5_000 },
    note: 'against the export of the same session',
  });

/** Measures the peak memory of a new service, minus its memory before the work. */
async function memoryRow(
  what: string,
  work: (server: Server) => Promise<unknown>,
  most?: number,
): Promise<BenchRow> {
  const service = await startService();
  await ask(service, '/projects');
  const before = await memoryMb(service, 'VmRSS');
  await work(service);
  const above = (await memoryMb(service, 'VmHWM')) - before;
  await stop(service.process);
  return {
    workload: `peak memory above idle, ${what}`,
    ours: above,
    baseline: before,
    unit: 'MB',
    ratio: above / before,
    ...(most !== undefined && { goal: { of: 'ours', most } as const }),
    note: 'VmHWM of the process, against its memory before',
  };
}
