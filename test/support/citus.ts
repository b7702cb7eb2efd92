import { type Cluster, aCluster, canHaveCluster, hasExtension } from './postgres-cluster.js';
import { readFile } from 'node:fs/promises';
import { query } from './service-process.js';

/** Returns whether tests can start a cluster. If not, the console names what is not checked. */
export function canHaveCitus(misses: string): boolean {
  if (canHaveCluster && hasExtension('citus')) return true;
  const lacks = canHaveCluster
    ? 'the server has no extension citus'
    : 'no PostgreSQL server that may be started';
  process.stderr.write(
    `Not checked: ${misses} (${lacks}; install PostgreSQL and Citus, e.g. postgresql-15 and postgresql-15-citus-13.0).\n`,
  );
  return false;
}

/** A Citus cluster: a coordinator and workers, each a separate server on this machine. */
export interface CitusCluster {
  /** Connection string of the coordinator. */
  readonly url: string;
  readonly workers: readonly URL[];
  /** The workers, as servers that a test can stop and freeze. */
  readonly servers: readonly Cluster[];
  remove(): void;
}

/**
 * Adds Citus to the setting `output_plugin_libraries`. A server with this setting can split a shard in use only if the
 * setting contains Citus.
 */
async function allowDecoding(url: string): Promise<void> {
  const known = await query(url, `SELECT FROM pg_settings WHERE name = 'output_plugin_libraries'`);
  if (known.length === 0) return;
  await query(url, 'ALTER SYSTEM SET output_plugin_libraries = pgoutput, test_decoding, citus');
  await query(url, 'SELECT pg_reload_conf()');
}

/** Settings that Citus requires of a server. `logical` allows moving shards during writes. */
const SETTINGS = ['shared_preload_libraries=citus', 'wal_level=logical', 'max_connections=200'];

export async function aCitusCluster(workerCount = 2): Promise<CitusCluster> {
  const nodes: Cluster[] = [];
  const remove = () => nodes.forEach((node) => node.remove());
  try {
    for (let node = 0; node <= workerCount; node += 1) nodes.push(await aCluster(SETTINGS));
    const [coordinator, ...workers] = nodes.map(({ url }) => new URL(url));
    const url = coordinator!.href;
    for (const { url } of nodes) {
      await query(url, 'CREATE EXTENSION citus');
      await allowDecoding(url);
    }
    await query(url, `SELECT citus_set_coordinator_host('${coordinator!.hostname}', ${coordinator!.port})`);
    for (const { hostname, port } of workers)
      await query(url, `SELECT citus_add_node('${hostname}', ${port})`);
    return { url, workers, servers: nodes.slice(1), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Location of a shard. */
export interface Placement {
  readonly node: string;
  readonly port: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns, in ascending order, the shards of a table that contain the hash of a workspace or a number next to this
 * hash. If a shard contains only this workspace, the result has three shards.
 */
export const shardsAround = (url: string, table: string, workspaceId: string): Promise<Placement[]> =>
  query(
    url,
    `SELECT nodename AS node, nodeport AS port, shardminvalue::int AS from, shardmaxvalue::int AS to
     FROM pg_dist_shard JOIN pg_dist_shard_placement USING (shardid), worker_hash('${workspaceId}'::uuid) AS hash
     WHERE logicalrelid = '${table}'::regclass
       AND shardminvalue::bigint <= hash::bigint + 1 AND shardmaxvalue::bigint >= hash::bigint - 1
     ORDER BY 3`,
  );

/** Moves a workspace to a separate node, with exactly the statements of the guide. */
export async function moveWorkspace(url: string, workspaceId: string, from: URL, to: URL): Promise<void> {
  const guide = await readFile('docs/scaling.md', 'utf8');
  const statements = [...guide.matchAll(/```sql\n(.*?)```/gs)].flatMap(([, text = '']) =>
    text.trim().split(/;\s*/),
  );
  const names: Readonly<Record<string, string>> = {
    'workspace id': workspaceId,
    'old node': from.hostname,
    'old port': from.port,
    'new node': to.hostname,
    'new port': to.port,
  };
  for (const statement of statements.filter(Boolean))
    await query(
      url,
      statement.replaceAll(/<([a-z ]+)>/g, (_, name: string) => names[name]!),
    );
}

/** Checks that every table is a reference table, or is distributed by the right column. */
export async function expectPlacement(url: string): Promise<void> {
  const rows = await query<{ name: string; type: string; column: string }>(
    url,
    `SELECT table_name::text AS name, citus_table_type AS type, distribution_column AS column FROM citus_tables`,
  );
  const where = Object.fromEntries(rows.map(({ name, type, column }) => [name, `${type} ${column}`]));
  expect(where).toEqual({
    workspaces: 'reference <none>',
    api_keys: 'reference <none>',
    series: 'reference <none>',
    projects: 'distributed workspace_id',
    sessions: 'distributed workspace_id',
    session_assets: 'distributed workspace_id',
    trades: 'distributed workspace_id',
    session_states: 'distributed workspace_id',
    session_imports: 'distributed workspace_id',
    idempotency_keys: 'distributed workspace_id',
    audit_entries: 'distributed workspace_id',
    trials: 'distributed workspace_id',
    session_figures: 'distributed workspace_id',
    playheads: 'distributed workspace_id',
    first_answers: 'distributed workspace_id',
    seen_spans: 'distributed workspace_id',
    bars: 'distributed series_id',
    coverage: 'distributed series_id',
    candle_gaps: 'distributed series_id',
    made_bars: 'distributed series_id',
  });
}
