import type { EquityPointDto } from '../../../src/stats/document/statistics-parts.dto.js';
import type { ChartSelection } from './use-crosshair.js';

/**
 * Returns for each point the drop of the equity below its highest value so far, in percent of that value. The returned
 * values are 0 or negative.
 */
export function drawdownCurve(points: readonly EquityPointDto[]): number[] {
  let peak = -Infinity;
  return points.map(({ equity }) => {
    if (equity > peak) peak = equity;
    return peak > 0 ? ((equity - peak) / peak) * 100 : 0;
  });
}

export interface EquityPoint extends EquityPointDto {
  /** Drop of the equity below its highest value so far, in percent. */
  readonly fall: number;
}

/**
 * Returns the points within a span of time, or all points. The falls are measured from the peaks of the whole curve, so
 * a peak may be before the span.
 */
export function pointsWithin(curve: readonly EquityPointDto[], span: ChartSelection | null): EquityPoint[] {
  const falls = drawdownCurve(curve);
  return curve
    .map((point, index) => ({ ...point, fall: falls[index]! }))
    .filter(({ time }) => !span || (time >= span.from && time <= span.to));
}
