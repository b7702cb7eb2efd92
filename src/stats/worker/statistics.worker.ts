import type { Pool } from 'pg';
import type { TradesAt } from '../../sessions/trades-at.js';
import { readTradeColumns } from '../../trades/read-trade-columns.js';
import { FIGURE_COLUMNS, type TradeFigures } from '../../trades/trade-figures.js';
import { type Done, serveJobs } from '../../platform/worker/serve-jobs.js';
import type { StatisticsSettings } from '../../shared/figures/calculator/calculate-statistics.js';
import { SAMPLE_COLUMNS, tradeSample } from '../sample/trade-sample.js';
import { compareFigures } from './compare-figures.js';
import { computeStatistics } from './compute-statistics.js';

/* The thread that computes the statistics of large sessions. The thread reads the trades itself. */

export type StatisticsTask = { readonly session: TradesAt } & (
  | { readonly kind: 'statistics'; readonly settings: StatisticsSettings }
  | { readonly kind: 'sample' }
  | { readonly kind: 'comparison'; readonly settings: StatisticsSettings; readonly added: TradeFigures }
);

async function done(pool: Pool, task: StatisticsTask, signal: AbortSignal): Promise<Done> {
  const { session } = task;
  const options = { signal, expected: session.tradeCount ?? undefined };
  if (task.kind === 'sample') {
    const result = tradeSample(await readTradeColumns(pool, session, SAMPLE_COLUMNS, options));
    return { result, memory: [] };
  }
  const trades = await readTradeColumns(pool, session, FIGURE_COLUMNS, options);
  if (task.kind === 'comparison') {
    return { result: compareFigures(trades, task.added, task.settings), memory: [] };
  }
  const result = computeStatistics(trades, task.settings);
  return { result, memory: result.json.map(({ buffer }) => buffer as ArrayBuffer) };
}

serveJobs(done);
