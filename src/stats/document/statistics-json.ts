import { jsonWithRows } from '../../text/json-rows.js';
import type { CalculatedStatistics } from '../../figures/calculator/calculate-statistics.js';
import type { Statistics } from './statistics.dto.js';

/** The fields of the statistics that the calculator computes. The other fields need candles. */
type Calculated = CalculatedStatistics &
  Readonly<Record<Exclude<keyof Statistics, 'idealRAnalysis'>, unknown>>;

/**
 * Returns the calculated figures as JSON, in parts of UTF-8. The JSON lacks its closing brace, because the ideal-R
 * analysis follows. An undefined figure (null) becomes 0, because the contract of the response has only numbers.
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
