import type { GroupRow } from './group-table.js';

/** The number of groups that a table shows until the user asks for all. */
export const MAX_GROUP_ROWS = 24;

/** Returns the groups with the most trades first; groups with equally many keep their order. */
export const byTradeCount = (rows: readonly GroupRow[]): GroupRow[] =>
  rows.toSorted((a, b) => b.tradeCount - a.tradeCount);
