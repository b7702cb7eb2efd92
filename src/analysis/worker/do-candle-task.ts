import type { Done } from '../../worker/serve-jobs.js';
import { type TradesWithCount, withTradeCount } from '../../trades/with-trade-count.js';
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
import type { LastTrades } from './last-trades.js';
import { readDetails } from './read-details.js';
import type { MoreColumn, SortedDetails } from './sorted-details.js';
import type { CandleReads } from './stored-minutes.js';

/** Computes a task that needs candles. Reads the trades and the bars. */
export async function doCandleTask(
  reads: CandleReads & { readonly last: LastTrades },
  task: CandleTask,
): Promise<Done> {
  if (task.kind === 'check') {
    const answer = await judgedTimestamps(reads, task.trades, task.settings);
    return jsonDone(answer, task.trades.count);
  }
  const session = await withTradeCount(reads.pool, task.session);
  if (task.kind === 'fills')
    return doFills(reads, await detailsWith(reads, session, ['target']), task.settings);
  if (task.kind === 'timing') {
    const columns = ['target', 'spreadPaid', 'slippagePaid'] as const;
    return doTiming(reads, await detailsWith(reads, session, columns), task.settings);
  }
  const details = await detailsWith(reads, session, []);
  const { trades } = details;
  switch (task.kind) {
    case 'windows':
      return { result: candleWindows(trades, task.settings), memory: [] };
    case 'timestamps': {
      const answer = await judgedTimestamps(reads, sampledTrades(trades), task.settings);
      return jsonDone({ ...answer, reason: trades.count === 0 ? 'no-trades' : null }, trades.count);
    }
    case 'equity':
      return doEquity(reads, details, task.settings);
    case 'excursions':
      return doExcursions(reads, details, task.settings);
    case 'exits':
      return doExits(reads, details, task.settings);
  }
}

const detailsWith = <More extends MoreColumn>(
  { pool, signal, last }: CandleReads & { readonly last: LastTrades },
  session: TradesWithCount,
  more: readonly More[],
): Promise<SortedDetails<More>> => last.get(session, () => readDetails(pool, session, signal, more), more);
