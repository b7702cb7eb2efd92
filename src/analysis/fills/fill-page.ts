import { idAt } from '../../database/copy/copied-columns.js';
import { firstPlace } from '../../market/first-place.js';
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

/** Filters of the list: trades with a finding of this kind, or with entry and exit in one bar. */
export const FILL_FILTERS = [...FINDING_KINDS, 'same-bar'] as const;
export type FillFilter = (typeof FILL_FILTERS)[number];

/**
 * Returns the first `count` trades after a position that pass the filter, with all their findings. Without a filter,
 * trades with findings pass.
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
  // One trade more than the page has shows whether a trade follows.
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
