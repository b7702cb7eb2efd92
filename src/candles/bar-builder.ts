import type { BarColumns } from './bar-columns.js';

const INITIAL_CAPACITY = 1024;

function grown(column: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(column.length * 2);
  larger.set(column);
  return larger;
}

/** Takes bars one by one, ascending in time, into columns that grow by doubling. */
export class BarBuilder {
  #count = 0;
  #ts = new Float64Array(INITIAL_CAPACITY);
  #open = new Float64Array(INITIAL_CAPACITY);
  #high = new Float64Array(INITIAL_CAPACITY);
  #low = new Float64Array(INITIAL_CAPACITY);
  #close = new Float64Array(INITIAL_CAPACITY);
  #volume = new Float64Array(INITIAL_CAPACITY);

  get count(): number {
    return this.#count;
  }

  add(ts: number, open: number, high: number, low: number, close: number, volume: number): void {
    if (this.#count === this.#ts.length) this.#grow();
    const at = this.#count;
    this.#ts[at] = ts;
    this.#open[at] = open;
    this.#high[at] = high;
    this.#low[at] = low;
    this.#close[at] = close;
    this.#volume[at] = volume;
    this.#count = at + 1;
  }

  /** The bars taken so far; they share memory with the builder, which must not be used after this. */
  build(): BarColumns {
    const count = this.#count;
    return {
      count,
      ts: this.#ts.subarray(0, count),
      open: this.#open.subarray(0, count),
      high: this.#high.subarray(0, count),
      low: this.#low.subarray(0, count),
      close: this.#close.subarray(0, count),
      volume: this.#volume.subarray(0, count),
    };
  }

  #grow(): void {
    this.#ts = grown(this.#ts);
    this.#open = grown(this.#open);
    this.#high = grown(this.#high);
    this.#low = grown(this.#low);
    this.#close = grown(this.#close);
    this.#volume = grown(this.#volume);
  }
}
