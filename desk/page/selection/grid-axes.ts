type Value = number | string | boolean;

const rankOf = (value: Value): number => {
  if (typeof value === 'number') return 0;
  return typeof value === 'string' ? 1 : Number(value) + 2;
};

/** Returns the different values in the order of the API: numbers, then texts, then false, then true. */
export function axisOf(values: readonly (Value | null)[]): Value[] {
  const different = [...new Set(values)].filter((value): value is Value => value !== null);
  return different.toSorted((a, b) => {
    if (rankOf(a) !== rankOf(b)) return rankOf(a) - rankOf(b);
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return a < b ? -1 : Number(a > b);
  });
}

interface Parameter {
  readonly name: string;
  readonly distinct: number;
  readonly values: readonly Value[] | null;
}

/**
 * Returns the parameters that can be an axis: parameters with at least two values, but not so many that the API omits
 * them.
 */
export const axesIn = (parameters: readonly Parameter[]): string[] =>
  parameters.flatMap(({ name, distinct, values }) => (distinct > 1 && values !== null ? [name] : []));
