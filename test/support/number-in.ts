/** Returns the number in a cell of a table of the documentation, whose minus sign may be a hyphen or U+2212. */
export const numberIn = (cell: string | undefined): number => Number(cell?.replace(/^\u2212/, '-'));
