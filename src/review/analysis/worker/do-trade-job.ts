import type { Done } from '../../../platform/worker/serve-jobs.js';
import { withTradeCount } from '../../../trades/with-trade-count.js';
import { ANSWER_TASKS, TRADE_TASKS } from '../catalogue/all-tasks.js';
import type { TradeJob } from '../service/analysis-job.js';
import type { MoreColumn } from '../tasks/trade-task.js';
import { doAnswerTask } from './answer-job.js';
import { computeTradeTask } from './compute-trade-task.js';
import { jsonDone } from './json-done.js';
import { type DetailReads, type SlicedDetails, readSlice, readTaggedSlice } from './sliced-details.js';
import type { SortedDetails } from './sorted-details.js';

/** Reads the trades that a task needs, and computes the task. */
export async function doTradeJob(reads: DetailReads, job: TradeJob): Promise<Done> {
  const session = await withTradeCount(reads.pool, job.session);
  const ofAnswers = ANSWER_TASKS.get(job.task);
  if (ofAnswers) return doAnswerTask(reads, session, ofAnswers, job.settings);
  const task = TRADE_TASKS.get(job.task)!;
  const slice = job.slice ?? null;
  const sliced = task.readsTags?.(job.settings)
    ? await readTaggedSlice(reads, session, slice)
    : await readSlice(reads, session, slice, task.columns);
  const shown = task.showsSlice === false ? {} : { slice: sliced.slice };
  const tradeCount = sliced.slice?.tradeCount ?? sliced.whole.trades.count;
  const result = computeTradeTask(task, sliced as SlicedDetails<SortedDetails<MoreColumn>>, job.settings);
  return jsonDone({ ...shown, ...result }, tradeCount);
}
