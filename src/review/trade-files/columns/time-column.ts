const EPOCH = /^\d{1,19}(?:\.\d{1,9})?$/;

/**
 * Units of epoch times, largest first: ns, µs, ms and s. A column has the first unit whose `from` is at most the
 * column's largest number. As a time in its unit, `from` is in 1973, or in 2001 for seconds.
 */
const EPOCH_UNITS = [
  { from: 1e17, toMs: (time: number) => Math.floor(time / 1e6) },
  { from: 1e14, toMs: (time: number) => Math.floor(time / 1e3) },
  { from: 1e11, toMs: Math.floor },
  { from: 1e9, toMs: (time: number) => Math.round(time * 1e3) },
] as const;

/**
 * Returns a function that converts the numbers of a column to ms; undefined if the largest number is too small for a
 * time.
 */
export function epochToMs(largest: number): ((time: number) => number) | undefined {
  return EPOCH_UNITS.find(({ from }) => largest >= from)?.toMs;
}

/** Parses seconds, ms, µs or ns since 1970. Returns NaN for any other text. */
export const epochNumber = (text: string): number => (EPOCH.test(text) ? Number(text) : NaN);
