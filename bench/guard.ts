import { type BenchRow, compared, scaled } from './measure.js';
import { requestsPerSecond, times } from './support/load.js';
import { startService, startServiceWithoutGuard, stopAll } from './support/processes.js';

const CLIENTS = 10;

/**
 * Measures the cost of the key check: sends GET /projects in a workspace that has no projects, with the check and
 * without it.
 */
export async function run(): Promise<BenchRow[]> {
  const settings = { API_KEYS: 'bench@nobody:bench' };
  const guarded = await startService(settings);
  const open = await startServiceWithoutGuard(settings);
  const asks = times(scaled(3_000, 100), { path: '/projects' });
  try {
    return [
      await compared({
        workload: `key check, GET /projects (none), ${CLIENTS} clients`,
        unit: 'requests/s',
        runs: 11,
        warmUps: 2,
        ours: () => requestsPerSecond(guarded, CLIENTS, asks),
        baseline: () => requestsPerSecond(open, CLIENTS, asks),
        goal: { of: 'ratio', least: 0.95 },
        note: 'against the service with neither key look-up nor guard',
      }),
    ];
  } finally {
    await stopAll();
  }
}
