import type { TimestampCheckDto } from '../../analysis/timestamps/timestamps.dto.js';
import type { FiguresBeforeAndAfter } from '../../../stats/stats.service.js';
import type { RowOutcome, Verdict } from '../../../trades/row-outcome.js';
import { toTradeRecord } from '../../../trades/trade-record.dto.js';
import type { PreviewAnswer, PreviewedTrade, VerdictDto } from './preview.dto.js';

export const toPreviewAnswer = (
  rows: readonly unknown[],
  rowOutcomes: readonly RowOutcome[],
  { before, after }: FiguresBeforeAndAfter,
  check: TimestampCheckDto | null,
): PreviewAnswer => ({
  verdicts: rowOutcomes.map((rowOutcome, index) => toVerdict(index, clientIdOf(rows[index]), rowOutcome)),
  counts: countsOf(rowOutcomes),
  before,
  after,
  check,
});

export const toVerdict = (index: number, clientId: string | null, rowOutcome: RowOutcome): VerdictDto => ({
  index,
  clientId,
  verdict: rowOutcome.verdict,
  problems: [...rowOutcome.problems],
  trade: toPreviewedTrade(rowOutcome),
});

/** Returns the trade of a row. A trade that is not stored has no id and no times of storage. */
function toPreviewedTrade({ verdict, trade }: RowOutcome): PreviewedTrade | null {
  if (!trade) return null;
  const record = toTradeRecord(trade);
  return verdict === 'new' ? { ...record, id: null, createdAt: null, updatedAt: null } : record;
}

function clientIdOf(row: unknown): string | null {
  const { clientId } = (row ?? {}) as { readonly clientId?: unknown };
  return typeof clientId === 'string' ? clientId : null;
}

export const noCounts = (): Record<Verdict, number> => ({ new: 0, stored: 0, conflict: 0, invalid: 0 });

function countsOf(rowOutcomes: readonly RowOutcome[]): Record<Verdict, number> {
  const counts = noCounts();
  for (const { verdict } of rowOutcomes) counts[verdict] += 1;
  return counts;
}
