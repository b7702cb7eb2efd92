import { type BenchRow, compared, scaled, timedAsync } from './measure.js';
import { select } from './support/database.js';
import { type Listening, answerMs, ask } from './support/load.js';
import { databaseUrl, startService, stopAll } from './support/processes.js';
import { someTrades } from './support/trades.js';

/** Number of sessions that are created by requests. All others are copies of their rows. */
const CREATED = 50;

const CONDITIONS = encodeURIComponent('tradeCount>=10,parameters.fast<8');

/** Measures pages of the sessions of a project with very many sessions. */
export async function run(): Promise<BenchRow[]> {
  const service = await startService();
  try {
    const count = scaled(10_000, 200);
    const project = await projectWith(service, count);
    const sorts = ['sharpe', 'plNet', 'parameters.fast'];
    const rows: BenchRow[] = [];
    for (const sort of sorts) {
      const path = `/projects/${project}/leaderboard?sort=${sort}&where=${CONDITIONS}`;
      const first = await ask(service, path);
      if (first.sessions.length === 0 || first.pending > 0) throw new Error(`${path} has no figures`);
      rows.push(
        await compared({
          workload: `GET leaderboard of ${count} sessions, sort=${sort}, two conditions`,
          unit: 'ms',
          runs: 15,
          warmUps: 3,
          // Each run requests a different page size, so that no response comes from a cache.
          ours: nextCount((size) => answerMs(service, { path: `${path}&count=${size}` })),
          baseline: timedAsync(() => select(databaseUrl(), TOP, [project])),
          goal: { of: 'ours', most: 50 },
          note: 'against a statement that sorts one figure',
        }),
      );
    }
    return rows;
  } finally {
    await stopAll();
  }
}

/** Returns a run that requests a different page size each time. */
function nextCount(work: (count: number) => Promise<number>): () => Promise<number> {
  let count = 100;
  return () => work((count += 1));
}

const TOP = `
  SELECT session_id, statistics FROM session_figures WHERE project_id = $1
  ORDER BY (statistics->>'plNet')::float8 DESC, session_id LIMIT 100`;

/** Creates a project with this number of sessions, each with figures, and returns its id. */
async function projectWith(service: Listening, count: number): Promise<string> {
  const input = { name: 'Leaderboard', symbol: 'BTCUSDT', timeframe: '15m' };
  const { project } = await ask(service, '/projects', input);
  for (let i = 0; i < CREATED; i += 1) {
    const fields = { projectId: project.id, name: `Run ${i}`, initialBalance: 1_000_000 };
    const trial = {
      parameters: { fast: i % 10, slow: Math.floor(i / 10), exit: i % 2 ? 'stop' : 'trailing' },
    };
    const { session } = await ask(service, '/sessions', { ...fields, trial });
    await ask(service, `/sessions/${session.id}/trades`, { trades: someTrades(60, i * 60) });
    await ask(service, `/sessions/${session.id}/finish`, {});
  }
  // The first response is sent only after the figures of the sessions have been computed.
  await ask(service, `/projects/${project.id}/leaderboard`);
  const copies = Math.ceil(count / CREATED) - 1;
  for (const [table, id] of [
    ['sessions', 'id'],
    ['trials', 'session_id'],
    ['session_figures', 'session_id'],
  ] as const)
    await select(databaseUrl(), copyRows(table, id), [project.id, copies]);
  await select(databaseUrl(), 'VACUUM ANALYZE sessions, trials, session_figures');
  return project.id;
}

/** Copies all rows of a project. The id of a copy is a hash of the id of its original and the number of the copy. */
const copyRows = (table: string, id: string): string => `
  INSERT INTO ${table}
  SELECT (jsonb_populate_record(t, jsonb_build_object('${id}', md5(t.${id}::text || copy)::uuid))).*
  FROM ${table} t, generate_series(1, $2::int) copy WHERE t.project_id = $1::uuid`;
