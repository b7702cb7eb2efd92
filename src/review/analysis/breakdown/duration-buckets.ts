const EDGES = [
  ['1m', 60_000],
  ['5m', 300_000],
  ['15m', 900_000],
  ['1h', 3_600_000],
  ['4h', 14_400_000],
  ['1d', 86_400_000],
  ['1w', 604_800_000],
] as const;

/** Buckets of holding times: `<1m`, `1m-5m`, … `>=1w`. A bucket includes its lower edge and excludes its upper edge. */
export const DURATION_BUCKETS: readonly string[] = [
  `<${EDGES[0][0]}`,
  ...EDGES.slice(1).map(([edge], below) => `${EDGES[below]![0]}-${edge}`),
  `>=${EDGES.at(-1)![0]}`,
];

/** Returns the index of the bucket of a holding time. */
export function durationBucket(durationMs: number): number {
  let bucket = 0;
  while (bucket < EDGES.length && durationMs >= EDGES[bucket]![1]) bucket += 1;
  return bucket;
}
