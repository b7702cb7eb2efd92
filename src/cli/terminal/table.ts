/**
 * Formats rows as a text table.
 * @param rows the header first
 * @param rightAligned headers of the columns with numbers
 */
export function table(rows: readonly (readonly string[])[], rightAligned: readonly string[] = []): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        rightAligned.includes(head[column] ?? '')
          ? cell.padStart(widths[column] ?? 0)
          : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
