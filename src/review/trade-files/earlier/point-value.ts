/** A trade's move in its favour, (exit − entry) · quantity as printed, and its profit as printed by the tool. */
export interface ProfitSample {
  readonly move: number;
  readonly profit: number;
}

/** Maximum relative distance of the median from the point value. Fees cause this distance. */
const TOLERANCE = 0.05;

/**
 * If a value fits all trades, and there are at least this many trades, the value is accepted even if it is not round.
 */
const ENOUGH_SAMPLES = 3;

const ROUND_DIGITS = [1, 1.25, 2, 2.5, 5];

/**
 * Returns the point value: the profit of a quantity of 1 when price moves by 1. A contract of 50 units has a point
 * value of 50. Returns 1 if no other value is found, for example because fees hide the value.
 * @param unit half a unit of the last printed decimal place of a profit
 * @param kind for `gross` profits, null is returned if no single value explains them, because the account has another
 * currency
 */
export function pointValue(
  samples: readonly ProfitSample[],
  unit: number,
  kind: 'net' | 'gross',
): number | null {
  const moved = samples.filter(({ move }) => move !== 0);
  if (moved.length === 0) return 1;
  const common = commonValue(moved, unit);
  const isRound = (value: number) => Math.abs(value - roundNear(value)) <= 1e-9 * value;
  if (common !== null && (kind === 'gross' || isRound(common) || moved.length >= ENOUGH_SAMPLES))
    return common;
  if (kind === 'gross') return null;
  const ratios = moved.map(({ move, profit }) => profit / move).toSorted((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)]!;
  if (median <= 0) return 1;
  const round = roundNear(median);
  const near = ratios.filter((ratio) => Math.abs(ratio - median) <= TOLERANCE * median).length;
  const explains = Math.abs(round - median) <= TOLERANCE * median && 2 * near >= ratios.length;
  return explains ? round : 1;
}

/**
 * Returns the value that explains every profit within its printed precision: 1 if possible, otherwise the value with
 * the fewest digits. Returns null if no value does.
 */
function commonValue(samples: readonly ProfitSample[], unit: number): number | null {
  let low = 0;
  let high = Infinity;
  for (const { move, profit } of samples) {
    const ends = [(profit - unit) / move, (profit + unit) / move];
    low = Math.max(low, Math.min(...ends));
    high = Math.min(high, Math.max(...ends));
  }
  // A quotient of doubles may differ by a few units in the last place.
  low *= 1 - 1e-12;
  high *= 1 + 1e-12;
  if (!(high > 0) || low > high) return null;
  if (low <= 1 && high >= 1) return 1;
  const middle = (low + high) / 2;
  for (let digits = 1; digits <= 17; digits += 1) {
    const value = Number(middle.toPrecision(digits));
    if (value >= low && value <= high) return value;
  }
  return middle;
}

/** Returns the nearest number that is 1, 1.25, 2, 2.5 or 5 times a power of ten. */
function roundNear(value: number): number {
  const power = Math.floor(Math.log10(value));
  const candidates = [power, power + 1].flatMap((exponent) =>
    ROUND_DIGITS.map((digits) => Number(`${digits}e${exponent}`)),
  );
  return candidates.reduce((best, other) =>
    Math.abs(Math.log(other / value)) < Math.abs(Math.log(best / value)) ? other : best,
  );
}
