/** The columns of the list of sessions after the name, in their order. */
export const COLUMN_NAMES = [
  'net',
  'netPct',
  'winRate',
  'profitFactor',
  'maxDrawdown',
  'trades',
  'equity',
  'tags',
  'status',
  'started',
] as const;
export type ColumnName = (typeof COLUMN_NAMES)[number];

export const DEFAULT_COLUMNS: readonly ColumnName[] = COLUMN_NAMES;

/** Columns that sort the list. Their values are fields of the list itself; the values of other columns are loaded later. */
export const SORT_NAMES = [
  'name',
  'net',
  'netPct',
  'winRate',
  'trades',
  'tags',
  'status',
  'started',
] as const;
export type SortName = (typeof SORT_NAMES)[number];

/** Columns that are filtered by a smallest and a largest value. */
export const RANGE_NAMES = ['net', 'netPct', 'winRate', 'trades', 'started'] as const;
export type RangeName = (typeof RANGE_NAMES)[number];

export const isSortName = (name: ColumnName | 'name'): name is SortName =>
  (SORT_NAMES as readonly string[]).includes(name);
