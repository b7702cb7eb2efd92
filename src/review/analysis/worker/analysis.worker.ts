import type { Pool } from 'pg';
import { type Done, serveJobs, threadData } from '../../../platform/worker/serve-jobs.js';
import type { AnalysisThreadData } from './analysis-thread-data.js';
import { testPanel } from '../overfitting/panel-tests.js';
import { RefusedQuery } from '../refused-query.js';
import { analyse } from './analyse.js';
import { doCandleTask } from './do-candle-task.js';
import { jsonDone } from './json-done.js';
import { withTradeCount } from '../../../trades/with-trade-count.js';
import { LastTrades } from './last-trades.js';
import { SliceMasks } from './slice-masks.js';
import { readSlice, readTaggedSlice } from './sliced-details.js';
import {
  type Refusal,
  type WorkerTask,
  moreColumnsOf,
  needsCandles,
  readsTags,
  showsSlice,
} from './tasks.js';

/* The thread that computes analyses. The thread reads the trades and candles itself. */

const { keptBytes } = threadData() as AnalysisThreadData;
const last = new LastTrades(keptBytes);
const masks = new SliceMasks(keptBytes);

async function done(pool: Pool, task: WorkerTask, signal: AbortSignal): Promise<Done> {
  if (task.kind === 'panel') return { result: testPanel(task.settings), memory: [] };
  const reads = { pool, signal, last, masks };
  if (needsCandles(task)) return doCandleTask(reads, task);
  const session = await withTradeCount(pool, task.session);
  const slice = task.slice ?? null;
  const sliced = readsTags(task)
    ? await readTaggedSlice(reads, session, slice)
    : await readSlice(reads, session, slice, moreColumnsOf(task));
  const shown = showsSlice(task) ? { slice: sliced.slice } : {};
  const tradeCount = sliced.slice?.tradeCount ?? sliced.whole.trades.count;
  return jsonDone({ ...shown, ...analyse(task, sliced) }, tradeCount);
}

/** Computes a task. If the query is refused, the refusal is the result. */
async function doneOrRefused(pool: Pool, task: WorkerTask, signal: AbortSignal): Promise<Done> {
  try {
    return await done(pool, task, signal);
  } catch (error) {
    if (!(error instanceof RefusedQuery)) throw error;
    return { result: { refusal: error.problem } satisfies Refusal, memory: [] };
  }
}

serveJobs(doneOrRefused);
