import { idAt } from '../../../platform/database/copy/copied-columns.js';
import { firstPlace } from '../../../shared/market/first-place.js';
import { type TradePlace, firstAfter, placeOf } from '../trade-place.js';
import type { FillTable } from './fill-table.js';
import { FINDING_KINDS, type Finding, findingAt, findingCount, tradeOf } from './findings.js';

/** The findings of one trade. */
export interface TradeFindings {
  readonly tradeId: string;
  readonly sameBar: boolean;
  readonly findings: readonly Finding[];
}

export interface FillPage {
  readonly trades: readonly TradeFindings[];
  /** Position of the last trade of the page; null if no trade follows. */
  readonly next: TradePlace | null;
}

/**
 * Filters of the list. With a kind of finding, a trade passes if it has a finding of this kind. With `same-bar`, a
 * trade passes if its entry and its exit may lie in one bar.
 */
export const FILL_FILTERS = [...FINDING_KINDS, 'same-bar'] as const;
export type FillFilter = (typeof FILL_FILTERS)[number];

/**
 * Returns the first `count` trades after a position that pass the filter, with all findings of these trades. Without a
 * filter, all trades with findings pass.
 */
export function fillPage(
  table: FillTable,
  after: TradePlace | null,
  count: number,
  filter: FillFilter | undefined,
): FillPage {
  const first = after ? firstAfter(table, after) : 0;
  const found: { trade: number; findings: Finding[] }[] = [];
  let finding = firstPlace(findingCount(table.findings), (place) => tradeOf(table.findings, place) >= first);
  // The loop finds one trade more than the page contains, to learn whether a trade follows the page.
  for (let trade = first; trade < table.count && found.length <= count; trade += 1) {
    const findings: Finding[] = [];
    for (; finding < findingCount(table.findings) && tradeOf(table.findings, finding) === trade; finding += 1)
      findings.push(findingAt(table.findings, finding));
    if (passes(filter, findings, table.sameBar[trade] === 1)) found.push({ trade, findings });
  }
  const page = found.slice(0, count);
  return {
    trades: page.map(({ trade, findings }) => ({
      tradeId: idAt(table.ids, trade),
      sameBar: table.sameBar[trade] === 1,
      findings,
    })),
    next: found.length > count ? placeOf(table, page.at(-1)!.trade) : null,
  };
}

function passes(filter: FillFilter | undefined, findings: readonly Finding[], isSameBar: boolean): boolean {
  if (filter === undefined) return findings.length > 0;
  return filter === 'same-bar' ? isSameBar : findings.some(({ kind }) => kind === filter);
}
