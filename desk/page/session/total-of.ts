import type { Statistics } from '../../../src/stats/document/statistics.dto.js';
import type { OutcomeFilter } from '../router/trade-filter.js';

/** Returns the number of trades with the selected outcome; null until the number is known. */
export function totalOf(stats: Statistics | undefined, outcome: OutcomeFilter): number | null {
  if (!stats) return null;
  const { tradeCount, winCount, lossCount } = stats;
  return { all: tradeCount, win: winCount, loss: lossCount }[outcome];
}
