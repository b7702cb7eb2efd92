import type { EquityPointDto } from '../../stats/statistics-parts.dto.js';

/** How far the equity is below its highest value so far at each point, percent of that value, from 0 downward. */
export function drawdownCurve(points: readonly EquityPointDto[]): number[] {
  let peak = -Infinity;
  return points.map(({ equity }) => {
    if (equity > peak) peak = equity;
    return peak > 0 ? ((equity - peak) / peak) * 100 : 0;
  });
}
