import type { Pool } from 'pg';
import { type Done, serveJobs, threadData } from '../../../platform/worker/serve-jobs.js';
import { testPanel } from '../overfitting/panel-tests.js';
import { RefusedQuery } from '../refused-query.js';
import type { AnalysisJob, Refusal } from '../service/analysis-job.js';
import type { AnalysisThreadData } from '../service/analysis-thread-data.js';
import { doCandleJob } from './do-candle-job.js';
import { doTradeJob } from './do-trade-job.js';
import { LastTrades } from './last-trades.js';
import { SliceMasks } from './slice-masks.js';

/* The thread that computes analyses. The thread reads the trades and candles itself. */

const { keptBytes } = threadData() as AnalysisThreadData;
const last = new LastTrades(keptBytes);
const masks = new SliceMasks(keptBytes);

async function done(pool: Pool, job: AnalysisJob, signal: AbortSignal): Promise<Done> {
  if (job.kind === 'panel') return { result: testPanel(job.settings), memory: [] };
  const reads = { pool, signal, last, masks };
  return job.kind === 'trades' ? doTradeJob(reads, job) : doCandleJob(reads, job);
}

/** Does a job. If the query is refused, the refusal is the result. */
async function doneOrRefused(pool: Pool, job: AnalysisJob, signal: AbortSignal): Promise<Done> {
  try {
    return await done(pool, job, signal);
  } catch (error) {
    if (!(error instanceof RefusedQuery)) throw error;
    return { result: { refusal: error.problem } satisfies Refusal, memory: [] };
  }
}

serveJobs(doneOrRefused);
