import { LRUCache } from 'lru-cache';
import type { TradesAt } from '../../../sessions/trades-at.js';
import type { Slice } from '../slices/slice.js';
import { KEPT_MS } from './last-trades.js';

/** The masks of slices may use this share of the memory for cached trades, in addition to the trades. */
const SHARE = 1 / 4;

/**
 * Caches the masks of the most recently used slices. A mask takes one byte per trade. If the mask of a slice by tags is
 * cached, the tags need not be read again. The columns of a slice are not cached, because they are quickly made from
 * the cached columns of all trades.
 */
export class SliceMasks {
  private readonly kept: LRUCache<string, Uint8Array>;

  /** @param keptBytes memory for cached trades */
  constructor(keptBytes: number) {
    this.kept = new LRUCache({
      maxSize: Math.floor(keptBytes * SHARE),
      sizeCalculation: ({ byteLength }) => byteLength + 1,
      ttl: KEPT_MS,
      ttlAutopurge: true,
      updateAgeOnGet: true,
    });
  }

  /** Returns the mask of a slice if it is cached. */
  find(session: TradesAt, slice: Slice): Uint8Array | undefined {
    return this.kept.get(keyOf(session, slice));
  }

  keep(session: TradesAt, slice: Slice, mask: Uint8Array): void {
    this.kept.set(keyOf(session, slice), mask);
  }
}

const keyOf = ({ workspaceId, id, revision }: TradesAt, slice: Slice): string =>
  JSON.stringify([workspaceId, id, revision, slice]);
