import { greatestOf, heatStep } from './heat-step.js';

export interface HeatCell {
  /** Null where it is undefined. */
  readonly value: number | null;
  /** What stands in the cell. */
  readonly text: string;
  /** More about it, shown on pointing at it. */
  readonly title?: string;
}

export interface HeatRow {
  readonly name: string;
  readonly cells: readonly HeatCell[];
}

interface HeatMapProps {
  readonly name: string;
  /** What the rows and columns are, such as "Stop ↓ target →". */
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly HeatRow[];
}

/** A table whose cells are coloured by their values: its own text alternative. */
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
