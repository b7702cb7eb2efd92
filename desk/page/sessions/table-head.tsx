import type { Session } from '../../api/sessions.js';
import { plural } from '../../report/format.js';
import { type ColumnName, type SortName, isSortName } from './column-names.js';
import { COLUMNS } from './columns.js';
import type { ChangeView, ListView } from './list-view.js';

/** Columns whose first sorting is ascending. */
const ASCENDING = new Set<SortName>(['name', 'tags', 'status']);

/**
 * The head of the table of sessions: a checkbox that marks all sessions, and a button for each column that sorts the
 * list.
 */
export function TableHead(props: {
  sessions: readonly Session[];
  view: ListView;
  change: ChangeView;
  canSort: boolean;
  marked: readonly string[];
  setMarked: (marked: readonly string[]) => void;
}) {
  const { sessions, view, marked } = props;
  const areAllMarked = sessions.length > 0 && marked.length === sessions.length;
  const heading = (name: ColumnName | 'name', label: string) => {
    if (!props.canSort || !isSortName(name)) return label;
    return (
      <button type="button" class="sort" onClick={() => props.change((latest) => sortedBy(latest, name))}>
        {label}
      </button>
    );
  };
  return (
    <thead>
      <tr>
        <th scope="col" class="name" aria-sort={orderOf(view, 'name')}>
          <div>
            <input
              type="checkbox"
              aria-label={`Mark all ${plural(sessions.length, 'session')}`}
              checked={areAllMarked}
              indeterminate={marked.length > 0 && !areAllMarked}
              onChange={() => props.setMarked(areAllMarked ? [] : sessions.map(({ id }) => id))}
            />
            {heading('name', 'Session')}
          </div>
        </th>
        {view.columns.map((column) => (
          <th
            key={column}
            scope="col"
            class={IS_TEXT.has(column) ? undefined : 'num'}
            aria-sort={orderOf(view, column)}
            title={COLUMNS[column].label === COLUMNS[column].head ? undefined : COLUMNS[column].label}
          >
            {heading(column, COLUMNS[column].head)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const IS_TEXT = new Set<ColumnName>(['equity', 'tags', 'status']);

function orderOf({ sort, isDescending }: ListView, column: ColumnName | 'name') {
  if (sort !== column) return undefined;
  return isDescending ? 'descending' : 'ascending';
}

/** Sorts by a column. Sorting by the same column again reverses the order. */
const sortedBy = (view: ListView, sort: SortName): ListView => ({
  ...view,
  sort,
  isDescending: view.sort === sort ? !view.isDescending : !ASCENDING.has(sort),
});
