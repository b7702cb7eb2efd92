import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type RunningService,
  WITH_KEY,
  KEY,
  aDatabase,
  aTrade,
  cleanUp,
  hasServer,
  newSession,
  query,
  startService,
} from '../support/service-process.js';
import { imageOf } from '../support/dockerfile.js';
import { MINUTE } from '../support/factories.js';

const MILLION = 1_000_000;

/**
 * Maximum memory of the service, in MB. A container of 1 GiB needs the rest of its memory for the page cache and the
 * next request.
 */
const MAX_MB = 700;

/**
 * The same for several requests at the same time, and for a finish. The alert `BacktestMemory` is sent at 900 million
 * bytes.
 */
const MAX_MB_TOGETHER = 850;

/** Routes that accept a session of any size. */
const ROUTES = [
  'stats',
  'trades',
  'trades/export',
  'analysis/risk',
  'analysis/calendar',
  'analysis/breakdown?by=symbol',
  'analysis/breakdown?by=tag',
  'analysis/confidence',
  'analysis/costs',
  'analysis/evidence',
  'analysis/first-answers',
  'analysis/figures?side=long&compare=rest&permutations=100',
  'analysis/monte-carlo',
  'analysis/hindsight',
  'analysis/sizing',
  'analysis/timestamps',
  'stats/explain?figure=avgWin',
];

/** Routes with a maximum number of trades, and the status of their response to a session with more trades. */
const LIMITED = [
  ['analysis/equity', 200],
  ['analysis/excursions', 200],
  ['analysis/exits', 200],
  ['analysis/fills', 200],
  ['analysis/timing', 200],
  ['report', 400],
] as const;

afterEach(cleanUp);

(hasServer ? describe : describe.skip)('a session of a million trades (needs a server)', () => {
  let service: RunningService;
  let id: string;

  beforeEach(async () => {
    const url = await aDatabase();
    const { environment } = await imageOf('deploy/Dockerfile');
    const ofAllocator = Object.entries(environment).filter(([name]) => name.startsWith('MALLOC_'));
    service = await startService({ ...WITH_KEY, ...Object.fromEntries(ofAllocator), DATABASE_URL: url });
    id = await aLargeSession(service, url);
  });

  it('each route is served within the memory of a small container', async () => {
    const peaks: Record<string, number> = { '': await peakMb(service) };
    for (const route of ROUTES) {
      const { status, body } = await readWhenFree(service, `/sessions/${id}/${route}`);
      // On a very slow machine an analysis may take longer than allowed.
      if (status === 400) expect(JSON.parse(body)).toMatchObject({ code: 'TOO_MANY_TRADES' });
      else expect([route, status]).toEqual([route, 200]);
      peaks[route] = await peakMb(service);
    }
    expect(tooHigh(peaks, MAX_MB)).toEqual([]);
    expect((await service.post(`/sessions/${id}/finish`)).body).toMatchObject({
      stats: { tradeCount: MILLION },
    });
    // While the response of a finish is sent, the figures of the run are computed. Some of this memory is freed later.
    const afterFinish: Record<string, number> = { finish: await peakMb(service) };
    for (const [route, expected] of LIMITED) {
      const { status, body } = await readWhenFree(service, `/sessions/${id}/${route}`);
      expect([route, status]).toEqual([route, expected]);
      expect(body).toMatch(/too-many-trades|TOO_MANY_TRADES/);
      afterFinish[route] = await peakMb(service);
    }
    expect(tooHigh(afterFinish, MAX_MB_TOGETHER)).toEqual([]);
  });

  it('eight concurrent requests together are served within the memory of a small container', async () => {
    const paths = ROUTES.map((route) => `/sessions/${id}/${route}`);
    const client = async () => {
      for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
        const { status, body } = await read(service, path);
        if (status !== 200) expect(JSON.parse(body).code).toMatch(/^(BUSY|TOO_MANY_TRADES)$/);
      }
    };
    await Promise.all(Array.from({ length: 8 }, client));
    expect(await peakMb(service)).toBeLessThanOrEqual(MAX_MB_TOGETHER);
  });
});

const tooHigh = (peaks: Readonly<Record<string, number>>, most: number): readonly [string, number][] =>
  Object.entries(peaks).filter(([, mb]) => mb > most);

/** Returns the peak memory of the process since the last call, in MB. */
async function peakMb({ pid }: RunningService): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  // This write resets the peak for the next call.
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) / 1_024;
}

/** Reads a response, and keeps only its start. */
async function read({ url }: RunningService, path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': KEY } });
  let body = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body!) if (body.length < 2_000) body += decoder.decode(bytes);
  return { status: response.status, body };
}

/**
 * Reads a response again until the service is not busy. On a very slow machine, an analysis that was given up after its
 * time limit may still keep the next analysis waiting.
 */
async function readWhenFree(service: RunningService, path: string): ReturnType<typeof read> {
  for (;;) {
    const response = await read(service, path);
    if (response.status !== 503) return response;
    expect(JSON.parse(response.body)).toMatchObject({ code: 'BUSY' });
    await delay(1_000);
  }
}

/** Ingests one trade, and lets the database create the others with different times, results and tags. */
async function aLargeSession(service: RunningService, url: string): Promise<string> {
  const id = await newSession(service);
  await service.post(`/sessions/${id}/trades`, { trades: [{ ...aTrade('trade-0'), stopLoss: 90 }] });
  const changed: Record<string, string> = {
    id: 'gen_random_uuid()',
    client_id: `'trade-' || i`,
    entry_time: `s.entry_time + i::bigint * ${MINUTE}`,
    exit_time: `s.exit_time + i::bigint * ${MINUTE}`,
    pl_gross: 'i % 41 - 19',
    pl_net: 'i % 41 - 20',
    r_multiple: '(i % 41 - 20) / 10.0',
    tags: `ARRAY['tag ' || i % 300, 'other ' || i % 7]`,
  };
  const columns = await query<{ name: string }>(
    url,
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'trades'`,
  );
  const names = columns.map(({ name }) => name);
  await query(
    url,
    `INSERT INTO trades (${names.join(', ')}) SELECT ${names.map((name) => changed[name] ?? `s.${name}`).join(', ')}
     FROM trades s, generate_series(1, ${MILLION - 1}) i`,
  );
  // Makes the summary outdated, so the service computes it from the trades.
  await query(url, 'UPDATE sessions SET revision = revision + 1');
  await query(url, 'ANALYZE trades');
  return id;
}
