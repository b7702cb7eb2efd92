/**
 * Returns the points of a curve that are needed to draw it in this number of pixel columns: the first, the last, the
 * lowest and the highest point of each column. The drawing looks the same as with all points, and the deepest point is
 * kept.
 * @param xs in ascending order
 * @returns indexes in ascending order
 */
export function thinCurve(xs: ArrayLike<number>, ys: ArrayLike<number>, columns: number): number[] {
  const last = xs.length - 1;
  if (last < 4 * columns) return Array.from({ length: xs.length }, (_, index) => index);
  const start = xs[0]!;
  const width = (xs[last]! - start) / columns || 1;
  const kept: number[] = [];
  for (let first = 0; first <= last;) {
    const column = columnOf(xs[first]! - start, width, columns);
    let [end, lowest, highest] = [first, first, first];
    for (; end <= last && columnOf(xs[end]! - start, width, columns) === column; end++) {
      if (ys[end]! < ys[lowest]!) lowest = end;
      if (ys[end]! > ys[highest]!) highest = end;
    }
    kept.push(...new Set([first, Math.min(lowest, highest), Math.max(lowest, highest), end - 1]));
    first = end;
  }
  return kept;
}

const columnOf = (distance: number, width: number, columns: number): number =>
  Math.min(columns - 1, Math.floor(distance / width));
