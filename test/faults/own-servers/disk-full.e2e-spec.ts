import { cpSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Answer,
  RunningService,
  Settings,
  WITH_KEY,
  aDataDirectory,
  cleanUp,
  launch,
  listening,
  newSession,
  query,
  runToEnd,
  startService,
  aTrade,
} from '../../support/service-process.js';
import { type FileSystem, aFileSystem } from '../../support/small-file-system.js';

const MB = 2 ** 20;
const BATCH = 500;
const CLIENTS = 3;
const MIDNIGHT = Date.UTC(2024, 0, 10);

const probe = aFileSystem();
probe?.remove();
if (!probe)
  process.stderr.write('Not checked: a disk that is full (needs root, and mount, for a small tmpfs).\n');

const made: FileSystem[] = [];

afterAll(async () => {
  await cleanUp();
  for (const fileSystem of made) fileSystem.remove();
});

const batchOf = (name: string) => ({
  trades: Array.from({ length: BATCH }, (_, i) => ({ ...aTrade(`${name}-${i}`), note: 'n'.repeat(200) })),
});

/**
 * Expects that the service ended because the database could not even write its log. If a start on the same disk fails,
 * its message must give the reason.
 */
async function expectEndOnFullDisk(service: RunningService, settings: Settings): Promise<void> {
  expect(await service.exited).toEqual({ code: 1, signal: null });
  expect(service.output()).toMatch(/"level":60.*No space left on device.*the embedded database failed/);
  const again = launch(settings);
  const isListening = await listening(again).then(
    () => true,
    () => false,
  );
  if (isListening) await again.kill('SIGKILL');
  else expect(again.output()).toMatch(/The embedded database in \S+ does not start: .*\d+ MB free/);
}

const unless = probe ? it : it.skip;

/**
 * With little space left, the tables cannot grow. With more space, the log of the database cannot grow, because it
 * grows by 16 MB at a time.
 */
unless.each([1, 4, 14])(
  'a disk that fills up after %d MB: requests fail only with 503, and after space is freed each acknowledged trade is stored once',
  async (megabytes) => {
    const fileSystem = aFileSystem()!;
    made.push(fileSystem);
    cpSync(join(await aDataDirectory(), 'postgres'), join(fileSystem.directory, 'postgres'), {
      recursive: true,
    });
    const settings: Settings = { ...WITH_KEY, DATA_DIR: fileSystem.directory, TRADE_MINIMUM: '0' };
    let service = await startService(settings);
    const session = await newSession(service);
    const send = (to: RunningService, name: string): Promise<Answer | null> =>
      to.post(`/sessions/${session}/trades`, batchOf(name)).catch(() => null);

    fileSystem.leave(megabytes * MB);
    const acknowledged = new Set<string>();
    const refused = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let n = 0; ; n += 1) {
          const name = `${client}-${n}`;
          const answer = await send(service, name);
          if (answer?.status !== 201) return { name, answer };
          acknowledged.add(name);
        }
      }),
    );
    for (const { answer } of refused) {
      if (answer) expect([answer.status, answer.body.code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    }
    expect(acknowledged.size).toBeGreaterThan(0);
    const isAlive = await service.get('/projects').then(
      ({ status }) => status === 200,
      () => false,
    );
    if (!isAlive) await expectEndOnFullDisk(service, settings);

    fileSystem.leave(64 * MB);
    if (!isAlive) service = await startService(settings);
    for (const { name } of refused) {
      const answer = await send(service, name);
      expect(answer?.status).toBe(201);
      expect([0, BATCH]).toContain(answer?.body.inserted);
      acknowledged.add(name);
    }
    const { body } = await service.get(`/sessions/${session}/stats`);
    expect(body.stats.tradeCount).toBe(BATCH * acknowledged.size);
    const [stored] = await query<{ n: number; batches: number }>(
      `postgres://postgres@/postgres?host=${fileSystem.directory}`,
      `SELECT count(*)::int AS n, count(DISTINCT regexp_replace(client_id, '-[0-9]+$', ''))::int AS batches
       FROM trades WHERE session_id = '${session}'`,
    );
    expect(stored).toEqual({ n: BATCH * acknowledged.size, batches: acknowledged.size });
    expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  },
);

unless.each([6])(
  'an import of minutes on a disk that fills up after %d MB leaves no larger bar that differs from its minutes, and can be repeated',
  async (megabytes) => {
    const fileSystem = aFileSystem()!;
    made.push(fileSystem);
    cpSync(join(await aDataDirectory(), 'postgres'), join(fileSystem.directory, 'postgres'), {
      recursive: true,
    });
    const settings: Settings = { DATA_DIR: fileSystem.directory, VENUE_MODE: 'offline' };
    const days = 40;
    const rows = Array.from({ length: days * 1440 }, (_, i) => `${MIDNIGHT + i * 60_000},1,3,1,2,${i % 7}`);
    const file = join(await mkdtemp(join(tmpdir(), 'bss-minutes-')), 'minutes.csv');
    await writeFile(file, `ts,open,high,low,close,volume\n${rows.join('\n')}\n`);
    const importFile = () =>
      runToEnd(
        'cli/candles.js',
        ['import', '--feed', 'venue-spot', '--symbol', 'FULLUSDT', '--interval', '1m', file],
        settings,
      );
    const check = async () => (await runToEnd('cli/candles.js', ['check'], settings)).output;

    fileSystem.leave(megabytes * MB);
    expect((await importFile()).code).not.toBe(0);
    fileSystem.leave(128 * MB);
    expect(await check()).toMatch(/FULLUSDT +(all|none) +\d+ +0\n|No one-minute bars/);
    expect(await importFile()).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${rows.length} rows`),
    });
    const bars = days * (288 + 96 + 24 + 6 + 1);
    // If a larger bar could not be stored, they are all made again by a read or by `make`.
    if (!(await check()).includes(` all   ${bars} `)) await runToEnd('cli/candles.js', ['make'], settings);
    expect(await check()).toMatch(new RegExp(`FULLUSDT +all +${bars} +0\n`));
  },
);

/** The space that the message and docs/operations.md name, MB. */
const NEW_DATABASE_MB = 40;

unless(
  'a first start on a disk that is too small names the space that is missing, and leaves nothing behind',
  async () => {
    const fileSystem = aFileSystem()!;
    made.push(fileSystem);
    const settings: Settings = { ...WITH_KEY, DATA_DIR: fileSystem.directory };
    for (const megabytes of [1, 20]) {
      fileSystem.leave(megabytes * MB);
      const service = launch(settings);
      expect(await service.exited).toEqual({ code: 1, signal: null });
      expect(service.output()).toContain(
        `The embedded database in ${fileSystem.directory} does not start: its disk has no space or no inodes left ` +
          `(${megabytes} MB free on its disk; a new database needs ${NEW_DATABASE_MB} MB)\n`,
      );
      expect(readdirSync(fileSystem.directory)).toEqual([]);
    }
    fileSystem.leave(NEW_DATABASE_MB * MB);
    const service = await startService(settings);
    await newSession(service);
    expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const operations = readFileSync('docs/operations.md', 'utf8');
    expect(operations).toContain(`A first start needs ${NEW_DATABASE_MB} MB`);
  },
);
