import type { RawTimes } from './raw-times.js';
import type { RawTrades } from './raw-trades.js';

const BATCH = 250;

/**
 * Whether a file lists its newest trade first. Lists are sorted by exit or by entry, and stay so when they grow, where
 * their first and last trade alone may change sides. Of a list that is sorted by neither, such as one by symbol, most
 * neighbours tell.
 */
export async function isNewestFirst(raws: RawTrades, times: RawTimes): Promise<boolean> {
  // The order decides between equal entries alone.
  if (![...raws.sameEntries.values()].some((count) => count > 1)) return false;
  const exits = new Steps();
  const entries = new Steps();
  for await (const batch of raws.file.batches(BATCH)) {
    for (const { entryTime, exitTime } of batch) {
      exits.add(times(exitTime));
      entries.add(times(entryTime));
    }
  }
  const decisive = [exits, entries].find(({ isSorted }) => isSorted) ?? exits;
  return decisive.down > decisive.up;
}

/** How often a time is later or earlier than the one before it. */
class Steps {
  up = 0;
  down = 0;
  #last = NaN;

  add(time: number): void {
    if (time > this.#last) this.up += 1;
    if (time < this.#last) this.down += 1;
    this.#last = time;
  }

  /** One way, and not all at one time. */
  get isSorted(): boolean {
    return this.up > 0 !== this.down > 0;
  }
}
