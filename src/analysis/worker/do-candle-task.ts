import type { Done } from '../../worker/serve-jobs.js';
import { withTradeCount } from '../../trades/with-trade-count.js';
import { sampledTrades } from '../timestamps/stamps.js';
import { judgedTimestamps } from './candle-context.js';
import type { CandleTask } from './candle-tasks.js';
import { candleWindows } from './candle-windows.js';
import { doExcursions } from './excursions-task.js';
import { doExits } from './exits-task.js';
import { jsonDone } from './json-done.js';
import type { LastTrades } from './last-trades.js';
import { readDetails } from './read-details.js';
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
  const details = await reads.last.get(session, () => readDetails(reads.pool, session, reads.signal));
  const { trades } = details;
  switch (task.kind) {
    case 'windows':
      return { result: candleWindows(trades, task.settings), memory: [] };
    case 'timestamps': {
      const answer = await judgedTimestamps(reads, sampledTrades(trades), task.settings);
      return jsonDone({ ...answer, reason: trades.count === 0 ? 'no-trades' : null }, trades.count);
    }
    case 'excursions':
      return doExcursions(reads, details, task.settings);
    case 'exits':
      return doExits(reads, details, task.settings);
  }
}
