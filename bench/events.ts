import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type BenchRow, median, scaled } from './measure.js';
import { KEY } from './support/load.js';
import { type Server, startService, stopAll } from './support/processes.js';
import { newSession } from './support/trades.js';

const STREAMS = 100;
const SESSIONS = 10;
const RUNS = 5;
const RUN_MS = scaled(20_000, 2_000);

/** Clock ticks per second in `/proc/PID/stat`, which Linux has fixed at 100. */
const TICKS_PER_S = 100;

/** Measures the CPU time of the service process while streams are open and nothing changes, in per cent of a core. */
export async function run(): Promise<BenchRow[]> {
  try {
    const service = await startService();
    const sessions: string[] = [];
    for (let i = 0; i < SESSIONS; i += 1) sessions.push(await newSession(service));
    const idle = await load(service);
    const streams: IncomingMessage[] = [];
    for (let i = 0; i < STREAMS; i += 1) streams.push(await openStream(service, sessions[i % SESSIONS]!));
    const watching = await load(service);
    for (const stream of streams) stream.destroy();
    return [
      {
        workload: `${STREAMS} idle event streams of ${SESSIONS} sessions`,
        ours: watching,
        baseline: idle,
        unit: '% of a core',
        ratio: watching / idle,
        goal: { of: 'ours', most: 3 },
        note: 'CPU time of the process, against the same process without streams',
      },
    ];
  } finally {
    await stopAll();
  }
}

async function openStream({ port }: Server, id: string): Promise<IncomingMessage> {
  const path = `/sessions/${id}/events`;
  const outgoing = request({ host: '127.0.0.1', port, path, agent: false, headers: { 'x-api-key': KEY } });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`);
  return response.on('error', () => undefined).resume();
}

/** Returns the median share of a core that a process uses. */
async function load({ process: { pid = 0 } }: Server): Promise<number> {
  const shares: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const [start, before] = [performance.now(), await cpuS(pid)];
    await delay(RUN_MS);
    shares.push((100_000 * ((await cpuS(pid)) - before)) / (performance.now() - start));
  }
  return median(shares);
}

/** Returns the CPU time that a process has used, s: user and system time, of all threads. */
async function cpuS(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program is in parentheses and may contain spaces, so only the text after the name is split.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
}
