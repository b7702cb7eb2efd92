import { sentenceOf } from './sentence-of.js';

export interface ReportedRow {
  readonly row: number;
  readonly reason: string;
}

/** Returns "row 3 is a balance row", or "row 3: ..." for a reason that is no part of a sentence. */
export const rowText = ({ row, reason }: ReportedRow): string =>
  `row ${row}${/^(?:is|has) /.test(reason) ? '' : ':'} ${reason}`;

/**
 * Rows of a file, each with what is reported about it.
 * @param count number of all such rows, of which `rows` may be the first
 */
export function RowList({ rows, count }: { rows: readonly ReportedRow[]; count: number }) {
  return (
    <>
      <ul class="plain-list">
        {rows.map(({ row, reason }) => (
          <li key={row}>{sentenceOf(rowText({ row, reason }))}.</li>
        ))}
      </ul>
      {count > rows.length && <p>The first {rows.length} of them.</p>}
    </>
  );
}
