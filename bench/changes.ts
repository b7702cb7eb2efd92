import { type BenchRow, compared, scaled } from './measure.js';
import { answerMs, ask } from './support/load.js';
import { type Server, startService, stopAll } from './support/processes.js';
import { ingested } from './support/trades.js';

/** Directory of a built version before 1.11, which keeps no first answers. */
const OLD_VERSION = process.env['BENCH_OLD_VERSION'];

const TRADES = scaled(10_000, 500);
const RUNS = scaled(301, 11);
const WARM_UPS = 20;

/**
 * Measures the change of one trade: its exit price, and its removal. Both keep the trade as it was first stored, so the
 * baseline is a version of the service that did not. Each version has a session of its own on the same database.
 */
export async function run(): Promise<BenchRow[]> {
  if (OLD_VERSION === undefined)
    throw new Error('this benchmark needs a built version before 1.11 in the directory BENCH_OLD_VERSION');
  try {
    const [now, before] = [await startService(), await startService({}, OLD_VERSION)];
    return [
      await change('edit of the exit price of a trade', 'PATCH', now, before),
      await change('removal of a trade', 'DELETE', now, before),
    ];
  } finally {
    await stopAll();
  }
}

async function change(workload: string, method: 'PATCH' | 'DELETE', now: Server, before: Server) {
  const [ours, baseline] = [await changes(now, method), await changes(before, method)];
  return compared({
    workload: `${workload} of ${TRADES}`,
    unit: 'ms',
    runs: RUNS,
    warmUps: WARM_UPS,
    ours,
    baseline,
    goal: { of: 'ratio', most: 1.3 },
    note: 'against a version without first answers',
  });
}

/** Returns a run that changes the next trade of a new session, and measures this request. */
async function changes(service: Server, method: 'PATCH' | 'DELETE'): Promise<() => Promise<number>> {
  const path = `/sessions/${await ingested(service, `${method} one by one`, TRADES)}/trades`;
  const trades: { id: string; exitPrice: number }[] = [];
  for (let cursor = ''; trades.length < RUNS + WARM_UPS;) {
    const page = await ask(service, `${path}${cursor}`);
    trades.push(...page.trades);
    cursor = `?cursor=${page.nextCursor}`;
  }
  let next = 0;
  return () => {
    const { id, exitPrice } = trades[next++]!;
    if (method === 'DELETE') return answerMs(service, { path: `${path}/${id}`, method }, 204);
    const body = JSON.stringify({ exitPrice: exitPrice + 1 });
    return answerMs(service, { path: `${path}/${id}`, method, body }, 200);
  };
}
