import { plural } from '../../report/format.js';
import type { ColumnName } from './column-names.js';
import { columnOf, isTextColumn } from './columns.js';
import type { ChangeView, ListView } from './list-view.js';

interface TableHeadProps {
  readonly columns: readonly ColumnName[];
  readonly view: ListView;
  readonly change: ChangeView;
  readonly rows: number;
  readonly hasMore: boolean;
  /** Number of rows that are marked. */
  readonly marked: number;
  readonly toggleAll: () => void;
}

/**
 * The head of the table of sessions: a checkbox that marks all rows, and a button for each column that sorts the list.
 */
export function TableHead({ columns, view, change, rows, hasMore, marked, toggleAll }: TableHeadProps) {
  const heading = (sort: string | undefined, label: string) =>
    sort === undefined ? (
      label
    ) : (
      <button type="button" class="sort" onClick={() => change((latest) => sortedBy(latest, sort))}>
        {label}
      </button>
    );
  return (
    <thead>
      <tr>
        <th scope="col" class="name" aria-sort={orderOf(view, 'name')}>
          <div>
            <input
              type="checkbox"
              aria-label={hasMore ? 'Mark all sessions' : `Mark all ${plural(rows, 'session')}`}
              checked={marked === rows}
              indeterminate={marked > 0 && marked !== rows}
              onChange={toggleAll}
            />
            {heading('name', 'Session')}
          </div>
        </th>
        {columns.map((name) => {
          const { head, label, sort } = columnOf(name);
          return (
            <th
              key={name}
              scope="col"
              class={isTextColumn(name) ? undefined : 'num'}
              aria-sort={orderOf(view, sort)}
              title={label === head ? undefined : label}
            >
              {heading(sort, head)}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function orderOf({ sort, order }: ListView, own: string | undefined) {
  if (sort !== own) return undefined;
  return order === 'asc' ? 'ascending' : 'descending';
}

/** The fields whose first order is ascending. */
const ASCENDING = new Set(['name', 'tags', 'status']);

/** Sorts by a field. Sorting by the same field again reverses the order. */
export function sortedBy(view: ListView, sort: string): ListView {
  if (view.sort !== sort) return { ...view, sort, order: ASCENDING.has(sort) ? 'asc' : 'desc' };
  return { ...view, order: view.order === 'asc' ? 'desc' : 'asc' };
}
