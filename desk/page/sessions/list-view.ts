import {
  COLUMN_SETS,
  type ColumnName,
  type ColumnSet,
  RANGE_NAMES,
  type RangeName,
  isColumnName,
} from './column-names.js';

/** Bounds of a value as typed; an empty text means no bound. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** The view of the list of sessions: filters, order and columns. The address contains the whole view. */
export interface ListView {
  readonly set: ColumnSet;
  /** The study; `*` for all studies, empty for the study of the project itself. */
  readonly study: string;
  readonly search: string;
  readonly status: string;
  readonly tag: string;
  readonly currency: string;
  readonly ranges: Readonly<Partial<Record<RangeName, Range>>>;
  /** Conditions in the syntax of the API; empty for all sessions. */
  readonly where: string;
  /** The figure, parameter or field of sessions by which the list is sorted, by its name in the API. */
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  /** True if sessions that cannot be judged have their place in the order, and do not come last. */
  readonly isMixed: boolean;
  /** The columns that the user has chosen; null for those of the set. */
  readonly columns: readonly ColumnName[] | null;
  /** Parameters of the axes of the map; null for the default parameter, an empty text for no parameter. */
  readonly x: string | null;
  readonly y: string | null;
}

/** Changes the view in the address. The change applies to the latest view, even if that view has not been drawn yet. */
export type ChangeView = (edit: (view: ListView) => ListView) => void;

const TEXT_FILTERS = ['search', 'status', 'tag', 'currency', 'where'] as const;

const EVERY_STUDY = '*';
const DEFAULT_SORT = 'sharpe';

/** Names that earlier addresses use for the values of columns. In these addresses, ascending is the default. */
const EARLIER_SORTS: Readonly<Record<string, string>> = {
  name: 'name',
  net: 'plNet',
  netPct: 'plNetPct',
  winRate: 'winrate',
  trades: 'tradeCount',
  tags: 'tags',
  status: 'status',
  started: 'startedAt',
};

const SORT_FIELD = /^(-?)([A-Za-z][A-Za-z0-9_.-]{0,74})$/;

/** Parses the query of the address. Unknown parameters and values are left out. */
export function viewOf(query: string): ListView {
  const parameters = new URLSearchParams(query);
  const ranges: Partial<Record<RangeName, Range>> = {};
  for (const range of RANGE_NAMES) {
    const [from = '', to = ''] = (parameters.get(range) ?? '').split('..');
    if (from || to) ranges[range] = { from, to };
  }
  const text = (name: string) => parameters.get(name) ?? '';
  return {
    set: COLUMN_SETS.find((set) => set === parameters.get('set')) ?? 'overview',
    study: parameters.get('study') ?? EVERY_STUDY,
    search: text('search'),
    status: text('status'),
    tag: text('tag'),
    currency: text('currency'),
    ranges,
    where: text('where'),
    ...orderIn(parameters),
    isMixed: parameters.get('judged') === 'any',
    columns: parameters.get('columns')?.split(',').filter(isColumnName) ?? null,
    x: parameters.get('x'),
    y: parameters.get('y'),
  };
}

function orderIn(parameters: URLSearchParams): Pick<ListView, 'sort' | 'order'> {
  const [, minus, name] = SORT_FIELD.exec(parameters.get('sort') ?? '') ?? [];
  if (name === undefined) return { sort: DEFAULT_SORT, order: orderOr('desc', parameters) };
  const earlier = Object.hasOwn(EARLIER_SORTS, name) ? EARLIER_SORTS[name] : undefined;
  return {
    sort: earlier ?? name,
    order: minus === '-' ? 'desc' : orderOr(earlier === undefined ? 'desc' : 'asc', parameters),
  };
}

function orderOr(otherwise: ListView['order'], parameters: URLSearchParams): ListView['order'] {
  const order = parameters.get('order');
  return order === 'asc' || order === 'desc' ? order : otherwise;
}

/** Returns the query that `viewOf` parses. Defaults are left out. */
export function queryOf(view: ListView): string {
  const parameters = new URLSearchParams();
  if (view.set !== 'overview') parameters.set('set', view.set);
  if (view.study !== EVERY_STUDY) parameters.set('study', view.study);
  for (const filter of TEXT_FILTERS) if (view[filter]) parameters.set(filter, view[filter]);
  for (const name of RANGE_NAMES) {
    const { from = '', to = '' } = view.ranges[name] ?? {};
    if (from || to) parameters.set(name, `${from}..${to}`);
  }
  if (view.sort !== DEFAULT_SORT || view.order !== 'desc') {
    parameters.set('sort', view.sort);
    parameters.set('order', view.order);
  }
  if (view.isMixed) parameters.set('judged', 'any');
  if (view.columns) parameters.set('columns', view.columns.join());
  for (const axis of ['x', 'y'] as const) if (view[axis] !== null) parameters.set(axis, view[axis]);
  return parameters.toString();
}

/** Returns the view without its filters. */
export const withoutFilters = (view: ListView): ListView => ({
  ...view,
  search: '',
  status: '',
  tag: '',
  currency: '',
  where: '',
  ranges: {},
});

export const hasFilters = ({ ranges, ...view }: ListView): boolean =>
  TEXT_FILTERS.some((filter) => view[filter] !== '') || Object.keys(ranges).length > 0;
