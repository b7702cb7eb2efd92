/** Maximum number of values that are sorted. For more values, another round of buckets is faster. */
const SORTED_AT_ONCE = 256;
const BUCKETS = 2_048;

export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** Returns the least and the greatest of the values; Infinity and −Infinity if there are no values. */
export function rangeOf(values: Float64Array): ValueRange {
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}

/**
 * Returns the values at the given ranks without sorting all values. The ranks must ascend. Rank 0 is the least value.
 *
 * The range of the values is divided into equal buckets, and the values in each bucket are counted. The search for a
 * rank continues only in the bucket that contains the rank. Each round makes the range 2048 times smaller, so even
 * skewed input takes only a few rounds. The time is linear in the number of values.
 */
export function valuesAtRanks(
  values: Float64Array,
  ranks: readonly number[],
  { min, max } = rangeOf(values),
): number[] {
  if (min === max) return ranks.map(() => min);
  const bucketsPerValue = BUCKETS / (max - min);
  const few = values.length <= SORTED_AT_ONCE;
  if (few || !Number.isFinite(bucketsPerValue)) {
    const sorted = values.toSorted();
    return ranks.map((rank) => sorted[rank]!);
  }
  const buckets = new Uint16Array(values.length);
  const sizes = new Uint32Array(BUCKETS);
  for (let i = 0; i < values.length; i++) {
    const bucket = Math.min(BUCKETS - 1, (values[i]! - min) * bucketsPerValue) | 0;
    buckets[i] = bucket;
    sizes[bucket]!++;
  }
  const wanted = new Map<number, number[]>();
  for (const rank of ranks) {
    const { bucket, inside } = placeOf(rank, sizes);
    wanted.set(bucket, [...(wanted.get(bucket) ?? []), inside]);
  }
  return [...wanted].flatMap(([bucket, inside]) =>
    valuesAtRanks(valuesInBucket(values, buckets, bucket, sizes[bucket]!), inside),
  );
}

/** Returns the bucket that contains a rank, and the rank within this bucket. */
function placeOf(rank: number, sizes: Uint32Array): { readonly bucket: number; readonly inside: number } {
  let bucket = 0;
  let below = 0;
  while (below + sizes[bucket]! <= rank) below += sizes[bucket++]!;
  return { bucket, inside: rank - below };
}

function valuesInBucket(
  values: Float64Array,
  buckets: Uint16Array,
  wanted: number,
  size: number,
): Float64Array {
  const inside = new Float64Array(size);
  for (let i = 0, place = 0; place < size; i++) if (buckets[i] === wanted) inside[place++] = values[i]!;
  return inside;
}
