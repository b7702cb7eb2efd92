import { type BenchRow, scaled, short } from './measure.js';
import { select } from './support/database.js';
import { answerMs } from './support/load.js';
import { memoryMb } from './support/memory.js';
import { databaseUrl, startService, stop, stopAll } from './support/processes.js';
import { sessionWith } from './support/trades.js';

const MB = 2 ** 20;

/**
 * Measures the peak memory of a newly started service that computes the statistics of a million trades. The baseline is
 * the size of the columns of the trades.
 */
export async function run(): Promise<BenchRow[]> {
  const trades = scaled(1_000_000, 1_000);
  try {
    const first = await startService();
    const id = await sessionWith(first, trades);
    await stop(first.process);
    const service = await startService();
    for (let asked = 0; asked < 3; asked += 1) await answerMs(service, { path: `/sessions/${id}/stats` });
    const ours = await memoryMb(service, 'VmHWM');
    const baseline = await columnsMb(id);
    return [
      {
        workload: `peak memory, GET stats, ${short(trades)} trades, asked 3 times`,
        ours,
        baseline,
        unit: 'MB',
        ratio: ours / baseline,
        goal: { of: 'ours', most: 400 },
        note: 'the whole process (VmHWM), against the columns as typed arrays',
      },
    ];
  } finally {
    await stopAll();
  }
}

/**
 * Returns the size of the columns of a session's trades. Each trade takes seven numbers, the bytes of its clientId, and
 * the position where the clientId ends.
 */
async function columnsMb(sessionId: string): Promise<number> {
  const [{ bytes }] = await select<{ bytes: number }>(
    databaseUrl(),
    'SELECT sum(8 * 8 + octet_length(client_id))::float8 AS bytes FROM trades WHERE session_id = $1',
    [sessionId],
  );
  return bytes / MB;
}
