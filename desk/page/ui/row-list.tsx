export interface ReportedRow {
  readonly row: number;
  readonly reason: string;
}

/**
 * Rows of a file, each with what is reported about it.
 * @param count number of all such rows, of which `rows` may be the first
 */
export function RowList({ rows, count }: { rows: readonly ReportedRow[]; count: number }) {
  return (
    <>
      <ul class="plain-list">
        {rows.map(({ row, reason }) => (
          <li key={row}>
            Row {row}: {reason}.
          </li>
        ))}
      </ul>
      {count > rows.length && <p>The first {rows.length} of them.</p>}
    </>
  );
}
