import { Smallest } from '../smallest.js';
import type { RankedField } from './figure-names.js';
import type { Repeats } from './repeats.js';
import { type Place, type RankedValue, comparePlaces } from './value-order.js';
import type { Condition, Operator } from './where.js';

/**
 * Some of the sessions of a list, with the values by which the list is sorted and filtered. Sessions are named by their
 * index in the whole list.
 */
export interface RankedSessions {
  readonly from: number;
  /** The index after the last session. */
  readonly to: number;
  /** Returns whether all figures of a session are pending. */
  readonly isPending: (index: number) => boolean;
  /** Returns the value of a field; null if the session has no such value. */
  readonly valueOf: (field: RankedField, index: number) => RankedValue;
}

/**
 * Returns whether a session meets all conditions. A session whose figures are pending meets no condition on a figure.
 */
export const meetsAll = (
  { isPending, valueOf }: RankedSessions,
  index: number,
  conditions: readonly Condition[],
): boolean =>
  conditions.every(({ field, operator, value }) => {
    if (field.kind === 'figure' && isPending(index)) return false;
    return meets(valueOf(field, index), operator, value);
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

export interface RankingPage {
  /** Indexes of the sessions. */
  readonly indexes: readonly number[];
  /** Position of the last session of the page; null if the page is empty. */
  readonly last: Place | null;
  /** True if sessions follow the page. */
  readonly hasMore: boolean;
  /** Indexes of all sessions that meet the conditions, in the order in which they were added. */
  readonly met: readonly number[];
}

export interface RankingOrder {
  readonly field: RankedField;
  readonly order: 'asc' | 'desc';
  readonly where: readonly Condition[];
  /** Returns the part of the list to which a session belongs. Without it, the list has one part. */
  readonly partOf?: ((index: number, sessions: RankedSessions) => number) | undefined;
  /**
   * The sessions with equal trades, if they are one row of the list: of those that meet the conditions the one that
   * counts, otherwise the first.
   */
  readonly folded?: Pick<Repeats, 'countsFor'> | undefined;
}

interface RankedSession {
  readonly place: Place;
  readonly index: number;
}

/** Finds a page of the sessions that meet the conditions. The sessions are added in parts. */
export class Ranking {
  private readonly first: Smallest<RankedSession>;
  /** The rows of folded sessions, by the session that counts. */
  private readonly rows = new Map<number, RankedSession>();
  private readonly met: number[] = [];

  /**
   * @param idOf returns the id of a session
   * @param count maximum number of sessions of the page
   * @param after position of the last session of the previous page; null for the first page
   */
  constructor(
    private readonly list: RankingOrder,
    private readonly idOf: (index: number) => string,
    private readonly count: number,
    private readonly after: Place | null,
  ) {
    this.first = new Smallest<RankedSession>(count + 1, (one, other) =>
      comparePlaces(list.order, one.place, other.place),
    );
  }

  /** @param passing ids of those of the sessions that pass a filter; null if all pass */
  add(sessions: RankedSessions, passing: ReadonlySet<string> | null = null): void {
    const { field, where, partOf, folded } = this.list;
    for (let index = sessions.from; index < sessions.to; index += 1) {
      const id = this.idOf(index);
      if (!(passing?.has(id) ?? true) || !meetsAll(sessions, index, where)) continue;
      this.met.push(index);
      const place: Place = [partOf?.(index, sessions) ?? 0, sessions.valueOf(field, index), id];
      if (!folded) this.rank({ place, index });
      else if (folded.countsFor(index) === index || !this.rows.has(folded.countsFor(index)))
        this.rows.set(folded.countsFor(index), { place, index });
    }
  }

  page(): RankingPage {
    for (const row of this.rows.values()) this.rank(row);
    const found = this.first.sorted();
    const page = found.slice(0, this.count);
    return {
      indexes: page.map(({ index }) => index),
      last: page.at(-1)?.place ?? null,
      hasMore: found.length > this.count,
      met: this.met,
    };
  }

  private rank(session: RankedSession): void {
    const { after } = this;
    if (after === null || comparePlaces(this.list.order, session.place, after) > 0) this.first.add(session);
  }
}
