import { isDeepStrictEqual } from 'node:util';

type Row = Readonly<Record<string, unknown>>;

/** The value of a field that is not known yet. */
export const UNKNOWN = Symbol('any value');

/** What was known when a request about something that changes was sent. */
export interface Watch {
  readonly wasRemoved: boolean;
  readonly change: Row | null;
  /** Whether no change was under way, and how many had begun. */
  readonly isAlone: boolean;
  readonly begun: number;
}

/**
 * Something that requests change while others read it: which values each of its fields may have. Of changes that are under
 * way together any may be the last; a read that no change overlaps leaves one value.
 */
export class Changing {
  private readonly possible: Map<string, unknown[]>;
  private underWay = 0;
  private begun = 0;
  /** Whether a request that may remove it was sent, and whether one has removed it. */
  removalSent = false;
  removed = false;

  constructor(fields: Row) {
    this.possible = new Map(Object.entries(fields).map(([field, value]) => [field, [value]]));
  }

  /** @param change what the request sets, as it will be stored; null: it only reads */
  watch(change: Row | null): Watch {
    const isAlone = this.underWay === 0;
    if (change) {
      this.underWay += 1;
      this.begun += 1;
      for (const [field, value] of Object.entries(change)) this.valuesOf(field).push(value);
    }
    return { wasRemoved: this.removed, change, isAlone, begun: this.begun };
  }

  /** Call this when the request of a watch is answered. */
  settle({ change }: Watch, isAccepted: boolean): void {
    if (!change) return;
    this.underWay -= 1;
    if (isAccepted) return;
    for (const [field, value] of Object.entries(change)) {
      const values = this.valuesOf(field);
      values.splice(values.lastIndexOf(value), 1);
    }
  }

  /** What in an answer is impossible. */
  flaws(answered: object, watch: Watch): string[] {
    const isExact = watch.isAlone && watch.begun === this.begun;
    const flaws: string[] = [];
    for (const [field, values] of this.possible) {
      if (!(field in answered)) continue;
      const value = (answered as Row)[field];
      const allowed = watch.change && field in watch.change ? [watch.change[field]] : values;
      if (!allowed.some((one) => one === UNKNOWN || isDeepStrictEqual(one, value)))
        flaws.push(`${field} is ${shown(value)}, expected ${allowed.map(shown).join(' or ')}`);
      else if (isExact) this.possible.set(field, [value]);
    }
    if (watch.wasRemoved) flaws.push('it was removed before');
    return flaws;
  }

  valuesOf(field: string): unknown[] {
    const values = this.possible.get(field) ?? [];
    this.possible.set(field, values);
    return values;
  }
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'absent').slice(0, 200);
