import { existsSync } from 'node:fs';
import { readFile, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Answer,
  KEY,
  RunningService,
  Settings,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  killMoments,
  launch,
  newSession,
  query,
  run,
  runToEnd,
  startService,
  until,
} from '../support/service-process.js';
import { IMPORT_START, minutesText, reversedRows } from '../support/candle-imports.js';
import { summaryFigures } from '../support/summary.js';

const ROUNDS = 3;
const BATCH = 40;
const MINUTE = 60_000;
const T = Date.UTC(2024, 0, 10);

afterAll(cleanUp);

interface Storage {
  readonly settings: Settings;
  /** Connection string of the database while the service runs. */
  readonly url: string;
}

async function embedded(): Promise<Storage> {
  const directory = await aDataDirectory();
  return { settings: { DATA_DIR: directory }, url: `postgres://postgres@/postgres?host=${directory}` };
}

async function server(): Promise<Storage> {
  const url = await aDatabase();
  return { settings: { DATABASE_URL: url, DATA_DIR: await aDirectory() }, url };
}

/** Creates a database: on the server if the test run has a server, and otherwise an embedded database. */
const newStorage = hasServer ? server : embedded;

const tradeOf = (clientId: string) => ({
  clientId,
  side: 'long',
  qty: 1,
  entryPrice: 100,
  entryTime: T,
  exitPrice: 101,
  exitTime: T + MINUTE,
});

/** Checks that the summary and the statistics of a session match this number of trades, each of which wins 1. */
async function expectTrades(service: RunningService, session: string, count: number): Promise<void> {
  const record = await service.get(`/sessions/${session}/record`);
  const { stats } = (await service.get(`/sessions/${session}/stats?breakEvenThreshold=0`)).body;
  expect(stats).toMatchObject({ tradeCount: count, winCount: count, plNet: count });
  expect(record.body.session.summary).toMatchObject(summaryFigures(stats));
}

/** Sends batches until the service no longer responds. Returns the batches that were sent but not acknowledged. */
async function ingestUntilDeath(
  service: RunningService,
  session: string,
  round: number,
  acknowledged: Set<string>,
): Promise<string[][]> {
  const client = async (name: string): Promise<string[]> => {
    for (let n = 0; ; n += 1) {
      const ids = Array.from({ length: BATCH }, (_, i) => `${round}-${name}-${n}-${i}`);
      const answer = await service
        .post(`/sessions/${session}/trades`, { trades: ids.map(tradeOf) })
        .catch(() => null);
      if (answer === null) return ids;
      expect(answer.status).toBe(201);
      expect(answer.body.inserted).toBe(BATCH);
      for (const id of ids) acknowledged.add(id);
    }
  };
  return Promise.all([client('a'), client('b'), client('c')]);
}

describe('kill -9 while trades are ingested', () => {
  const check = (title: string, storage: () => Promise<Storage>) =>
    it(title, async () => {
      const { settings, url } = await storage();
      const acknowledged = new Set<string>();
      let service = await startService({ ...WITH_KEY, TRADE_MINIMUM: '0', ...settings });
      const session = await newSession(service);
      for (let round = 0; round < ROUNDS; round += 1) {
        const unacknowledged = ingestUntilDeath(service, session, round, acknowledged);
        await delay(150 + Math.random() * 400);
        await service.kill('SIGKILL');
        const batches = await unacknowledged;
        service = await startService({ ...WITH_KEY, TRADE_MINIMUM: '0', ...settings });
        for (const ids of batches) {
          const { status, body } = await service.post(`/sessions/${session}/trades`, {
            trades: ids.map(tradeOf),
          });
          expect(status).toBe(201);
          // A batch is stored completely or not at all.
          expect([0, BATCH]).toContain(body.inserted);
          for (const id of ids) acknowledged.add(id);
        }
        await expectTrades(service, session, acknowledged.size);
      }
      expect(acknowledged.size).toBeGreaterThan(ROUNDS * 3 * BATCH);
      const stored = await query<{ client_id: string }>(url, 'SELECT client_id FROM trades');
      expect(stored).toHaveLength(acknowledged.size);
      expect(new Set(stored.map((row) => row.client_id))).toEqual(acknowledged);
      await expectTrades(service, session, acknowledged.size);
    });

  check('loses and duplicates no trade on the database of this run', newStorage);
  if (hasServer) check('loses and duplicates no trade on the embedded database', embedded);
});

