const PAGE_ROWS = 10;

/** Returns the index that a key moves to; null for other keys. */
export function placeAfter(key: string, place: number, rows: number): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: place + 1,
    ArrowUp: place - 1,
    PageDown: place + PAGE_ROWS,
    PageUp: place - PAGE_ROWS,
    Home: 0,
    End: rows - 1,
  };
  const target = targets[key];
  return target === undefined || rows === 0 ? null : Math.min(rows - 1, Math.max(0, target));
}
