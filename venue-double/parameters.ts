import {
  duplicateParameter,
  emptyParameter,
  illegalCharacters,
  missingParameter,
  tooManyParameters,
  unreadParameters,
} from './venue-error.js';

export interface ParameterRule {
  readonly required?: boolean;
  /** Pattern of a legal text. If undefined, the endpoint checks the value. */
  readonly legal?: RegExp;
}

export type ParameterRules = Readonly<Record<string, ParameterRule>>;
export type Parameters = Readonly<Record<string, string>>;

export const SYMBOL: ParameterRule = { required: true, legal: /^[A-Z0-9-_.]{1,20}$/ };
export const NUMBER: ParameterRule = { legal: /^[0-9]{1,20}$/ };

/** Returns the parameters by name. Throws the venue's error for the first broken rule. */
export function parseParameters(query: URLSearchParams, rules: ParameterRules): Parameters {
  const names = [...query.keys()];
  if (new Set(names).size < names.length) throw duplicateParameter();
  for (const [name, { required, legal }] of Object.entries(rules)) {
    const value = query.get(name);
    if (required && !value) throw missingParameter(name);
    if (value === '') throw emptyParameter(name);
    if (value !== null && legal && !legal.test(value)) throw illegalCharacters(name, legal);
  }
  const known = Object.keys(rules).length;
  if (names.length > known) throw tooManyParameters(known, names.length);
  const read = names.filter((name) => name in rules).length;
  if (read < names.length) throw unreadParameters(read, names.length);
  return Object.fromEntries(query);
}
