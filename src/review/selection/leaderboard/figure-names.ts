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

/** A field by which sessions are sorted and filtered: a figure, a parameter of the run, or a field of the session. */
export type RankedField =
  | { readonly kind: 'figure'; readonly name: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'session'; readonly name: RankedSessionField };

/** The fields of sessions by which a leaderboard can be sorted, but not filtered. */
export const RANKED_SESSION_FIELDS = ['name', 'status', 'tags', 'startedAt', 'createdAt'] as const;
export type RankedSessionField = (typeof RANKED_SESSION_FIELDS)[number] | 'accountCurrency';

/** Returns whether a text is the name of a parameter. */
export const isParameterName = (name: string): boolean => PARAMETER.test(name);

/** Returns the field that a text names, such as `sharpe` or `parameters.fast`; null if there is no such field. */
export function fieldNamed(text: string): RankedField | null {
  if (FIGURE_NAMES.has(text)) return { kind: 'figure', name: text };
  const name = text.startsWith(PARAMETER_START) ? text.slice(PARAMETER_START.length) : '';
  return isParameterName(name) ? { kind: 'parameter', name } : null;
}

/** Returns the field by which a text sorts a leaderboard; null if there is no such field. */
export function sortFieldNamed(text: string): RankedField | null {
  const name = RANKED_SESSION_FIELDS.find((field) => field === text);
  return name ? { kind: 'session', name } : fieldNamed(text);
}
