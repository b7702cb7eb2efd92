import { BoundedMap } from '../common/bounded-map.js';
import type { CandleStore } from './candle-store.js';
import type { Feed, Interval } from './intervals.js';

/** For how long a revision is believed, ms: a change by another process shows after that. */
const BELIEVED_MS = 1_000;
const MOST_REMEMBERED = 10_000;

interface Remembered {
  readonly revision: Promise<string>;
  readonly writes: number;
  readonly until: number;
}

/** Tells whether something of a series may have changed, without asking the database each time. */
export class SeriesRevisions {
  private readonly remembered = new BoundedMap<string, Remembered>(MOST_REMEMBERED);

  constructor(private readonly store: CandleStore) {}

  /** Two equal answers: in between, no bar and no covered span of the series changed, nor of the 1m series beside it. */
  of(feed: Feed, symbol: string, interval: Interval): Promise<string> {
    const key = `${feed} ${symbol} ${interval}`;
    const known = this.remembered.get(key);
    // What this process has written itself shows at once.
    if (known && known.writes === this.store.writes && performance.now() < known.until) return known.revision;
    const revision = this.store.revision(feed, symbol, interval);
    const until = performance.now() + BELIEVED_MS;
    this.remembered.set(key, { revision, writes: this.store.writes, until });
    revision.catch(() => this.remembered.delete(key));
    return revision;
  }
}
