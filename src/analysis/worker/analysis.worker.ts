import type { Pool } from 'pg';
import { readTradeDetails } from '../../trades/trade-details.js';
import { type Done, serveJobs } from '../../worker/serve-jobs.js';
import { analyse } from './analyse.js';
import { doCandleTask } from './do-candle-task.js';
import { jsonDone } from './json-done.js';
import { sortedDetails } from './sorted-details.js';
import { type WorkerTask, needsCandles, readsTags } from './tasks.js';

/* The thread that computes analyses, and reads the trades and candles itself. */

async function done(pool: Pool, task: WorkerTask, signal: AbortSignal): Promise<Done> {
  if (needsCandles(task)) return doCandleTask({ pool, signal }, task);
  const read = await readTradeDetails(pool, task.session, { withTags: readsTags(task), signal });
  const details = sortedDetails(read);
  return jsonDone(analyse(task, details), details.trades.count);
}

serveJobs(done);
