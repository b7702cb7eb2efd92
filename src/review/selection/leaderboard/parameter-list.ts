import type { RankedSession } from './ranked-sessions.js';
import { type RankedValue, compareTexts, compareValues } from './value-order.js';

/** Maximum number of parameters in a response. */
export const MAX_PARAMETERS = 500;

/** Maximum number of values that are listed for a parameter. */
export const MAX_LISTED_VALUES = 100;

/** A parameter with the values that sessions have for it. */
export interface ListedParameter {
  readonly name: string;
  /** Number of sessions that have the parameter. */
  readonly sessions: number;
  readonly distinct: number;
  /** Values in ascending order; null if there are more than 100 values. */
  readonly values: readonly NonNullable<RankedValue>[] | null;
  /** The smallest value that is a number; null if no value is a number. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** Returns the parameters of the sessions, sorted by name. Returns at most 500 parameters. */
export function parameterList(sessions: readonly Pick<RankedSession, 'parameters'>[]): {
  readonly parameters: readonly ListedParameter[];
  readonly truncated: boolean;
} {
  const found = new Map<string, { sessions: number; values: Set<NonNullable<RankedValue>> }>();
  for (const { parameters } of sessions)
    for (const [name, value] of Object.entries(parameters)) {
      const entry = found.get(name) ?? { sessions: 0, values: new Set() };
      entry.sessions += 1;
      entry.values.add(value);
      found.set(name, entry);
    }
  const names = [...found.keys()].toSorted(compareTexts);
  return {
    parameters: names.slice(0, MAX_PARAMETERS).map((name) => listed(name, found.get(name)!)),
    truncated: names.length > MAX_PARAMETERS,
  };
}

function listed(
  name: string,
  { sessions, values }: { readonly sessions: number; readonly values: ReadonlySet<NonNullable<RankedValue>> },
): ListedParameter {
  const ascending = [...values].toSorted(compareValues);
  const numbers = ascending.filter((value) => typeof value === 'number');
  return {
    name,
    sessions,
    distinct: ascending.length,
    values: ascending.length > MAX_LISTED_VALUES ? null : ascending,
    minimum: numbers[0] ?? null,
    maximum: numbers.at(-1) ?? null,
  };
}
