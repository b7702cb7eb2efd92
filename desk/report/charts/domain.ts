/** Returns a range that includes all values and is not empty. */
export function domainOf(values: Iterable<number>): [number, number] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  if (lowest > highest) return [0, 1];
  if (lowest === highest) {
    const half = Math.abs(lowest) * 0.01 || 1;
    return [lowest - half, highest + half];
  }
  return [lowest, highest];
}

/** Returns a range that is extended at both ends by a share of its length. */
export function withRoom([low, high]: readonly [number, number], share = 0.05): [number, number] {
  const room = (high - low) * share;
  return [low - room, high + room];
}
