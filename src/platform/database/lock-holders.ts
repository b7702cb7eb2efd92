import { DataSource } from 'typeorm';

/** A process for which a backend waits. */
export interface Blocker {
  /** Type of the lock, such as `relation`. */
  readonly lock: string;
  readonly table: string | null;
  /** Description of the process, such as `pg_dump (process 42, role backup)`. */
  readonly holder: string;
}

/**
 * Selects the holders of locks for which a backend waits. The views show these columns to every role. A prepared
 * transaction has the process number 0.
 */
const BLOCKERS = `
  SELECT wanted.locktype AS lock, wanted.relation::regclass::text AS "table",
    CASE blocker WHEN 0 THEN 'a prepared transaction'
      ELSE format('%s (process %s, role %s)', coalesce(nullif(application_name, ''), 'a client'), blocker, usename)
    END AS holder
  FROM pg_locks AS wanted
  CROSS JOIN LATERAL (SELECT DISTINCT unnest(pg_blocking_pids(wanted.pid)) AS blocker) AS blockers
  LEFT JOIN pg_stat_activity AS activity ON activity.pid = blocker
  WHERE wanted.pid = $1 AND NOT wanted.granted
  ORDER BY blocker`;

/**
 * Returns the processes for which a backend waits; empty if the backend waits for no lock. Uses a different connection
 * than the backend's.
 */
export const lockWaitOf = (dataSource: DataSource, pid: number | null): Promise<Blocker[]> =>
  dataSource.query<Blocker[]>(BLOCKERS, [pid]);

/**
 * Describes the wait, such as "a lock on trades, held by pg_dump (process 42, role backup)"; null if there is no wait.
 */
export function describeWait(blockers: readonly Blocker[]): string | null {
  const [first] = blockers;
  if (!first) return null;
  const { lock, table } = first;
  const holders = blockers.map(({ holder }) => holder).join(', ');
  return `${table ? `a lock on ${table}` : `a lock of type ${lock}`}, held by ${holders}`;
}
