import { greatestOf, heatStep } from './heat-step.js';
import { Scroll } from './scroll.js';

export interface HeatCell {
  /** Null if the value is undefined. */
  readonly value: number | null;
  /** The text of the cell. */
  readonly text: string;
  /** Further details, shown when the pointer is over the cell. */
  readonly title?: string;
  /** True if the cell does not belong to the map. */
  readonly isOutside?: boolean;
  /** True if the cell contains the total of its row. */
  readonly isTotal?: boolean;
  /** Called when the user chooses the cell. Choosing a cell works only if scripts run. */
  readonly onPick?: () => void;
}

export interface HeatRow {
  readonly name: string;
  readonly cells: readonly HeatCell[];
}

interface HeatMapProps {
  readonly name: string;
  /** A label for the rows and columns, such as "Stop ↓ target →". */
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly HeatRow[];
}

/** A table whose cells are coloured by their values. The table is its own text alternative. */
export function HeatMap({ name, corner, columns, rows }: HeatMapProps) {
  const greatest = greatestOf(rows.flatMap(({ cells }) => cells.map(({ value }) => value)));
  return (
    <Scroll name={name}>
      <table class="map">
        <caption class="hidden-text">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {row.cells.map((cell, index) => (
                <td key={index} class={classOf(cell, greatest)} title={cell.title}>
                  {cell.onPick ? (
                    <button
                      type="button"
                      aria-label={`${cell.text}, ${cell.title ?? ''}`}
                      onClick={cell.onPick}
                    >
                      {cell.text}
                    </button>
                  ) : (
                    cell.text
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function classOf({ value, isOutside, isTotal }: HeatCell, greatest: number): string | undefined {
  if (isOutside) return 'none';
  return isTotal ? 'total' : heatStep(value, greatest) || undefined;
}
