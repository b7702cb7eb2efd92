import { setTimeout as delay } from 'node:timers/promises';
import { type BenchRow, scaled, short } from './measure.js';
import { select } from './support/database.js';
import { KEY, type Listening, askOnce } from './support/load.js';
import { memoryMb } from './support/memory.js';
import { type Server, databaseUrl, startService, stop, stopAll } from './support/processes.js';
import { someTrades } from './support/trades.js';

const TRIES = scaled(100_000, 200);
/** Number of sessions that are created by requests. All others are copies of their rows. */
const CREATED = 20;

/** Names of 60 and texts of 200 characters, all different. Two parameters more have few values. */
const WIDE_PARAMETERS = 62;
const WIDE_NAME = `p07${'n'.repeat(57)}`;

/** Maximum heap of the measured process, MB, and maximum memory of the whole process. */
const HEAP_MB = 512;
const MOST_MB = 1_024;

const OTHER_KEY = 'bench-other';
const THIRD_KEY = 'bench-third';
const SETTINGS = { API_KEYS: `${KEY},other@other:${OTHER_KEY},third@third:${THIRD_KEY}` };

const PAUSE_MS = 20;

/** The reads of a study. `next` makes each read another one, so that no response comes from a cache. */
const READS: Readonly<Record<string, (next: number) => string>> = {
  leaderboard: (next) => `leaderboard?count=${1 + (next % 500)}`,
  'leaderboard by a wide parameter': (next) =>
    `leaderboard?sort=parameters.${WIDE_NAME}&count=${1 + (next % 500)}`,
  grid: (next) => `leaderboard/grid?x=fast&y=slow&where=days%3E%3D-${next}`,
  parameters: () => 'parameters?study=*',
  selection: (next) => `analysis/selection?count=${1 + (next % 500)}`,
  overfitting: (next) => `analysis/overfitting?seed=${next}`,
};

interface Study {
  readonly key: string;
  readonly projectId: string;
}

/**
 * Measures health checks and small requests of a workspace while two other workspaces read studies of very many tries
 * with wide parameters: one read at a time, and four at once. Each kind of read begins on a new process, without
 * anything in memory.
 */
