import type { Pool } from 'pg';
import { readTradeColumns } from '../../trades/read-trade-columns.js';
import { type Done, serveJobs } from '../../worker/serve-jobs.js';
import { analyse } from './analyse.js';
import { doCandleTask } from './do-candle-task.js';
import { jsonDone } from './json-done.js';
import { DETAIL_COLUMNS, sortedDetails } from './sorted-details.js';
import { LastTrades } from './last-trades.js';
import { type WorkerTask, needsCandles, readsTags } from './tasks.js';

/* The thread that computes analyses, and reads the trades and candles itself. */

const last = new LastTrades();

async function done(pool: Pool, task: WorkerTask, signal: AbortSignal): Promise<Done> {
  if (needsCandles(task)) return doCandleTask({ pool, signal, last }, task);
  // Tags change without a new revision.
  const details = readsTags(task)
    ? sortedDetails(await readTradeColumns(pool, task.session, [...DETAIL_COLUMNS, 'tags'], { signal }))
    : await last.read(pool, task.session, signal);
  return jsonDone(analyse(task, details), details.trades.count);
}

serveJobs(done);
