import type { RankedField } from './figure-names.js';
import { type Place, type RankedValue, comparePlaces } from './value-order.js';
import type { Condition, Operator } from './where.js';

/** A session with the figures and the parameters by which sessions are sorted and filtered. */
export interface RankedSession {
  readonly id: string;
  /** Null while all figures are pending. A single figure is null if it is undefined. */
  readonly figures: Readonly<Record<string, number | null>> | null;
  readonly parameters: Readonly<Record<string, number | string | boolean>>;
}

/** Returns the value of a field; null if the session has no such value. */
export function valueOf(field: RankedField, { figures, parameters }: RankedSession): RankedValue {
  if (field.kind === 'figure') return figures?.[field.name] ?? null;
  return Object.hasOwn(parameters, field.name) ? parameters[field.name]! : null;
}

/**
 * Returns whether a session meets all conditions. A session whose figures are pending meets no condition on a figure.
 */
export const meetsAll = (session: RankedSession, conditions: readonly Condition[]): boolean =>
  conditions.every(({ field, operator, value }) => {
    if (field.kind === 'figure' && session.figures === null) return false;
    return meets(valueOf(field, session), operator, value);
  });

/**
 * Returns whether a value meets a condition. Values of different types are unequal. An undefined value meets only
 * `=null`.
 */
function meets(own: RankedValue, operator: Operator, value: RankedValue): boolean {
  if (own === null) return operator === '=' && value === null;
  if (operator === '=') return own === value;
  if (operator === '!=') return own !== value;
  if (typeof own !== 'number' || typeof value !== 'number') return false;
  switch (operator) {
    case '<':
      return own < value;
    case '<=':
      return own <= value;
    case '>':
      return own > value;
    case '>=':
      return own >= value;
  }
}

export interface RankingPage<Session> {
  readonly sessions: readonly Session[];
  /** Position of the last session of the page; null if no session follows. */
  readonly next: Place | null;
}

/**
 * Returns a page of the sessions that meet the conditions.
 * @param after position of the last session of the previous page; null for the first page
 */
export function rankingPage<Session extends RankedSession>(
  sessions: readonly Session[],
  {
    field,
    order,
    where,
  }: { readonly field: RankedField; readonly order: 'asc' | 'desc'; readonly where: readonly Condition[] },
  count: number,
  after: Place | null,
): RankingPage<Session> {
  const placed: { readonly session: Session; readonly place: Place }[] = [];
  for (const session of sessions) {
    if (!meetsAll(session, where)) continue;
    const place: Place = [valueOf(field, session), session.id];
    if (after === null || comparePlaces(place, after, order) > 0) placed.push({ session, place });
  }
  placed.sort((a, b) => comparePlaces(a.place, b.place, order));
  const page = placed.slice(0, count);
  return {
    sessions: page.map(({ session }) => session),
    next: placed.length > count ? page.at(-1)!.place : null,
  };
}
