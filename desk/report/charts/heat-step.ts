/** The number of shades of each colour. */
const STEPS = 4;

/**
 * Returns the class of a cell's colour. Values above zero give u1 to u4 and values below zero give d1 to d4, by their
 * share of the greatest value.
 */
export function heatStep(value: number | null, greatest: number): string {
  if (value === null) return 'none';
  if (value === 0 || !(greatest > 0)) return '';
  const step = Math.min(STEPS, Math.max(1, Math.ceil((Math.abs(value) / greatest) * STEPS)));
  return `${value > 0 ? 'u' : 'd'}${step}`;
}

/** Returns the greatest absolute value; 0 if there are no values. */
export const greatestOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((greatest, value) => Math.max(greatest, Math.abs(value ?? 0)), 0);
