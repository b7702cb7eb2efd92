/** A fall of the equity below its peak. The fields are indexes of points on the curve. */
export interface DrawdownPeriod {
  /** Last point at the peak. */
  readonly peak: number;
  /** First of the lowest points. */
  readonly trough: number;
  /** First point after the trough that is as high as the peak. If there is no such point, the last point. */
  readonly end: number;
  readonly isOpen: boolean;
}

/**
 * Calls `visit` with each period in which the equity is below its peak, in order of time. The first point counts as a
 * peak, too.
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
