import type { PointValue } from './round-value.js';

/** Quotients of doubles may differ by a few units in the last place. */
export const ROUNDING_SLACK = 1e-12;

/** All point values that satisfy linear conditions. */
export class PointValueRange {
  #low = -Infinity;
  #high = Infinity;
  #isEmpty = false;

  /** Requires `factor · value ≤ limit`. */
  atMost(factor: number, limit: number): void {
    const end = limit / factor;
    if (factor > 0) this.#high = Math.min(this.#high, end);
    else if (factor < 0) this.#low = Math.max(this.#low, end);
    else if (limit < 0) this.#isEmpty = true;
  }

  /** Requires `factor · value ≥ limit`. */
  atLeast(factor: number, limit: number): void {
    this.atMost(-factor, -limit);
  }

  get low(): number {
    return this.#low - Math.abs(this.#low) * ROUNDING_SLACK;
  }

  get high(): number {
    return this.#high + Math.abs(this.#high) * ROUNDING_SLACK;
  }

  /** True if no value above 0 satisfies the conditions. */
  get isEmpty(): boolean {
    return this.#isEmpty || this.low > this.high || this.high <= 0;
  }

  /** True if the range has two ends above 0. Any other range fixes no value. */
  get fixesValue(): boolean {
    return this.#low > 0 && this.#high < Infinity;
  }

  contains({ value }: PointValue): boolean {
    return !this.isEmpty && value >= this.low && value <= this.high;
  }

  /** Gives a range without an upper end one at so many times its lower end. */
  endAt(times: number): void {
    if (this.#high === Infinity && this.#low > 0) this.#high = times * this.#low;
  }
}
