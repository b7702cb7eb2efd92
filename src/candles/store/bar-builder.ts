import { type BarColumns, barColumns, sliceBars } from './bar-columns.js';

const INITIAL_CAPACITY = 1024;

/** Collects bars in order of time. Columns double in size when they are full. */
export class BarBuilder {
  #bars: BarColumns;
  #count = 0;

  /** @param capacity expected number of bars, above 0 */
  constructor(capacity = INITIAL_CAPACITY) {
    this.#bars = barColumns(0, () => new Float64Array(capacity));
  }

  add(ts: number, open: number, high: number, low: number, close: number, volume: number): void {
    const at = this.#count;
    if (at === this.#bars.ts.length) this.#grow();
    const bars = this.#bars;
    bars.ts[at] = ts;
    bars.open[at] = open;
    bars.high[at] = high;
    bars.low[at] = low;
    bars.close[at] = close;
    bars.volume[at] = volume;
    this.#count = at + 1;
  }

  /** Number of bars so far. */
  get count(): number {
    return this.#count;
  }

  /** Reverses the order of the bars from position `from` on. */
  reverseFrom(from: number): void {
    barColumns(0, (name) => {
      const part = this.#bars[name].subarray(from, this.#count);
      part.set(part.toReversed());
      return part;
    });
  }

  /** Returns the bars so far. The bars share memory with the builder, so the builder must not be used afterwards. */
  build(): BarColumns {
    return sliceBars(this.#bars, 0, this.#count);
  }

  #grow(): void {
    const full = this.#bars;
    this.#bars = barColumns(0, (name) => {
      const larger = new Float64Array(full[name].length * 2);
      larger.set(full[name]);
      return larger;
    });
  }
}
