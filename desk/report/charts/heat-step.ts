/** Shades of each colour. */
const STEPS = 4;

/** Class of a cell's colour: u1 to u4 above zero, d1 to d4 below, by its share of the greatest. */
export function heatStep(value: number | null, greatest: number): string {
  if (value === null) return 'none';
  if (value === 0 || !(greatest > 0)) return '';
  const step = Math.min(STEPS, Math.max(1, Math.ceil((Math.abs(value) / greatest) * STEPS)));
  return `${value > 0 ? 'u' : 'd'}${step}`;
}

/** The greatest size of the values, 0 without one. */
export const greatestOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((greatest, value) => Math.max(greatest, Math.abs(value ?? 0)), 0);
