import type { Done } from '../../../platform/worker/serve-jobs.js';
import { withTradeCount } from '../../../trades/with-trade-count.js';
import { sampledTrades } from '../timestamps/stamps.js';
import { judgedTimestamps } from './candle-context.js';
import type { CandleTask } from './candle-tasks.js';
import { candleWindows } from './candle-windows.js';
import { doEquity } from './equity-task.js';
import { doExcursions } from './excursions-task.js';
import { doExits } from './exits-task.js';
import { jsonDone } from './json-done.js';
import { doFills } from './fills-task.js';
import { doTiming } from './timing-task.js';
import { type DetailReads, readSlice } from './sliced-details.js';
import type { CandleReads } from './stored-minutes.js';

/** Reads the trades and the bars that a task on candles needs, and computes the task. */
export async function doCandleTask(reads: CandleReads & DetailReads, task: CandleTask): Promise<Done> {
  if (task.kind === 'check') {
    const answer = await judgedTimestamps(reads, task.trades, task.settings);
    return jsonDone(answer, task.trades.count);
  }
  const session = await withTradeCount(reads.pool, task.session);
  const slice = task.slice ?? null;
  if (task.kind === 'fills')
    return doFills(reads, await readSlice(reads, session, slice, ['target']), task.settings);
  if (task.kind === 'timing') {
    const sliced = await readSlice(reads, session, slice, ['target', 'spreadPaid', 'slippagePaid']);
    return doTiming(reads, sliced, task.settings);
  }
  const sliced = await readSlice(reads, session, slice);
  const { details, whole } = sliced;
  const { trades } = details;
  switch (task.kind) {
    case 'windows':
      return { result: candleWindows(trades, task.settings, whole.trades), memory: [] };
    case 'timestamps': {
      const answer = await judgedTimestamps(reads, sampledTrades(trades), task.settings);
      return jsonDone({ ...answer, reason: trades.count === 0 ? 'no-trades' : null }, trades.count);
    }
    case 'equity':
      return doEquity(reads, sliced, task.settings);
    case 'excursions':
      return doExcursions(reads, sliced, task.settings);
    case 'exits':
      return doExits(reads, sliced, task.settings);
  }
}
