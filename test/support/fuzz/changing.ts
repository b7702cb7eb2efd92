import { isDeepStrictEqual } from 'node:util';

type Row = Readonly<Record<string, unknown>>;

/** The value of a field that is not known yet. */
export const UNKNOWN = Symbol('any value');

/** The known state of a changing resource when a request was sent. */
export interface Watch {
  readonly wasRemoved: boolean;
  readonly change: Row | null;
  /**
   * When the request was sent, `isAlone` was true if no change was in progress, and `begun` was the number of changes
   * so far.
   */
  readonly isAlone: boolean;
  readonly begun: number;
}

/**
 * A resource that some requests change while other requests read it. A field can have several possible values, because
 * any of several concurrent changes may be the last. After a read without a concurrent change, only the value that was
 * read is possible.
 */
export class Changing {
  private readonly possible: Map<string, unknown[]>;
  private inFlight = 0;
  private begun = 0;
  /**
   * `removalSent` is true after a request was sent that may remove the resource. `removed` is true after such a request
   * succeeded.
   */
  removalSent = false;
  removed = false;

  constructor(fields: Row) {
    this.possible = new Map(Object.entries(fields).map(([field, value]) => [field, [value]]));
  }

  /** @param change values that the request sets, in stored form; null if the request only reads */
  watch(change: Row | null): Watch {
    const isAlone = this.inFlight === 0;
    if (change) {
      this.inFlight += 1;
      this.begun += 1;
      for (const [field, value] of Object.entries(change)) this.valuesOf(field).push(value);
    }
    return { wasRemoved: this.removed, change, isAlone, begun: this.begun };
  }

  /** Ends a watch. Must be called when the request of the watch has a response. */
  settle({ change }: Watch, isAccepted: boolean): void {
    if (!change) return;
    this.inFlight -= 1;
    if (isAccepted) return;
    for (const [field, value] of Object.entries(change)) {
      const values = this.valuesOf(field);
      values.splice(values.lastIndexOf(value), 1);
    }
  }

  /** Returns the fields of a response whose values are not possible. */
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
