import type { RawTimes } from './raw-times.js';
import type { RawTrades } from './raw-trades.js';

const BATCH = 250;

/**
 * Returns whether a file lists its newest trade first. Lists are sorted by exit or by entry, and stay sorted when they
 * grow, although their first and last trade may then change sides. For a list that is sorted by neither, such as one
 * sorted by symbol, the majority of neighbours decides.
 */
export async function isNewestFirst(raws: RawTrades, times: RawTimes): Promise<boolean> {
  // The order matters only for equal entries.
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

/** Counts how often a time is later or earlier than the previous one. */
class Steps {
  up = 0;
  down = 0;
  #last = NaN;

  add(time: number): void {
    if (time > this.#last) this.up += 1;
    if (time < this.#last) this.down += 1;
    this.#last = time;
  }

  /** Whether all steps go in one direction and at least one time differs. */
  get isSorted(): boolean {
    return this.up > 0 !== this.down > 0;
  }
}
