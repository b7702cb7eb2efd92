/** The options of a field for the meaning of the profits in a file. */
export const PROFIT_OPTIONS = [
  ['', 'As the prices decide'],
  ['net', 'Net of all costs'],
  ['gross', 'Gross, before the listed costs'],
  ['ignore', 'Ignored, the prices alone'],
] as const;

/** The options of a field for the sign of the costs in a file. */
export const COST_OPTIONS = [
  ['', 'As the file shows'],
  ['paid', 'Paid'],
  ['credit', 'Received'],
] as const;
