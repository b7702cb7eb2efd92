import { STATISTICS } from '../../../shared/figures/definitions/figures.js';

/** The figures of the daily returns that a leaderboard shows, in the order of the response. */
export const RETURN_FIGURES = [
  'days',
  'tradingDays',
  'sharpe',
  'sortino',
  'volatilityPct',
  'cagrPct',
  'calmar',
  'ulcerIndex',
] as const;

/** The figures by which sessions can be sorted and filtered. */
export const FIGURE_NAMES: ReadonlySet<string> = new Set([...Object.keys(STATISTICS), ...RETURN_FIGURES]);

const PARAMETER = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
export const PARAMETER_START = 'parameters.';

/** A field by which sessions are sorted and filtered: a figure, or a parameter of the run. */
export type RankedField =
  { readonly kind: 'figure'; readonly name: string } | { readonly kind: 'parameter'; readonly name: string };

/** Returns whether a text is the name of a parameter. */
export const isParameterName = (name: string): boolean => PARAMETER.test(name);

/** Returns the field that a text names, such as `sharpe` or `parameters.fast`; null if there is no such field. */
export function fieldNamed(text: string): RankedField | null {
  if (FIGURE_NAMES.has(text)) return { kind: 'figure', name: text };
  const name = text.startsWith(PARAMETER_START) ? text.slice(PARAMETER_START.length) : '';
  return isParameterName(name) ? { kind: 'parameter', name } : null;
}