export async function run(): Promise<BenchRow[]> {
  try {
    const first = await startService(SETTINGS);
    const sessionId = await smallSession(first);
    const studies = [await studyOf(first, KEY), await studyOf(first, OTHER_KEY)];
    await select(databaseUrl(), 'VACUUM ANALYZE sessions, trials, session_figures');
    await stop(first.process);
    const rows: BenchRow[] = [];
    for (const [name, path] of Object.entries(READS)) {
      const service = await startService({
        ...SETTINGS,
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --expose-gc`,
      });
      let next = 0;
      const read = ({ key, projectId }: Study) =>
        askOnce(service.port, `/projects/${projectId}/${path((next += 1))}`, undefined, { 'x-api-key': key });
      rows.push(
        ...(await beside(service, sessionId, `a cold ${name}`, () => [read(studies[0]!)])),
        ...(await beside(service, sessionId, `four of ${name}, two workspaces`, () =>
          [...studies, ...studies].map(read),
        )),
      );
      await stop(service.process);
    }
    return rows;
  } finally {
    await stopAll();
  }
}

/** Measures probes until the reads have ended. */
async function beside(
  service: Server,
  sessionId: string,
  what: string,
  reads: () => readonly ReturnType<typeof askOnce>[],
): Promise<BenchRow[]> {
  const probes = { '/health/live': 250, [`/sessions/${sessionId}`]: 500 };
  const slowest = async (ended: AbortSignal, path: string): Promise<number> => {
    let ms = 0;
    for (let asked = 0; asked < 20 || !ended.aborted; asked += 1) {
      const start = performance.now();
      const { status } = await askOnce(service.port, path, undefined, { 'x-api-key': THIRD_KEY });
      if (status !== 200) throw new Error(`${path}: ${status}`);
      ms = Math.max(ms, performance.now() - start);
      await delay(PAUSE_MS);
    }
    return ms;
  };
  const probed = (ended: AbortSignal) => Promise.all(Object.keys(probes).map((path) => slowest(ended, path)));
  const idle = await probed(AbortSignal.abort());
  const end = new AbortController();
  const start = performance.now();
  const reading = Promise.all(reads()).finally(() => end.abort());
  const [busy, answers] = await Promise.all([probed(end.signal), reading]);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  const statuses = answers.map(({ status }) => status);
  if (statuses.some((status) => status !== 200 && status !== 503))
    throw new Error(`${what}: ${statuses.join(' ')}`);
  const beside = `beside ${what} of ${short(TRIES)} wide tries`;
  const note = `the statuses of the reads: ${statuses.join(', ')}, after ${seconds} s`;
  const memory = await memoryMb(service, 'VmHWM');
  return [
    ...Object.values(probes).map((most, place): BenchRow => ({
      workload: `${['GET /health/live', "another workspace's GET /sessions/{id}"][place]!}, slowest ${beside}`,
      ours: busy[place]!,
      baseline: idle[place]!,
      unit: 'ms',
      ratio: busy[place]! / idle[place]!,
      goal: { of: 'ours', most },
      note,
    })),
    {
      workload: `peak memory ${beside}`,
      ours: memory,
      baseline: MOST_MB,
      unit: 'MB',
      ratio: memory / MOST_MB,
      goal: { of: 'ours', most: MOST_MB },
      note: 'the whole process (VmHWM), against the memory of a small pod',
    },
  ];
}

async function post(service: Listening, key: string, path: string, body: object) {
  const answer = await askOnce(service.port, path, JSON.stringify(body), {
    'x-api-key': key,
    'content-type': 'application/json',
  });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`);
  return JSON.parse(answer.body.toString());
}

async function smallSession(service: Listening): Promise<string> {
  const { project } = await post(service, THIRD_KEY, '/projects', PROJECT);
  const fields = { projectId: project.id, name: 'Small', initialBalance: 10_000 };
  return (await post(service, THIRD_KEY, '/sessions', fields)).session.id;
}

const PROJECT = { name: 'Wide tries', symbol: 'BTCUSDT', timeframe: '15m' };

/** Creates a study of very many tries with wide parameters. */
async function studyOf(service: Listening, key: string): Promise<Study> {
  const { project } = await post(service, key, '/projects', PROJECT);
  for (let i = 0; i < CREATED; i += 1) {
    const fields = { projectId: project.id, name: `Run ${i}`, initialBalance: 1_000_000 };
    const { session } = await post(service, key, '/sessions', fields);
    await post(service, key, `/sessions/${session.id}/trades`, { trades: someTrades(60, i * 60) });
  }
  // The first response is sent only after the figures of the sessions have been computed.
  await askOnce(service.port, `/projects/${project.id}/leaderboard`, undefined, { 'x-api-key': key });
  const copies = Math.ceil(TRIES / CREATED) - 1;
  for (const [table, id, more] of [
    ['sessions', 'id', ''],
    ['trials', 'session_id', ''],
    ['session_figures', 'session_id', `, 'sharpe_per_day', t.sharpe_per_day + copy * 1e-5`],
  ] as const)
    await select(databaseUrl(), copyRows(table, id, more), [project.id, copies]);
  await select(
    databaseUrl(),
    `UPDATE session_figures SET trades_hash = decode(md5(session_id::text) || md5(session_id::text || 'x'), 'hex')
     WHERE project_id = $1`,
    [project.id],
  );
  await select(databaseUrl(), WIDEN, [project.id, WIDE_PARAMETERS]);
  return { key, projectId: project.id };
}

/** Copies all rows of a project. The id of a copy is a hash of the id of its original and the number of the copy. */
const copyRows = (table: string, id: string, more: string): string => `
  INSERT INTO ${table}
  SELECT (jsonb_populate_record(t, jsonb_build_object('${id}', md5(t.${id}::text || copy)::uuid${more}))).*
  FROM ${table} t, generate_series(1, $2::int) copy WHERE t.project_id = $1::uuid`;

const WIDEN = `
  UPDATE sessions s SET trial = json_build_object('study', NULL, 'codeVersion', NULL, 'sample', NULL, 'parameters', (
    SELECT json_object_agg(name, value) FROM (
      SELECT 'fast' AS name, to_json(abs(hashtext(s.id::text)::bigint) % 90) AS value
      UNION ALL SELECT 'slow', to_json(abs(hashtext('x' || s.id::text)::bigint) % 90)
      UNION ALL SELECT rpad('p' || lpad(j::text, 2, '0'), 60, 'n'),
        to_json(rpad(md5(s.id::text || j) || md5(j || s.id::text), 200, md5(s.id::text)))
      FROM generate_series(1, $2::int) j
    ) v
  )) WHERE project_id = $1::uuid`;
