import type { RowBefore } from './local-times.js';

/**
 * Checks the order of rows. The rows of a text ascend or descend. All rows of a text are later than those of the texts
 * before it.
 */
export class RowOrder implements RowBefore {
  /** Least distance of two neighbouring rows, ms. */
  smallestStep = Infinity;
  #last = NaN;
  #direction: -1 | 0 | 1 = 0;
  /** The latest row of the texts before the current one. */
  #before = -Infinity;
  #latest = -Infinity;
  /** The earliest row of the current text. */
  #earliest = Infinity;

  get last(): number {
    return this.#last;
  }

  get direction(): -1 | 0 | 1 {
    return this.#direction;
  }

  /** Adds a row. Returns the problem of its time, as the end of a sentence; undefined if there is none. */
  add(ts: number): string | undefined {
    if (ts <= this.#before) return 'is not later than the rows of the entries before it';
    if (!Number.isNaN(this.#last)) {
      if (ts === this.#last) return 'is a duplicate';
      const direction = ts > this.#last ? 1 : -1;
      if (this.#direction === -direction)
        return direction === 1
          ? 'is later than the one before, but the rows above descend; rows must have one order'
          : 'is earlier than the one before, but the rows above ascend; rows must have one order';
      this.#direction = direction;
      this.smallestStep = Math.min(this.smallestStep, Math.abs(ts - this.#last));
    }
    this.#last = ts;
    this.#latest = Math.max(this.#latest, ts);
    this.#earliest = Math.min(this.#earliest, ts);
    return undefined;
  }

  endText(): void {
    this.smallestStep = Math.min(this.smallestStep, this.#earliest - this.#before);
    this.#before = this.#latest;
    this.#earliest = Infinity;
    this.#last = NaN;
    this.#direction = 0;
  }
}
