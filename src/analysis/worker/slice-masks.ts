import { LRUCache } from 'lru-cache';
import type { TradesAt } from '../../sessions/trades-at.js';
import type { Slice } from '../slices/slice.js';
import { KEPT_MS } from './last-trades.js';

/** Share of the memory for cached trades that masks of slices may use in addition. */
const SHARE = 1 / 4;

/**
 * Caches the masks of the slices that were used last, one byte per trade. The mask of a slice by tags saves reading the
 * tags again. The sliced columns are not cached, because they are made from the cached columns in moments.
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
