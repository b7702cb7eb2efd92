import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aFreqtradeTrade, aRun, freqtradeResult } from '../support/run-files.js';
import {
  KEY,
  type RunningService,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  query,
  startService,
  until,
} from '../support/service-process.js';

afterAll(cleanUp);

/** Number of trades of the first session. It is so large that the service needs a while to store these trades. */
const MANY = 8_000;
const FILE = freqtradeResult({
  A: aRun({ trades: Array.from({ length: MANY }, () => aFreqtradeTrade()) }),
  B: aRun(),
});

interface Made {
  readonly status: number;
  readonly ids: readonly string[];
}

/** Sends the file. Returns null if the service no longer responds. */
async function importInto({ url }: RunningService, project: string): Promise<Made | null> {
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
  return fetch(`${url}/projects/${project}/import`, { method: 'POST', headers, body: FILE })
    .then(async (response) => {
      const { sessions } = (await response.json()) as { sessions: { session: { id: string } }[] };
      return { status: response.status, ids: sessions.map(({ session }) => session.id) };
    })
    .catch(() => null);
}

/** Returns the rows of a project in each table to which an import adds rows. */
async function rowsOf(url: string, project: string): Promise<Record<string, number>> {
  const ofProject = `session_id IN (SELECT id FROM sessions WHERE project_id = '${project}')`;
  const [rows] = await query<Record<string, number>>(
    url,
    `SELECT (SELECT count(*)::int FROM sessions WHERE project_id = '${project}') AS sessions,
       (SELECT count(*)::int FROM session_assets WHERE ${ofProject}) AS assets,
       (SELECT count(*)::int FROM session_imports WHERE project_id = '${project}') AS imports,
       (SELECT count(*)::int FROM trades WHERE ${ofProject}) AS trades,
       (SELECT count(*)::int FROM audit_entries WHERE resource_id IN
         (SELECT id FROM sessions WHERE project_id = '${project}')) AS entries`,
  );
  return rows!;
}

const NOTHING = { sessions: 0, assets: 0, imports: 0, trades: 0, entries: 0 };
const EVERYTHING = { sessions: 2, assets: 2, imports: 2, trades: MANY + 1, entries: 4 };

describe('kill -9 while a file becomes sessions', () => {
  /** Returns whether a number of rows are in a temporary file of the import in progress. */
  async function hasRows(directory: string, before: readonly string[], name: string, count: number) {
    const current = (await readdir(directory)).find((file) => !before.includes(file));
    const text = current ? await readFile(join(directory, current, name), 'utf8').catch(() => '') : '';
    return text.split('\n').length > count;
  }

  /** The moments at which the service is killed, each a time after a temporary file has a number of rows. */
  const moments: [file: string, rows: number, afterMs: number][] = [
    ['rows', MANY / 2, 0],
    ['trades', MANY / 2, 0],
    ['trades', MANY, 0],
    ['trades', MANY, 150],
    ['trades', MANY, 400],
    ['trades', MANY, 800],
  ];

  it('leaves all sessions of the file or none, and the import can be repeated', async () => {
    const url = hasServer ? await aDatabase() : null;
    const directory = await aDataDirectory();
    const databaseUrl = url ?? `postgres://postgres@/postgres?host=${directory}`;
    const temporary = await aDirectory();
    const settings = {
      ...WITH_KEY,
      DATA_DIR: directory,
      TMPDIR: temporary,
      ...(url && { DATABASE_URL: url }),
    };
    let service = await startService(settings);
    for (const [file, rows, afterMs] of moments) {
      const before = await readdir(temporary);
      const created = await service.post('/projects', { name: 'P', symbol: 'BTCUSDT', timeframe: '1h' });
      const project = created.body.project.id as string;
      const importing = importInto(service, project);
      await until(service, () => hasRows(temporary, before, file, rows));
      await delay(afterMs);
      await service.kill('SIGKILL');
      const answer = await importing;
      service = await startService(settings);
      const stored = await rowsOf(databaseUrl, project);
      expect(answer === null ? [NOTHING, EVERYTHING] : [EVERYTHING]).toContainEqual(stored);
      const again = await importInto(service, project);
      expect(again?.status).toBe(stored['sessions'] === 0 ? 201 : 200);
      expect(await rowsOf(databaseUrl, project)).toEqual(EVERYTHING);
      expect(await importInto(service, project)).toEqual({ status: 200, ids: again!.ids });
    }
  });
});
