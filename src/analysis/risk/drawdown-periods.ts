/** A fall of the equity below its peak, as positions of points on the curve. */
export interface DrawdownPeriod {
  /** The last point at the peak. */
  readonly peak: number;
  /** The first of the lowest points. */
  readonly trough: number;
  /** The first later point that is as high as the peak; for an open period, the last point. */
  readonly end: number;
  readonly isOpen: boolean;
}

/**
 * Calls `visit` with each period in which the equity is below its peak, including the first point, in order of time.
 */
export function eachDrawdownPeriod(
  equity: Float64Array | readonly bigint[],
  visit: (period: DrawdownPeriod) => void,
): void {
  const last = equity.length - 1;
  for (let peak = 0, point = 1; point <= last; point++) {
    if (equity[point]! >= equity[peak]!) {
      peak = point;
      continue;
    }
    let trough = point;
    while (point < last && equity[point]! < equity[peak]!) {
      point += 1;
      if (equity[point]! < equity[trough]!) trough = point;
    }
    const isOpen = equity[point]! < equity[peak]!;
    visit({ peak, trough, end: point, isOpen });
    peak = point;
  }
}
