import { type BenchRow, compared, scaled } from './measure.js';
import { ask, askOnce, requestsPerSecond, times } from './support/load.js';
import { type Server, startBaseline, startService, stopAll } from './support/processes.js';
import { newSession } from './support/trades.js';

const CLIENTS = 10;
const PROJECTS = 100;

/** Compares the small reads with a bare Express that sends the same statements with pg. */
export async function run(): Promise<BenchRow[]> {
  const service = await startService();
  try {
    const id = await newSession(service);
    const { projects } = await ask(service, '/projects');
    for (let made = projects.length; made < PROJECTS; made += 1) await newSession(service);
    const bare = await startBaseline('reads');
    return [
      await readRow('GET /sessions/{id}', `/sessions/${id}`, service, bare),
      await readRow(`GET /projects (${Math.max(PROJECTS, projects.length)})`, '/projects', service, bare),
    ];
  } finally {
    await stopAll();
  }
}

async function readRow(name: string, path: string, service: Server, bare: Server): Promise<BenchRow> {
  const answers = await Promise.all([askOnce(service.port, path), askOnce(bare.port, path)]);
  if (!answers[0].body.equals(answers[1].body)) throw new Error(`the answers of ${path} differ`);
  const asks = times(scaled(2_000, 100), { path });
  return compared({
    workload: `${name}, ${CLIENTS} clients`,
    unit: 'requests/s',
    runs: 9,
    warmUps: 2,
    ours: () => requestsPerSecond(service, CLIENTS, asks),
    baseline: () => requestsPerSecond(bare, CLIENTS, asks),
    goal: { of: 'ratio', least: 0.6 },
    note: 'against a bare Express and pg with the same statements',
  });
}
