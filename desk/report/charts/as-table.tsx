import type { ComponentChildren } from 'preact';

export interface TableProps {
  readonly head: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** A sentence below the table, for example about omitted rows. */
  readonly note?: string;
}

/** The content of a chart as a table. The first column names the row. */
export function AsTable({ head, rows, note }: TableProps) {
  return (
    <details class="as-table">
      <summary>As a table</summary>
      <div class="scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map((name, index) => (
                <th key={name} scope="col" class={index === 0 ? undefined : 'num'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, index) =>
                  index === 0 ? (
                    <th key={index} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={index} class="num">
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note && <p class="note">{note}</p>}
    </details>
  );
}

/** Returns at most `most` of the items, including the first and the last item. */
export function someOf<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => items[Math.round(index * step)]!);
}
