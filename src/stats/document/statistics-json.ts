import { jsonWithRows } from '../../shared/text/json-rows.js';
import type { CalculatedStatistics } from '../../shared/figures/calculator/calculate-statistics.js';
import type { Statistics } from './statistics.dto.js';

/**
 * The fields of the statistics that the calculator computes. The ideal-R analysis is not among them, because it needs
 * candles.
 */
type Calculated = CalculatedStatistics &
  Readonly<Record<Exclude<keyof Statistics, 'idealRAnalysis'>, unknown>>;

/**
 * Returns the calculated figures as JSON, as a list of UTF-8 buffers. The closing brace is missing, because the caller
 * appends the ideal-R analysis. An undefined figure (null) becomes 0, because the contract of the response has only
 * numbers.
 */
export function statisticsJson({ equityCurve, plPctDistribution, ...figures }: Calculated): Buffer[] {
  const head = JSON.stringify(figures, (_, value: unknown) => value ?? 0).slice(0, -1);
  const { time, equity } = equityCurve;
  return jsonWithRows(
    `${head},"equityCurve":[`,
    { time, equity },
    time.length,
    `],"plPctDistribution":${JSON.stringify(plPctDistribution)}`,
  );
}
