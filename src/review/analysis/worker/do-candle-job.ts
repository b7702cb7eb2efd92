import type { Done } from '../../../platform/worker/serve-jobs.js';
import { withTradeCount } from '../../../trades/with-trade-count.js';
import { judgedTimestamps } from '../candle-reads/candle-context.js';
import { CANDLE_TASKS } from '../catalogue/all-tasks.js';
import type { CandleJob } from '../service/analysis-job.js';
import type { CandleReads } from '../tasks/candle-task.js';
import { sampledTrades } from '../timestamps/stamps.js';
import { candleWindows } from './candle-windows.js';
import { doExcursions } from './excursions-task.js';
import { doFills } from './fills-task.js';
import { jsonDone } from './json-done.js';
import { type DetailReads, readSlice } from './sliced-details.js';

/** Reads the trades and the bars that a job needs, and does the job. */
export async function doCandleJob(reads: CandleReads & DetailReads, job: CandleJob): Promise<Done> {
  if (job.kind === 'check') {
    const answer = await judgedTimestamps(reads, job.trades, job.settings);
    return jsonDone(answer, job.trades.count);
  }
  const session = await withTradeCount(reads.pool, job.session);
  const slice = job.slice ?? null;
  switch (job.kind) {
    case 'candles': {
      const task = CANDLE_TASKS.get(job.task)!;
      const { details, whole, slice: shown } = await readSlice(reads, session, slice, task.columns);
      const result = await task.compute(details.trades, job.settings, { reads, whole: whole.trades });
      return jsonDone({ slice: shown, ...result }, details.trades.count);
    }
    case 'windows': {
      const { details, whole } = await readSlice(reads, session, slice);
      return { result: candleWindows(details.trades, job.settings, whole.trades), memory: [] };
    }
    case 'excursions':
      return doExcursions(reads, await readSlice(reads, session, slice), job.settings);
    case 'fills':
      return doFills(reads, await readSlice(reads, session, slice, ['target', 'qty']), job.settings);
    case 'timestamps': {
      const { trades } = (await readSlice(reads, session, slice)).details;
      const answer = await judgedTimestamps(reads, sampledTrades(trades), job.settings);
      return jsonDone({ ...answer, reason: trades.count === 0 ? 'no-trades' : null }, trades.count);
    }
  }
}
