/** The full-width signs start a formula in spreadsheets of East Asian languages. */
const FORMULA_START = /^[=+\-@＝＋－＠'\t\r\n]/;

/** Adds a leading apostrophe to text that a spreadsheet would read as a formula. */
export const guarded = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

export const unguarded = (cell: string): string => (cell.startsWith("'") ? cell.slice(1) : cell);

/** Returns the line of cells (RFC 4180). A cell is quoted if a reader could otherwise divide or trim the cell. */
export const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (cell: string): string =>
  /[",;\r\n\t|]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
