/** The sets of columns of the list of sessions. */
export const COLUMN_SETS = ['overview', 'research'] as const;
export type ColumnSet = (typeof COLUMN_SETS)[number];

/** The columns of the list of sessions after the name, in their order, without those of figures and parameters. */
export const COLUMN_NAMES = [
  'equity',
  'net',
  'netPct',
  'maxDrawdown',
  'sharpe',
  'sortino',
  'calmar',
  'winRate',
  'profitFactor',
  'trades',
  'deflatedSharpe',
  'verdict',
  'tags',
  'status',
  'started',
  'currency',
  'markets',
  'timeframe',
  'study',
] as const;
export type FixedColumn = (typeof COLUMN_NAMES)[number];

/** A column: one of the fixed columns, or a figure or parameter by its name in the API. */
export type ColumnName = FixedColumn | (string & {});

export const PARAMETER_PREFIX = 'parameters.';

const PARAMETER_COLUMN = /^parameters\.[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** Returns whether a text can name a column. */
export const isColumnName = (text: string): boolean => isFixedColumn(text) || PARAMETER_COLUMN.test(text);

export const isFixedColumn = (name: string): name is FixedColumn =>
  (COLUMN_NAMES as readonly string[]).includes(name);

const OVERVIEW: readonly FixedColumn[] = [
  'equity',
  'netPct',
  'maxDrawdown',
  'sharpe',
  'trades',
  'deflatedSharpe',
  'verdict',
  'tags',
  'status',
  'started',
  'currency',
];

const RESEARCH: readonly FixedColumn[] = [
  'sharpe',
  'netPct',
  'maxDrawdown',
  'trades',
  'deflatedSharpe',
  'verdict',
  'equity',
];

/**
 * The maximum number of parameters that have a column at first. The list can also be sorted and filtered by parameters
 * without a column.
 */
const MAX_PARAMETERS = 6;

/** The names in `constant` of the API of the fields that columns show. */
const FIELD_OF: Readonly<Partial<Record<FixedColumn, string>>> = {
  tags: 'tags',
  status: 'status',
  currency: 'accountCurrency',
  study: 'study',
};

/**
 * Returns the columns that are shown until the user chooses others. Columns whose value is the same in all sessions are
 * hidden.
 * @param sortColumn the column of the figure or parameter that sorts the list; null if it has none
 */
export function defaultColumns(
  set: ColumnSet,
  parameters: readonly string[],
  constant: readonly string[],
  sortColumn: ColumnName | null,
): readonly ColumnName[] {
  const names = parameters.map((name) => PARAMETER_PREFIX + name).filter((name) => !constant.includes(name));
  const usual: readonly ColumnName[] =
    set === 'overview' ? OVERVIEW : [...names.slice(0, MAX_PARAMETERS), ...RESEARCH];
  const shown = usual.filter((column) => {
    const field = isFixedColumn(column) ? FIELD_OF[column] : undefined;
    return !constant.includes(field ?? (column === 'started' ? 'started' : ''));
  });
  return sortColumn === null || shown.includes(sortColumn) ? shown : [sortColumn, ...shown];
}

/** Columns that are filtered by a smallest and a largest value. */
export const RANGE_NAMES = ['net', 'netPct', 'winRate', 'trades', 'started'] as const;
export type RangeName = (typeof RANGE_NAMES)[number];
