import { LRUCache } from 'lru-cache';
import type { TradesAt } from '../../sessions/trades-at.js';
import { type SortedDetails, bytesOf } from './sorted-details.js';

/** About so much memory a trade takes. */
const BYTES_PER_TRADE = 160;

/** Trades are kept for so long after their last use, ms: a page asks for its analyses one after the other. */
const KEPT_MS = 30_000;

/**
 * The trades of the sessions that were read last, within an amount of memory: a page and a report ask for ten analyses of a
 * session. An analysis does not change them.
 */
export class LastTrades {
  private readonly kept: LRUCache<string, SortedDetails>;

  constructor(private readonly mostBytes: number) {
    this.kept = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: bytesOf,
      ttl: KEPT_MS,
      ttlAutopurge: true,
      updateAgeOnGet: true,
    });
  }

  /** The trades without their tags, which change without a new revision; from memory or read. */
  async get(session: TradesAt, read: () => Promise<SortedDetails>): Promise<SortedDetails> {
    const key = [session.workspaceId, session.id, session.revision].join('/');
    const kept = this.kept.get(key);
    if (kept) return kept;
    this.makeRoomFor(session);
    const details = await read();
    this.kept.set(key, details);
    return details;
  }

  /** Forgets as much as is needed to have these trades in memory beside what is left. */
  makeRoomFor({ tradeCount }: Pick<TradesAt, 'tradeCount'>): void {
    const wanted = (tradeCount ?? 0) * BYTES_PER_TRADE;
    if (this.kept.calculatedSize + wanted <= this.mostBytes) return;
    while (this.kept.size > 0 && this.kept.calculatedSize + wanted > this.mostBytes) this.kept.pop();
    // With `node --expose-gc`: otherwise the memory of what is forgotten is free only later.
    globalThis.gc?.();
  }
}
