import {
  type ColumnName,
  COLUMN_NAMES,
  DEFAULT_COLUMNS,
  RANGE_NAMES,
  type RangeName,
  SORT_NAMES,
  type SortName,
} from './column-names.js';

/** Bounds of a value as typed; an empty text means no bound. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** The view of the list of sessions: filters, order and columns. The address contains the whole view. */
export interface ListView {
  readonly search: string;
  readonly status: string;
  readonly tag: string;
  readonly currency: string;
  readonly ranges: Readonly<Partial<Record<RangeName, Range>>>;
  /** The column that sorts the list; null if the newest session comes first. */
  readonly sort: SortName | null;
  readonly isDescending: boolean;
  readonly columns: readonly ColumnName[];
}

/** Changes the view in the address. The change applies to the latest view, even if that view has not been drawn yet. */
export type ChangeView = (edit: (view: ListView) => ListView) => void;

const FILTERS = ['search', 'status', 'tag', 'currency'] as const;

/** Parses the query of the address. Unknown parameters and values are left out. */
export function viewOf(query: string): ListView {
  const parameters = new URLSearchParams(query);
  const [, minus = '', name = ''] = /^(-?)(.*)$/.exec(parameters.get('sort') ?? '') ?? [];
  const sort = SORT_NAMES.find((known) => known === name) ?? null;
  const ranges: Partial<Record<RangeName, Range>> = {};
  for (const range of RANGE_NAMES) {
    const [from = '', to = ''] = (parameters.get(range) ?? '').split('..');
    if (from || to) ranges[range] = { from, to };
  }
  const chosen = parameters.get('columns')?.split(',');
  return {
    search: parameters.get('search') ?? '',
    status: parameters.get('status') ?? '',
    tag: parameters.get('tag') ?? '',
    currency: parameters.get('currency') ?? '',
    ranges,
    sort,
    isDescending: sort !== null && minus === '-',
    columns: chosen ? COLUMN_NAMES.filter((column) => chosen.includes(column)) : DEFAULT_COLUMNS,
  };
}

/** Returns the query that `viewOf` parses. Defaults are left out. */
export function queryOf(view: ListView): string {
  const parameters = new URLSearchParams();
  for (const filter of FILTERS) if (view[filter]) parameters.set(filter, view[filter]);
  for (const name of RANGE_NAMES) {
    const { from = '', to = '' } = view.ranges[name] ?? {};
    if (from || to) parameters.set(name, `${from}..${to}`);
  }
  if (view.sort) parameters.set('sort', `${view.isDescending ? '-' : ''}${view.sort}`);
  if (view.columns.join() !== DEFAULT_COLUMNS.join()) parameters.set('columns', view.columns.join());
  return parameters.toString();
}

/** Returns the view without its filters. */
export const withoutFilters = (view: ListView): ListView => ({
  ...view,
  search: '',
  status: '',
  tag: '',
  currency: '',
  ranges: {},
});

export const hasFilters = ({ ranges, ...view }: ListView): boolean =>
  FILTERS.some((filter) => view[filter] !== '') || Object.keys(ranges).length > 0;
