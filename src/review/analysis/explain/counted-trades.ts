import { EXCLUSION_REASONS, type Exclusion, type ExclusionReason } from './excluded-trades.js';
import type { IdentifiedTrades } from './explained.js';

const MAX_IDS = 100;

export interface Excluded {
  readonly reason: ExclusionReason;
  readonly count: number;
  /** Ids of the first 100 excluded trades, in trade order. */
  readonly tradeIds: readonly string[];
}

export interface Counted {
  readonly counted: number;
  /** Excluded trades by reason. Reasons without trades are left out. All trades are either counted or excluded. */
  readonly excluded: readonly Excluded[];
}

export function countedTrades({ idOf, count }: IdentifiedTrades, exclusionOf: Exclusion): Counted {
  const excluded = new Map<ExclusionReason, { count: number; tradeIds: string[] }>();
  let counted = 0;
  for (let trade = 0; trade < count; trade += 1) {
    const reason = exclusionOf(trade);
    if (reason === null) {
      counted += 1;
      continue;
    }
    const others = excluded.get(reason) ?? { count: 0, tradeIds: [] };
    if (others.count === 0) excluded.set(reason, others);
    others.count += 1;
    if (others.count <= MAX_IDS) others.tradeIds.push(idOf(trade));
  }
  const found = EXCLUSION_REASONS.filter((reason) => excluded.has(reason));
  return { counted, excluded: found.map((reason) => ({ reason, ...excluded.get(reason)! })) };
}