/** The state of a session that the clients know when the service is killed. */
interface Known {
  readonly id: string;
  /** Acknowledged trades, and the trades of the batch that got no response. */
  readonly acknowledged: Set<string>;
  unacknowledged: readonly string[];
  /** Response to the finish, if the service has sent a response. */
  finished: unknown;
}

/** Sends batches to a session until it is finished or the service is killed. */
async function ingestUntilFinished(service: RunningService, known: Known): Promise<void> {
  for (let n = 0; ; n += 1) {
    const ids = Array.from({ length: 5 }, (_, i) => `${n}-${i}`);
    const answer = await service
      .post(`/sessions/${known.id}/trades`, { trades: ids.map(tradeOf) })
      .catch(() => null);
    if (answer === null) known.unacknowledged = ids;
    if (answer?.status !== 201) {
      expect([undefined, 'SESSION_FINISHED']).toContain(answer?.body.code);
      return;
    }
    for (const id of ids) known.acknowledged.add(id);
  }
}

describe('kill -9 while sessions are finished', () => {
  const SESSIONS = 60;
  const FINISHERS = 4;

  const check = (title: string, storage: () => Promise<Storage>) =>
    it(title, async () => {
      const { settings, url } = await storage();
      const all = { ...WITH_KEY, TRADE_MINIMUM: '0', ...settings };
      let service = await startService(all);
      const sessions: Known[] = [];
      for (let i = 0; i < SESSIONS; i += 1) {
        const id = await newSession(service);
        sessions.push({ id, acknowledged: new Set(), unacknowledged: [], finished: null });
      }
      const queue = [...sessions];
      const finisher = async () => {
        for (let known = queue.shift(); known; known = queue.shift()) {
          const ingesting = ingestUntilFinished(service, known);
          await delay(Math.random() * 60);
          const answer = await service.post(`/sessions/${known.id}/finish`, {}).catch(() => null);
          await ingesting;
          if (answer === null) return;
          expect(answer.status).toBe(200);
          known.finished = answer.body;
        }
      };
      const finishing = Promise.all(Array.from({ length: FINISHERS }, finisher));
      const enough = FINISHERS + Math.random() * (SESSIONS - 4 * FINISHERS);
      await until(service, () => sessions.filter(({ finished }) => finished !== null).length >= enough);
      await service.kill('SIGKILL');
      await finishing;
      service = await startService(all);

      for (const { id, acknowledged, unacknowledged, finished } of sessions) {
        const { status, endedAt } = (await service.get(`/sessions/${id}`)).body.session;
        expect([status, endedAt]).toEqual(
          status === 'finished' ? ['finished', expect.any(Number)] : ['active', null],
        );
        if (finished !== null) expect(status).toBe('finished');
        const stored = await query<{ client_id: string }>(
          url,
          `SELECT client_id FROM trades WHERE session_id = '${id}'`,
        );
        const ids = stored.map((row) => row.client_id);
        const least = [...acknowledged].toSorted();
        expect([least, [...least, ...unacknowledged].toSorted()]).toContainEqual(ids.toSorted());

        await expectTrades(service, id, ids.length);
        const first = await service.post(`/sessions/${id}/finish`, {});
        const { session, stats } = first.body;
        expect([first.status, session.status, stats.tradeCount]).toEqual([200, 'finished', ids.length]);
        if (status === 'finished') expect(session.endedAt).toBe(endedAt);
        if (finished !== null) expect(first.body).toEqual(finished);
        expect((await service.post(`/sessions/${id}/finish`, {})).body).toEqual(first.body);
        const late = await service.post(`/sessions/${id}/trades`, { trades: [tradeOf('late')] });
        expect(late.body.code).toBe('SESSION_FINISHED');
        await expectTrades(service, id, ids.length);
      }
      const acknowledgedFinishes = sessions.filter(({ finished }) => finished !== null).length;
      expect(acknowledgedFinishes).toBeGreaterThanOrEqual(FINISHERS);
      expect(acknowledgedFinishes).toBeLessThan(SESSIONS);
    });

  check(
    'leaves each session active or finished with final statistics, on the database of this run',
    newStorage,
  );
});

