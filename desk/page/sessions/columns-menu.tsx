import { Popup } from '../ui/popup.js';
import { COLUMN_NAMES, type ColumnName, PARAMETER_PREFIX } from './column-names.js';
import { menuLabel } from './columns.js';
import type { ChangeView, ListView } from './list-view.js';

/** Maximum number of parameters in the menu. */
const MAX_PARAMETERS = 30;

interface ColumnsMenuProps {
  readonly view: ListView;
  readonly change: ChangeView;
  /** The columns that are shown. */
  readonly shown: readonly ColumnName[];
  readonly parameters: readonly string[];
}

/** A menu in which the user chooses the columns of the list. */
export function ColumnsMenu({ view, change, shown, parameters }: ColumnsMenuProps) {
  const names = [
    ...new Set<ColumnName>([
      ...COLUMN_NAMES,
      ...parameters.slice(0, MAX_PARAMETERS).map((name) => PARAMETER_PREFIX + name),
      ...shown,
    ]),
  ];
  const set = (column: ColumnName, isShown: boolean) =>
    change((latest) => {
      const before = latest.columns ?? shown;
      const columns = isShown ? [...before, column] : before.filter((other) => other !== column);
      return { ...latest, columns: names.filter((name) => columns.includes(name)) };
    });
  return (
    <Popup label="Columns">
      <div class="columns-list">
        {names.map((column) => (
          <label key={column} class="check">
            <input
              type="checkbox"
              checked={shown.includes(column)}
              onChange={(event) => set(column, event.currentTarget.checked)}
            />
            {menuLabel(column)}
          </label>
        ))}
      </div>
      <button
        type="button"
        disabled={view.columns === null}
        onClick={() => change((latest) => ({ ...latest, columns: null }))}
      >
        Usual columns
      </button>
    </Popup>
  );
}
