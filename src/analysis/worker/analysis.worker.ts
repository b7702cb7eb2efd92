import type { Pool } from 'pg';
import { type Done, serveJobs, threadData } from '../../worker/serve-jobs.js';
import type { AnalysisThreadData } from './analysis-thread-data.js';
import { RefusedQuery } from '../refused-query.js';
import { analyse } from './analyse.js';
import { doCandleTask } from './do-candle-task.js';
import { jsonDone } from './json-done.js';
import { withTradeCount } from '../../trades/with-trade-count.js';
import { LastTrades } from './last-trades.js';
import { readDetails, readTaggedDetails } from './read-details.js';
import { type Refusal, type WorkerTask, moreColumnsOf, needsCandles, readsTags } from './tasks.js';

/* The thread that computes analyses. The thread reads the trades and candles itself. */

const { keptBytes } = threadData() as AnalysisThreadData;
const last = new LastTrades(keptBytes);

async function done(pool: Pool, task: WorkerTask, signal: AbortSignal): Promise<Done> {
  if (needsCandles(task)) return doCandleTask({ pool, signal, last }, task);
  const session = await withTradeCount(pool, task.session);
  if (readsTags(task)) last.makeRoomFor(session);
  const more = moreColumnsOf(task);
  const details = readsTags(task)
    ? await readTaggedDetails(pool, session, signal)
    : await last.get(session, () => readDetails(pool, session, signal, more), more);
  return jsonDone(analyse(task, details), details.trades.count);
}

/** Passes a refused query on as the result. */
async function doneOrRefused(pool: Pool, task: WorkerTask, signal: AbortSignal): Promise<Done> {
  try {
    return await done(pool, task, signal);
  } catch (error) {
    if (!(error instanceof RefusedQuery)) throw error;
    return { result: { refusal: error.problem } satisfies Refusal, memory: [] };
  }
}

serveJobs(doneOrRefused);