describe('kill -9 while candles are imported', () => {
  const BARS = 40_000;
  const SERIES = 'SELECT ts, open, high, low, close, volume FROM bars ORDER BY ts';
  const COVERAGE = 'SELECT start_ts, end_ts FROM coverage ORDER BY start_ts';
  const rows = Array.from({ length: BARS }, (_, i) => {
    const price = 100 + (i % 997) / 100;
    return `${T + i * MINUTE},${price},${price + 1},${price - 1},${price + 0.5},${1 + (i % 7)}`;
  });
  let args: string[];

  beforeAll(async () => {
    const file = join(await aDirectory(), 'BTCUSDT-1m.csv');
    await writeFile(file, `ts,open,high,low,close,volume\n${rows.join('\n')}\n`);
    args = ['import', file, '--symbol', 'BTCUSDT', '--interval', '1m'];
  });

  /** The service runs during the import, so that the test can read what is stored. */
  const check = (title: string, storage: () => Promise<Storage>) =>
    it(title, async () => {
      const { settings, url } = await storage();
      const service = await startService({ ...WITH_KEY, ...settings });
      const count = async () =>
        (await query<{ n: number }>(url, 'SELECT count(*)::int AS n FROM bars'))[0]!.n;
      const first = run('cli/candles.js', args, settings);
      await until(first, async () => (await count()) > 0);
      await first.kill('SIGKILL');
      const begun = await count();
      expect(begun).toBeLessThan(BARS);
      expect((await service.get('/health/ready')).status).toBe(200);
      // The larger bars have the state of the minutes.
      const checked = await runToEnd('cli/candles.js', ['check'], settings);
      expect(checked).toMatchObject({
        code: 0,
        output: expect.stringMatching(/BTCUSDT +all +[1-9]\d* +0\n/),
      });

      const second = await runToEnd('cli/candles.js', args, settings);
      expect(second).toMatchObject({ code: 0, signal: null });
      expect(second.output).toContain(`${BARS - begun} new, 0 changed, ${begun} unchanged`);
      const stored = await query<Record<string, number>>(url, SERIES);
      expect(stored.map((bar) => Object.values(bar).map(Number).join())).toEqual(
        rows.map((row) => row.split(',').map(Number).join()),
      );
      expect(await query(url, COVERAGE)).toEqual([
        { start_ts: String(T), end_ts: String(T + BARS * MINUTE) },
      ]);
      const larger = [5, 15, 60, 240, 1440].reduce((sum, length) => sum + Math.floor(BARS / length), 0);
      expect(await runToEnd('cli/candles.js', ['check'], settings)).toMatchObject({
        code: 0,
        output: expect.stringMatching(new RegExp(`BTCUSDT +all +${larger} +0\\n`)),
      });
    });

  check('leaves a part that a second import completes, on the database of this run', newStorage);
});

