import { Popup } from '../ui/popup.js';
import { COLUMN_NAMES, type ColumnName, DEFAULT_COLUMNS } from './column-names.js';
import { COLUMNS } from './columns.js';
import type { ChangeView, ListView } from './list-view.js';

/** A menu in which the user chooses the columns of the list. */
export function ColumnsMenu({ view, change }: { view: ListView; change: ChangeView }) {
  const set = (column: ColumnName, isShown: boolean) =>
    change((latest) => ({
      ...latest,
      columns: COLUMN_NAMES.filter((other) => (other === column ? isShown : latest.columns.includes(other))),
    }));
  return (
    <Popup label="Columns">
      {COLUMN_NAMES.map((column) => (
        <label key={column} class="check">
          <input
            type="checkbox"
            checked={view.columns.includes(column)}
            onChange={(event) => set(column, event.currentTarget.checked)}
          />
          {COLUMNS[column].label}
        </label>
      ))}
      <button
        type="button"
        disabled={view.columns.length === DEFAULT_COLUMNS.length}
        onClick={() => change((latest) => ({ ...latest, columns: DEFAULT_COLUMNS }))}
      >
        All columns
      </button>
    </Popup>
  );
}
