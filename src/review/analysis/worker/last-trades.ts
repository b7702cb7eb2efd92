import { LRUCache } from 'lru-cache';
import type { TradesWithCount } from '../../../trades/with-trade-count.js';
import { type SortedDetails, bytesOf } from './sorted-details.js';
import { type MoreColumn, areLabelled } from '../tasks/trade-task.js';

/** Approximate memory of a trade, bytes. */
const BYTES_PER_TRADE = 160;

/** Trades stay cached for this time after their last use, ms. A page requests its analyses one after another. */
export const KEPT_MS = 30_000;

/**
 * Caches the trades of the most recently read sessions, up to a memory limit. A page or a report requests about ten
 * analyses of the same session. Analyses do not change the trades.
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

  /**
   * Returns the trades, from the cache or from the database. Tags and labelled columns are not cached, because labels can
   * change without a new revision.
   * @param more columns that only some analyses need; trades with these columns are cached separately
   */
  async get<More extends MoreColumn = never>(
    session: TradesWithCount,
    read: () => Promise<SortedDetails<More>>,
    more: readonly More[] = [],
  ): Promise<SortedDetails<More>> {
    const key = [session.workspaceId, session.id, session.revision, ...more].join('/');
    const kept = this.kept.get(key) as SortedDetails<More> | undefined;
    if (kept) return kept;
    this.makeRoomFor(session);
    const details = await read();
    if (!areLabelled(more)) this.kept.set(key, details);
    return details;
  }

  /** Drops cached trades until the trades of this session fit into the memory limit. */
  makeRoomFor({ tradeCount }: Pick<TradesWithCount, 'tradeCount'>): void {
    const wanted = tradeCount * BYTES_PER_TRADE;
    if (this.kept.calculatedSize + wanted <= this.mostBytes) return;
    while (this.kept.size > 0 && this.kept.calculatedSize + wanted > this.mostBytes) this.kept.pop();
    // `gc` exists if Node.js runs with `--expose-gc`. Without this call, the memory of the dropped trades would be
    // freed later.
    globalThis.gc?.();
  }
}
