import type { RawTimes } from './raw-times.js';
import type { RawTrades } from './raw-trades.js';

const BATCH = 250;

/**
 * Returns whether a file lists its newest trade first.
 *
 * A list is usually sorted by exit or by entry and stays sorted when it grows. If a list is sorted by neither (by
 * symbol, for example), the majority of neighbouring exits decides. It is not enough to compare only the first and the
 * last trade, because their order may change when the list grows.
 */
export async function isNewestFirst(raws: RawTrades, times: RawTimes): Promise<boolean> {
  // The order matters only if there are equal entries.
  if (![...raws.sameEntries.values()].some((count) => count > 1)) return false;
  const exits = new Steps();
  const entries = new Steps();
  for await (const batch of raws.file.batches(BATCH)) {
    for (const { entryTime, exitTime } of batch) {
      exits.add(times(exitTime)?.[0] ?? NaN);
      entries.add(times(entryTime)?.[0] ?? NaN);
    }
  }
  const decisive = [exits, entries].find(({ isSorted }) => isSorted) ?? exits;
  return decisive.down > decisive.up;
}

/** Compares each time with the time before it. Counts the times that are later and the times that are earlier. */
class Steps {
  up = 0;
  down = 0;
  #last = NaN;

  add(time: number): void {
    if (time > this.#last) this.up += 1;
    if (time < this.#last) this.down += 1;
    this.#last = time;
  }

  /** True if all times go in one direction and not all are equal. */
  get isSorted(): boolean {
    return this.up > 0 !== this.down > 0;
  }
}
