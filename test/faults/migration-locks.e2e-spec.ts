import pg from 'pg';
import { LOCK_NAMESPACE } from '../../src/platform/database/migrate.js';
import { NEXT_MIGRATION, aNextVersion } from '../support/next-version.js';
import {
  type RunningProgram,
  type RunningService,
  type Settings,
  WITH_KEY,
  aDatabase,
  aDirectory,
  aTrade,
  cleanUp,
  hasServer,
  listening,
  newSession,
  query,
  run,
  startService,
  until,
} from '../support/service-process.js';

afterAll(cleanUp);

if (!hasServer)
  process.stderr.write('Not checked: migrations that wait for a lock (needs TEST_DATABASE_URL).\n');

const STATEMENT = 'ALTER TABLE trades ADD COLUMN next text';

(hasServer ? describe : describe.skip)('a new version whose migration cannot get its lock', () => {
  let url: string;
  let settings: Settings;
  let old: RunningService;
  let program: string;
  let holder: pg.Client;
  beforeAll(async () => {
    url = await aDatabase();
    settings = { ...WITH_KEY, DATABASE_URL: url, DATA_DIR: await aDirectory() };
    old = await startService(settings);
    program = await aNextVersion(STATEMENT);
    holder = new pg.Client({ connectionString: url, application_name: 'pg_dump' });
    await holder.connect();
  });
  afterAll(() => holder?.end());

  const launchNext = (): RunningProgram => run(program, [], { PORT: '0', ...settings });

  /** Reverts the migrations of the next version. */
  const withoutNext = async () => {
    await query(url, 'ALTER TABLE trades DROP COLUMN IF EXISTS next');
    await query(url, `DELETE FROM migrations WHERE name = '${NEXT_MIGRATION}'`);
  };
  beforeEach(withoutNext);

  /** Returns the log messages that name a lock for which the service waits. */
  const waits = (program: RunningProgram) =>
    program.output().match(/"msg":"Migration [^"]* waits for [^"]*"/g) ?? [];

  /** Sends requests one after the other until it is stopped. */
  function clientOf(request: (i: number) => Promise<{ readonly status: number }>) {
    const statuses: number[] = [];
    const stopping = new AbortController();
    const ended = (async () => {
      for (let i = 0; !stopping.signal.aborted; i += 1) statuses.push((await request(i)).status);
    })();
    return {
      statuses,
      stop: async () => {
        stopping.abort();
        await ended;
      },
    };
  }

  it('tries its migration again until the lock is released, while the old version serves requests', async () => {
    const session = await newSession(old);
    const clients = [
      clientOf((i) => old.post(`/sessions/${session}/trades`, { trades: [aTrade(`c${i}`)] })),
      clientOf(() => old.get(`/sessions/${session}/trades`)),
      clientOf(() => old.get(`/sessions/${session}/stats`)),
    ];
    await holder.query('BEGIN; LOCK TABLE trades IN ACCESS SHARE MODE');
    const next = launchNext();
    await until(next, () => waits(next).length >= 1);
    const before = clients.map(({ statuses }) => statuses.length);
    await until(next, () => waits(next).length >= 2);
    // Each client has had at least two responses since the first attempt, so it sent a request while the lock was held.
    await until(next, () => clients.every(({ statuses }, i) => statuses.length >= before[i]! + 2));
    expect(next.output()).not.toContain('"msg":"listening"');
    await holder.query('COMMIT');

    const started = await listening(next);
    expect(waits(next).join()).toMatch(
      /Migration Next1790000000000 waits for a lock on trades, held by pg_dump \(process \d+, role \w+\) \(attempt \d+\)/,
    );
    expect(next.output()).toMatch(/Migration Next1790000000000 goes on: attempt \d+ got its locks/);
    expect((await started.get('/health/ready')).status).toBe(200);
    for (const { statuses, stop } of clients) {
      await stop();
      expect(statuses.filter((status) => status >= 300)).toEqual([]);
    }
    await started.kill('SIGTERM');
  });

  it('logs that another instance is migrating, and continues after the other instance has finished', async () => {
    await holder.query(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK_NAMESPACE}, 0)`);
    const next = launchNext();
    await until(next, () => waits(next).length >= 2);
    await holder.query('COMMIT');
    const started = await listening(next);
    expect(waits(next).join()).toMatch(/waits for a lock of type advisory, held by pg_dump/);
    await started.kill('SIGTERM');
  });

  it('exits on a signal, and leaves neither a lock nor a change of the schema behind', async () => {
    await holder.query('BEGIN; LOCK TABLE trades IN ACCESS SHARE MODE');
    const next = launchNext();
    await until(next, () => waits(next).length >= 1);
    expect(await next.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const left = () =>
      query(url, `SELECT FROM pg_locks WHERE relation = 'trades'::regclass AND mode = 'AccessExclusiveLock'`);
    await until(old, async () => (await left()).length === 0);
    await holder.query('COMMIT');
    expect(await query(url, `SELECT FROM migrations WHERE name = '${NEXT_MIGRATION}'`)).toEqual([]);
    expect((await old.get('/health/ready')).status).toBe(200);
  });
});
