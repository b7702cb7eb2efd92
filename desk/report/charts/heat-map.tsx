import { greatestOf, heatStep } from './heat-step.js';

export interface HeatCell {
  /** Null if the value is undefined. */
  readonly value: number | null;
  /** The text of the cell. */
  readonly text: string;
  /** Further details, shown when the pointer is over the cell. */
  readonly title?: string;
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
    <div class="scroll" tabIndex={0} role="region" aria-label={name}>
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
              {row.cells.map(({ value, text, title }, index) => (
                <td key={index} class={heatStep(value, greatest) || undefined} title={title}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