describe('kill -9 while candles are imported over HTTP', () => {
  const BARS = 40_000;
  const text = minutesText(0, BARS);
  const importOver = (service: RunningService, file: string) =>
    send(service, '/candles/import?symbol=BTCUSDT&interval=1m', file, { 'content-type': 'text/csv' });

  const check = (title: string, storage: () => Promise<Storage>) =>
    it(title, async () => {
      const { settings, url } = await storage();
      const all = { ...WITH_KEY, ...settings, TMPDIR: await aDirectory() };
      const service = await startService(all);
      const count = async () =>
        (await query<{ n: number }>(url, 'SELECT count(*)::int AS n FROM bars'))[0]!.n;
      const importing = importOver(service, reversedRows(text));
      await until(service, async () => (await count()) > 0);
      await service.kill('SIGKILL');
      expect(await importing).toBeNull();

      const next = await startService(all);
      const begun = await count();
      expect(begun).toBeGreaterThan(0);
      expect(begun).toBeLessThan(BARS);
      const { body: audit } = await next.get('/audit?action=candles.import');
      expect(audit.entries.map((entry: { count: number }) => entry.count)).toEqual([BARS]);
      const again = await importOver(next, text);
      expect([again?.status, again?.body]).toMatchObject([
        201,
        { inserted: BARS - begun, changed: 0, unchanged: begun },
      ]);
      expect((await importOver(next, text))?.status).toBe(200);
      const stored = await query<Record<string, number>>(
        url,
        'SELECT ts, open, high, low, close, volume FROM bars ORDER BY ts',
      );
      expect(stored.map((bar) => Object.values(bar).map(Number).join())).toEqual(
        text.trimEnd().split('\n').slice(1),
      );
      expect(await query(url, 'SELECT start_ts, end_ts FROM coverage')).toEqual([
        { start_ts: String(IMPORT_START), end_ts: String(IMPORT_START + BARS * MINUTE) },
      ]);
      await next.kill('SIGTERM');
      const larger = [5, 15, 60, 240, 1440].reduce((sum, length) => sum + Math.floor(BARS / length), 0);
      expect(await runToEnd('cli/candles.js', ['check'], settings)).toMatchObject({
        code: 0,
        output: expect.stringMatching(new RegExp(`BTCUSDT +all +${larger} +0\\n`)),
      });
    });

  check('leaves a part that a second import completes, on the database of this run', newStorage);
});

