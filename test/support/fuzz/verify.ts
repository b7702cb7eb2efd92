import { isDeepStrictEqual } from 'node:util';
import type { Statistics } from '../../../src/stats/document/statistics.dto.js';
import { problemsOf } from '../openapi-document.js';
import { query } from '../service-process.js';
import type { TradeDto } from '../../../src/trades/trade.dto.js';
import type { Reply } from './client.js';
import { operationOf } from './documented.js';
import { type LooseCounts, looseWorldFlaws } from './loose-verify.js';
import { ingestFlaws, sessionFlaws } from './success.js';
import type { KnownSession, World } from './world.js';

/** Sends a plain request with the key of the world. */
export type Ask = (method: string, path: string, body?: string) => Promise<Reply>;

/** Returns as flaws the accepted resources that no longer exist, and the resources that should not exist. */
export async function worldFlaws(
  world: World,
  workspace: string,
  databaseUrl: string,
  ask: Ask,
): Promise<string[]> {
  const loose = await looseWorldFlaws(world, ask);
  const flaws = [
    ...loose.flaws,
    ...(await projectFlaws(world, ask)),
    ...(await countFlaws(world, loose.counts, workspace, databaseUrl)),
  ];
  for (const session of world.sessions) flaws.push(...(await keptFlaws(session, world, ask)));
  return flaws;
}

async function projectFlaws({ projects, loose }: World, ask: Ask): Promise<string[]> {
  const reply = await ask('GET', '/projects');
  const listed = JSON.parse(reply.body.toString()) as { projects: World['projects'] };
  const changing = new Map(loose.projects.map(({ id, fields }) => [id, fields]));
  const answer = { projects: listed.projects.filter(({ id }) => !changing.has(id)) };
  const there = loose.projects.filter(({ fields }) => !fields.removed).length;
  if (listed.projects.length !== answer.projects.length + there)
    return [`GET /projects answers ${listed.projects.length - answer.projects.length} of ${there} projects`];
  const newestFirst = projects.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return isDeepStrictEqual(answer.projects, newestFirst)
    ? []
    : [`GET /projects answers ${answer.projects?.length} projects; accepted were ${projects.length}`];
}

async function countFlaws(
  { projects, sessions }: World,
  loose: LooseCounts,
  workspace: string,
  databaseUrl: string,
): Promise<string[]> {
  const tables = ['projects', 'sessions', 'session_assets', 'trades', 'session_states'] as const;
  const counts = tables.map(
    (table) => `(SELECT count(*)::int FROM ${table} t WHERE t.workspace_id = w.id) AS ${table}`,
  );
  const [counted] = await query<Record<string, number>>(
    databaseUrl,
    `SELECT ${counts.join(', ')} FROM workspaces w WHERE w.name = '${workspace}'`,
  );
  const expected = {
    projects: loose.projects + projects.length,
    sessions: loose.sessions + sessions.length,
    session_assets: sessions.reduce(
      (sum, { answered }) => sum + answered.assets.length,
      loose.session_assets,
    ),
    trades: sessions.reduce((sum, { trades }) => sum + trades.size, loose.trades),
    session_states: loose.session_states,
  };
  return isDeepStrictEqual({ ...counted }, expected)
    ? []
    : [`the database holds ${JSON.stringify(counted)}; accepted were ${JSON.stringify(expected)}`];
}

/**
 * Checks that the service returns a session unchanged and that the statistics count all its trades. Sends the trades
 * again to check that they are stored.
 */
async function keptFlaws(session: KnownSession, world: World, ask: Ask): Promise<string[]> {
  const path = `/sessions/${session.answered.id}`;
  const flaws: string[] = [];
  const found = await ask('GET', path);
  flaws.push(
    ...sessionFlaws(session, JSON.parse(found.body.toString()) as never, world, session.endedAt !== null),
  );
  for (const { text } of session.batches.splice(0)) {
    const { status, body } = await ask('POST', `${path}/trades`, text);
    const answer = JSON.parse(body.toString()) as { inserted: number; trades: TradeDto[] };
    if (status !== 201 || answer.inserted !== 0)
      flaws.push(`a repeated batch: ${status}, ${body.toString().slice(0, 300)}`);
    else flaws.push(...ingestFlaws(session, text, JSON.parse(text) as never, answer, true));
  }
  flaws.push(...(await statsFlaws(session, ask)));
  return flaws.map((flaw) => `${path}: ${flaw}`);
}

async function statsFlaws({ answered, trades }: KnownSession, ask: Ask): Promise<string[]> {
  const { status, body } = await ask('GET', `/sessions/${answered.id}/stats`);
  if (status !== 200) return [`statistics: ${status}`];
  const answer = JSON.parse(body.toString()) as { stats: Statistics };
  const schema =
    operationOf('get /sessions/{id}/stats').responses['200']?.content?.['application/json'].schema ?? {};
  const problems = problemsOf(schema, answer);
  if (problems.length > 0) return [`statistics: ${JSON.stringify(problems).slice(0, 500)}`];
  const { tradeCount, winCount, lossCount, breakEvenCount, equityCurve, plPctDistribution } = answer.stats;
  const binned = plPctDistribution.reduce((sum, { count }) => sum + count, 0);
  const isConsistent =
    tradeCount === trades.size &&
    winCount + lossCount + breakEvenCount === tradeCount &&
    binned === tradeCount &&
    equityCurve.every(({ time }, i) => i === 0 || time > equityCurve[i - 1]!.time);
  return isConsistent
    ? []
    : [`statistics of ${tradeCount} trades (${binned} in bins); accepted were ${trades.size}`];
}
