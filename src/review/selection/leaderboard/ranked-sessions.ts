import { Smallest } from '../smallest.js';
import type { RankedField } from './figure-names.js';
import { type Place, type RankedValue, compareTexts, compareValuesIn } from './value-order.js';
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
  /** Position of the last session of the page; null if no session follows. */
  readonly next: Place | null;
}

export interface RankingOrder {
  readonly field: RankedField;
  readonly order: 'asc' | 'desc';
  readonly where: readonly Condition[];
}

interface RankedSession {
  readonly value: RankedValue;
  readonly index: number;
}

/** Finds a page of the sessions that meet the conditions. The sessions are added in parts. */
export class Ranking {
  private readonly first: Smallest<RankedSession>;

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
    this.first = new Smallest<RankedSession>(
      count + 1,
      (one, other) =>
        compareValuesIn(list.order, one.value, other.value) ||
        compareTexts(idOf(one.index), idOf(other.index)),
    );
  }

  add(sessions: RankedSessions): void {
    for (let index = sessions.from; index < sessions.to; index += 1) {
      if (!meetsAll(sessions, index, this.list.where)) continue;
      const session = { value: sessions.valueOf(this.list.field, index), index };
      if (this.isAfter(session)) this.first.add(session);
    }
  }

  page(): RankingPage {
    const found = this.first.sorted();
    const page = found.slice(0, this.count);
    const last = page.at(-1)!;
    return {
      indexes: page.map(({ index }) => index),
      next: found.length > this.count ? [last.value, this.idOf(last.index)] : null,
    };
  }

  private isAfter({ value, index }: RankedSession): boolean {
    if (this.after === null) return true;
    const [last, lastId] = this.after;
    return (compareValuesIn(this.list.order, value, last) || compareTexts(this.idOf(index), lastId)) > 0;
  }
}
