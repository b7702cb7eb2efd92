import type { TagCount } from '../../../trades/read-tag-counts.js';
import type { TagsOf } from './slice-mask.js';

/** Maximum number of different tags that are counted in one pass. If there are more tags, several passes count them. */
const MAX_COUNTED = 200_000;

/** If the tags of a pass do not fit into memory, the number of passes is multiplied by this factor. */
const MORE_PASSES = 8;

export interface CountedSliceTags {
  /** The tags with the most trades. Tags with equally many trades are in code-point order. */
  readonly largest: readonly TagCount[];
  /** Number of tags that are not in `largest`. */
  readonly others: number;
}

/**
 * Returns the most-used tags of the trades at these indexes. `readTagCounts` does the same for all trades of a session.
 * @param most maximum number of tags
 * @param mostAtOnce maximum number of different tags in memory
 */
export function countedTags(
  places: Uint32Array,
  tagsOf: TagsOf,
  most: number,
  mostAtOnce = MAX_COUNTED,
): CountedSliceTags {
  for (let passes = 1; ; passes *= MORE_PASSES) {
    const counted = inPasses(passes);
    if (counted) return counted;
  }

  function inPasses(passes: number): CountedSliceTags | null {
    let largest: TagCount[] = [];
    let total = 0;
    for (let pass = 0; pass < passes; pass += 1) {
      const counts = countsOf(places, tagsOf, (tag) => passes === 1 || hashOf(tag) % passes === pass);
      // If there are as many passes as hashes, the tags of a pass cannot be divided any further.
      if (counts.size > mostAtOnce && passes < HASHES) return null;
      total += counts.size;
      const found = Array.from(counts, ([name, trades]) => ({ name, trades }));
      largest = [...largest, ...found].toSorted(byCount).slice(0, most);
    }
    return { largest, others: total - largest.length };
  }
}

function countsOf(
  places: Uint32Array,
  tagsOf: TagsOf,
  isOfPass: (tag: string) => boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const place of places)
    for (const tag of tagsOf(place)) if (isOfPass(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

const HASHES = 2 ** 16;

function hashOf(tag: string): number {
  let hash = 0;
  for (let i = 0; i < tag.length; i += 1) hash = (Math.imul(hash, 31) + tag.charCodeAt(i)) | 0;
  return (hash >>> 0) % HASHES;
}

const byCount = (one: TagCount, other: TagCount): number =>
  other.trades - one.trades || Buffer.compare(Buffer.from(one.name), Buffer.from(other.name));
