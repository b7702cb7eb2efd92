import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  RunningService,
  Settings,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  launch,
  newSession,
  query,
  run,
  runToEnd,
  startService,
  until,
} from '../support/service-process.js';

const ROUNDS = 3;
const BATCH = 40;
const MINUTE = 60_000;
const T = Date.UTC(2024, 0, 10);

afterAll(cleanUp);

interface Storage {
  readonly settings: Settings;
  /** Where a running service's database is reached. */
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

const tradeOf = (clientId: string) => ({
  clientId,
  side: 'long',
  qty: 1,
  entryPrice: 100,
  entryTime: T,
  exitPrice: 101,
  exitTime: T + MINUTE,
});

/** Sends batches one after another until the service no longer answers; returns those of which it is unsure. */
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
    it(
      title,
      async () => {
        const { settings, url } = await storage();
        const acknowledged = new Set<string>();
        let service = await startService({ ...WITH_KEY, TRADE_MINIMUM: '0', ...settings });
        const session = await newSession(service);
        for (let round = 0; round < ROUNDS; round += 1) {
          const unsure = ingestUntilDeath(service, session, round, acknowledged);
          await delay(150 + Math.random() * 400);
          await service.kill('SIGKILL');
          const batches = await unsure;
          service = await startService({ ...WITH_KEY, TRADE_MINIMUM: '0', ...settings });
          for (const ids of batches) {
            const { status, body } = await service.post(`/sessions/${session}/trades`, {
              trades: ids.map(tradeOf),
            });
            expect(status).toBe(201);
            // All or nothing: what the dead service stored of a batch is the whole of it.
            expect([0, BATCH]).toContain(body.inserted);
            for (const id of ids) acknowledged.add(id);
          }
        }
        expect(acknowledged.size).toBeGreaterThan(ROUNDS * 3 * BATCH);
        const stored = await query<{ client_id: string }>(url, 'SELECT client_id FROM trades');
        expect(stored).toHaveLength(acknowledged.size);
        expect(new Set(stored.map((row) => row.client_id))).toEqual(acknowledged);
        const { body } = await service.get(`/sessions/${session}/stats`);
        expect(body.stats.tradeCount).toBe(acknowledged.size);
      },
      120_000,
    );

  check('loses and doubles nothing on the embedded database', embedded);
  if (hasServer) check('loses and doubles nothing on PostgreSQL', server);
});

/** What clients know of a session when the service dies. */
interface Known {
  readonly id: string;
  /** Trades that were acknowledged, and those of a batch of which the answer did not come. */
  readonly acknowledged: Set<string>;
  unsure: readonly string[];
  /** The acknowledged answer of its finish. */
  finished: unknown;
}

/** Sends batches to a session until it is finished or the service dead. */
async function ingestUntilFinished(service: RunningService, known: Known): Promise<void> {
  for (let n = 0; ; n += 1) {
    const ids = Array.from({ length: 5 }, (_, i) => `${n}-${i}`);
    const answer = await service
      .post(`/sessions/${known.id}/trades`, { trades: ids.map(tradeOf) })
      .catch(() => null);
    if (answer === null) known.unsure = ids;
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
        sessions.push({ id, acknowledged: new Set(), unsure: [], finished: null });
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

      for (const { id, acknowledged, unsure, finished } of sessions) {
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
        expect([least, [...least, ...unsure].toSorted()]).toContainEqual(ids.toSorted());

        const first = await service.post(`/sessions/${id}/finish`, {});
        const { session, stats } = first.body;
        expect([first.status, session.status, stats.tradeCount]).toEqual([200, 'finished', ids.length]);
        if (status === 'finished') expect(session.endedAt).toBe(endedAt);
        if (finished !== null) expect(first.body).toEqual(finished);
        expect((await service.post(`/sessions/${id}/finish`, {})).body).toEqual(first.body);
        const late = await service.post(`/sessions/${id}/trades`, { trades: [tradeOf('late')] });
        expect(late.body.code).toBe('SESSION_FINISHED');
      }
      const acknowledgedFinishes = sessions.filter(({ finished }) => finished !== null).length;
      expect(acknowledgedFinishes).toBeGreaterThanOrEqual(FINISHERS);
      expect(acknowledgedFinishes).toBeLessThan(SESSIONS);
    });

  check('leaves each finished or not, with the same answer ever after, on the embedded database', embedded);
  if (hasServer) check('leaves each finished or not, with the same answer ever after, on PostgreSQL', server);
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

  /** The import runs beside the service, which shows what is stored meanwhile. */
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
    });

  check('is completed by importing again, on the embedded database', embedded);
  if (hasServer) check('is completed by importing again, on PostgreSQL', server);
});

describe('kill -9 while the database is made', () => {
  it('leaves a directory in which the next start succeeds', async () => {
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