/** Sends a request of any kind. Returns null if the service no longer responds. */
async function send(
  { url }: RunningService,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | null> {
  const request = { method: 'POST', headers: { 'x-api-key': KEY, ...headers }, body };
  return fetch(`${url}${path}`, request)
    .then(async (response) => ({
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    }))
    .catch(() => null);
}

/**
 * Number of trades of a file or of a copied session. It is so large that the service needs a while to store these
 * trades.
 */
const MANY = 10_000;
const FILE = [
  'clientId,side,qty,entryTime,entryPrice,exitTime,exitPrice',
  ...Array.from(
    { length: MANY },
    (_, i) => `file-${i},long,1,${T + i * MINUTE},100,${T + (i + 1) * MINUTE},101`,
  ),
].join('\n');

const importInto = (service: RunningService, session: string) =>
  send(service, `/sessions/${session}/trades/import`, FILE, { 'content-type': 'text/csv' });

const tradesOf = async (url: string, session: string): Promise<number> =>
  (
    await query<{ n: number }>(url, `SELECT count(*)::int AS n FROM trades WHERE session_id = '${session}'`)
  )[0]!.n;

describe('kill -9 while a file is imported', () => {
  const PREFIX = 'trade-import-';
  /** Returns whether a number of rows are in a temporary file of the import in progress. */
  const hasRows = async (
    directory: string,
    before: string,
    name: string,
    count: number,
  ): Promise<boolean> => {
    const current = (await readdir(directory)).find((file) => file.startsWith(PREFIX) && file !== before);
    const text = current ? await readFile(join(directory, current, name), 'utf8').catch(() => '') : '';
    return text.split('\n').length > count;
  };

  /** The moments at which the service is killed, each a time after a temporary file has a number of rows. */
  const moments = killMoments<[file: string, rows: number, afterMs: number]>([
    ['rows', 1, 0],
    ['rows', MANY / 2, 0],
    ['trades', MANY / 2, 0],
    ['trades', MANY, 0],
    ['trades', MANY, 100],
    ['trades', MANY, 300],
    ['trades', MANY, 600],
  ]);

  const check = (title: string, storage: () => Promise<Storage>) =>
    it(title, async () => {
      const { settings, url } = await storage();
      const temporary = await aDirectory();
      const all = { ...WITH_KEY, ...settings, TMPDIR: temporary };
      let service = await startService(all);
      const outcomes: number[] = [];
      let old = '';
      for (const [file, rows, afterMs] of moments) {
        const session = await newSession(service);
        const importing = importInto(service, session);
        await until(service, () => hasRows(temporary, old, file, rows));
        await delay(afterMs);
        await service.kill('SIGKILL');
        const answer = await importing;
        service = await startService(all);

        // Files that another instance may still be using remain; files older than an hour are removed.
        const files = await readdir(temporary);
        expect(files).not.toContain(old);
        expect(files.length).toBeLessThanOrEqual(1);
        if (files.length === 0) expect(answer?.status).toBe(201);
        const stored = await tradesOf(url, session);
        expect(answer === null ? [0, MANY] : [MANY]).toContain(stored);
        outcomes.push(stored);
        await expectTrades(service, session, stored);
        const again = await importInto(service, session);
        expect([again?.status, again?.body.inserted]).toEqual([201, MANY - stored]);
        expect(await tradesOf(url, session)).toBe(MANY);
        await expectTrades(service, session, MANY);

        expect(await readdir(temporary)).toEqual(files);
        [old = ''] = files;
        const longAgo = Date.now() / 1000 - 3700;
        if (old) await utimes(join(temporary, old), longAgo, longAgo);
      }
      await service.kill('SIGKILL');
      await startService(all);
      expect(await readdir(temporary)).toEqual([]);
      // These imports were killed before they could be stored.
      const early = moments.filter(([, , afterMs]) => afterMs === 0);
      expect(outcomes.slice(0, early.length)).toEqual(early.map(() => 0));
    });

  check(
    'leaves no trade of the file, and the import can be repeated, on the database of this run',
    newStorage,
  );
});

describe('kill -9 while a session is copied', () => {
  const copy = (service: RunningService, session: string, key: string) =>
    send(service, `/sessions/${session}/copy`, '{}', {
      'content-type': 'application/json',
      'idempotency-key': key,
    });

  const check = (title: string, storage: () => Promise<Storage>) =>
    it(title, async () => {
      const { settings, url } = await storage();
      const all = { ...WITH_KEY, ...settings };
      let service = await startService(all);
      const session = await newSession(service);
      expect((await importInto(service, session))?.status).toBe(201);
      const begun = performance.now();
      expect((await copy(service, session, 'whole'))?.status).toBe(201);
      const wholeMs = performance.now() - begun;

      /** Rows of each table to which a copy adds rows. */
      const counts = async () => {
        const tables = ['sessions', 'session_assets', 'trades', 'idempotency_keys'];
        const selected = tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
        return (await query<Record<string, number>>(url, `SELECT ${selected.join(', ')}`))[0]!;
      };
      const copies = (count: number) => ({
        sessions: 1 + count,
        session_assets: 1 + count,
        trades: (1 + count) * MANY,
        idempotency_keys: count,
      });
      const parts = killMoments([0.85, 0.7, 0.5, 0.3, 0.15]);
      let lost = 0;
      // A copy may end before it is killed if the machine is faster than before. The loop repeats until a copy is
      // killed before its end.
      for (let round = 0; round < parts.length || lost === 0; round += 1) {
        const part = parts[round] ?? 0.15 / (round - parts.length + 2);
        const copying = copy(service, session, `round ${round}`);
        await delay(part * wholeMs);
        await service.kill('SIGKILL');
        const answer = await copying;
        service = await startService(all);
        const [before, after] = [copies(1 + round), copies(2 + round)];
        const stored = await counts();
        expect(answer === null ? [before, after] : [after]).toContainEqual(stored);
        if (stored['trades'] === before.trades) lost += 1;
        const again = await copy(service, session, `round ${round}`);
        expect(again?.status).toBe(201);
        expect(again?.headers.get('idempotent-replayed')).toBe(
          stored['trades'] === before.trades ? null : 'true',
        );
        expect(await counts()).toEqual(after);
        await expectTrades(service, again!.body.session.id, MANY);
      }
      await expectTrades(service, session, MANY);
    });

  check('leaves nothing of the copy, and the copy can be repeated, on the database of this run', newStorage);
});

if (!hasServer)
  describe('kill -9 while the embedded database is created', () => {
    it('lets the next start succeed', async () => {
      const directory = await aDirectory();
      const settings = { ...WITH_KEY, DATA_DIR: directory };
      const killed = launch(settings);
      await until(killed, () => existsSync(join(directory, 'postgres.new', 'PG_VERSION')));
      await killed.kill('SIGKILL');
      expect(existsSync(join(directory, 'postgres'))).toBe(false);
      const service = await startService(settings);
      expect((await service.get('/projects')).status).toBe(200);
      expect(existsSync(join(directory, 'postgres.new'))).toBe(false);
    });
  });
