import { setTimeout as delay } from 'node:timers/promises';
import type { SampleAnswer } from '../../src/review/samples/samples.dto.js';
import { SAMPLE_RUNS, sampleMinutes } from '../../src/review/samples/sample-plan.js';
import type { Answered } from '../support/factories.js';
import {
  type RunningService,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  cleanUp,
  hasServer,
  query,
  startService,
  until,
} from '../support/service-process.js';

afterAll(cleanUp);

const MINUTES = sampleMinutes().count;

/** Sends the request. Returns null if the service no longer responds. */
const sample = (service: RunningService) => service.post('/samples', {}).catch(() => null);

interface Stored {
  readonly bars: number;
  readonly projects: number;
  readonly sessions: number;
  readonly trades: number;
  readonly entries: number;
}

async function storedIn(url: string): Promise<Stored> {
  const [rows] = await query<Stored>(
    url,
    `SELECT (SELECT count(*)::int FROM bars) AS bars, (SELECT count(*)::int FROM projects) AS projects,
       (SELECT count(*)::int FROM sessions) AS sessions, (SELECT count(*)::int FROM trades) AS trades,
       (SELECT count(*)::int FROM audit_entries WHERE action <> 'candles.import') AS entries`,
  );
  return rows!;
}

describe('kill -9 while a sample is made', () => {
  /** The moments at which the service is killed, each a time after a number of minutes are stored. */
  const moments: [bars: number, afterMs: number][] = [
    [1, 0],
    [MINUTES / 2, 0],
    [MINUTES, 0],
    [MINUTES, 100],
    [MINUTES, 300],
  ];

  it('leaves the whole sample or none, and the next request makes it', async () => {
    for (const [bars, afterMs] of moments) {
      const url = hasServer ? await aDatabase() : null;
      const directory = await aDataDirectory();
      const databaseUrl = url ?? `postgres://postgres@/postgres?host=${directory}`;
      const settings = { ...WITH_KEY, DATA_DIR: directory, ...(url && { DATABASE_URL: url }) };
      const service = await startService(settings);
      const making = sample(service);
      await until(service, async () => (await storedIn(databaseUrl)).bars >= bars);
      await delay(afterMs);
      await service.kill('SIGKILL');
      const answer = await making;

      const next = await startService(settings);
      const { bars: begun, ...left } = await storedIn(databaseUrl);
      const isWhole = left.sessions > 0;
      if (answer !== null) expect(isWhole).toBe(true);
      if (!isWhole) expect(left).toEqual({ projects: 0, sessions: 0, trades: 0, entries: 0 });
      expect(begun).toBeGreaterThanOrEqual(bars);
      const again = await sample(next);
      expect(again?.status).toBe(isWhole ? 200 : 201);
      const { sessions } = again!.body as Answered<SampleAnswer>;
      expect(sessions).toHaveLength(SAMPLE_RUNS.length);
      const trades = sessions.reduce((sum, { summary }) => sum + summary.tradeCount, 0);
      const runs = SAMPLE_RUNS.length;
      const whole = { bars: MINUTES, projects: 1, sessions: runs, trades, entries: 1 + 3 * runs };
      expect(await storedIn(databaseUrl)).toEqual(whole);
      await next.kill('SIGTERM');
    }
  });
});
