import type { SummaryDto } from '../../src/sessions/session-record.dto.js';
import type { Statistics } from '../../src/stats/document/statistics.dto.js';
import type { Answered } from './factories.js';

/**
 * Returns the figures of a summary from a session's statistics at threshold 0. The times are the times of its trades.
 */
export const summaryFigures = ({
  tradeCount,
  winCount,
  lossCount,
  breakEvenCount,
  plGross,
  feesPaid,
  plNet,
  plNetPct,
}: Answered<Statistics>): Omit<Answered<SummaryDto>, 'firstEntryTime' | 'lastExitTime'> => ({
  tradeCount,
  winCount,
  lossCount,
  breakEvenCount,
  plGross,
  feesPaid,
  plNet,
  plNetPct,
});
