import type { GroupRow } from '../../panels/group-table.js';

/** The number of groups that a table shows until the user shows all groups. */
export const MAX_GROUP_ROWS = 24;

/** Returns the groups, most trades first. Groups with the same number of trades keep their order. */
export const byTradeCount = (rows: readonly GroupRow[]): GroupRow[] =>
  rows.toSorted((a, b) => b.tradeCount - a.tradeCount);
