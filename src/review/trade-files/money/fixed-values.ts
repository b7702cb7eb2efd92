import type { RowGroup } from './prepared-money.js';
import { type PointValue, VALUE_OF_ONE, roundest } from './round-value.js';
import type { PointValueRange } from './value-range.js';

/**
 * Returns the point value of each group: the given one, or the one with the fewest digits in the group's range. A group
 * whose range fixes no value takes the single most frequent value of the others, else 1.
 * @returns null if a value is outside its range
 */
export function fixedValues(
  groups: readonly RowGroup[],
  ranges: readonly PointValueRange[],
): readonly PointValue[] | null {
  if (ranges.some(({ isEmpty }) => isEmpty)) return null;
  const fixed = groups.map(({ given }, place) => {
    const range = ranges[place]!;
    return given ?? (range.fixesValue ? roundest(range.low, range.high) : null);
  });
  const usual = mostFrequent(fixed.filter((value) => value !== null)) ?? VALUE_OF_ONE;
  const values = fixed.map((value) => value ?? usual);
  return values.every((value, place) => ranges[place]!.contains(value)) ? values : null;
}

/** Returns the single most frequent value; null if there is none. */
function mostFrequent(values: readonly PointValue[]): PointValue | null {
  const counts = new Map<number, number>();
  for (const { value } of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = [...counts.values()].reduce((greatest, count) => Math.max(greatest, count), 0);
  const best = [...counts].filter(([, count]) => count === most).map(([value]) => value);
  return best.length === 1 ? values.find(({ value }) => value === best[0])! : null;
}
