import type { TimestampCheckDto } from '../../analysis/timestamps/timestamps.dto.js';
import type { FiguresBeforeAndAfter } from '../../stats/stats.service.js';
import type { Judgement, Verdict } from '../../trades/judge-trades.js';
import { toTradeRecord } from '../../trades/trade-record.dto.js';
import type { PreviewAnswer, PreviewedTrade, VerdictDto } from './preview.dto.js';

export const toPreviewAnswer = (
  rows: readonly unknown[],
  judgements: readonly Judgement[],
  { before, after }: FiguresBeforeAndAfter,
  check: TimestampCheckDto | null,
): PreviewAnswer => ({
  verdicts: judgements.map((judgement, index) => toVerdict(index, clientIdOf(rows[index]), judgement)),
  counts: countsOf(judgements),
  before,
  after,
  check,
});

export const toVerdict = (index: number, clientId: string | null, judgement: Judgement): VerdictDto => ({
  index,
  clientId,
  verdict: judgement.verdict,
  problems: [...judgement.problems],
  trade: toPreviewedTrade(judgement),
});

/** A trade that is not stored yet has no id and no times of storage. */
function toPreviewedTrade({ verdict, trade }: Judgement): PreviewedTrade | null {
  if (!trade) return null;
  const record = toTradeRecord(trade);
  return verdict === 'new' ? { ...record, id: null, createdAt: null, updatedAt: null } : record;
}

function clientIdOf(row: unknown): string | null {
  const { clientId } = (row ?? {}) as { readonly clientId?: unknown };
  return typeof clientId === 'string' ? clientId : null;
}

export const noCounts = (): Record<Verdict, number> => ({ new: 0, stored: 0, conflict: 0, invalid: 0 });

function countsOf(judgements: readonly Judgement[]): Record<Verdict, number> {
  const counts = noCounts();
  for (const { verdict } of judgements) counts[verdict] += 1;
  return counts;
}
