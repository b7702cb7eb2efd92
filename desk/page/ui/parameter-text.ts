/** Formats a parameter of a run. */
export const parameterText = (value: number | string | boolean | null | undefined): string =>
  value === null || value === undefined ? '–' : String(value);
