export const TIME_UNITS = ['ms', 's', 'us', 'ns'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/**
 * Returns the unit that the size of most times suggests. As ms, 1e11 is a time in the year 1973, and 1e14 a time in the
 * year 5138.
 */
export function timeUnit(times: Float64Array): TimeUnit {
  const median = times.toSorted()[times.length >> 1] ?? NaN;
  if (median >= 1e17) return 'ns';
  if (median >= 1e14) return 'us';
  if (median >= 1e9 && median < 1e11) return 's';
  return 'ms';
}
