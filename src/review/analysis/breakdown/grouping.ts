/**
 * Trades with their groups, as parallel columns. Trade `trades[i]` is in group `groups[i]`, and the key of this group
 * is `keys[groups[i]]`. `trades` ascends, so each group is in trade order. A trade may be in several groups.
 */
export interface Grouping {
  readonly keys: readonly (string | null)[];
  readonly trades: Uint32Array;
  readonly groups: Uint32Array;
}

/** Puts each trade into one group. `groupOf` returns the index of the group's key in `keys`. */
export function grouping(
  count: number,
  keys: readonly string[],
  groupOf: (trade: number) => number,
): Grouping {
  const trades = new Uint32Array(count);
  const groups = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) {
    trades[i] = i;
    groups[i] = groupOf(i);
  }
  return { keys, trades, groups };
}

/**
 * Returns the `most` groups with the most trades, in their order, and the number of the other groups that have trades.
 * Earlier groups are preferred to later groups with as many trades. If at most `most` groups have trades, all groups
 * are included, even groups without trades.
 */
export function largestGroups(
  grouping: Grouping,
  most: number,
): { readonly largest: Grouping; readonly omitted: number } {
  const { keys, trades, groups } = grouping;
  const sizes = sizesOf(grouping);
  const used = Uint32Array.from(sizes.keys()).filter((group) => sizes[group]! > 0);
  if (used.length <= most) return { largest: grouping, omitted: 0 };
  const largest = used.toSorted((a, b) => sizes[b]! - sizes[a]! || a - b).subarray(0, most);
  const placeOf = new Map(Array.from(largest.toSorted(), (group, place) => [group, place]));
  return {
    largest: {
      keys: Array.from(placeOf.keys(), (group) => keys[group] ?? null),
      trades: trades.filter((_, i) => placeOf.has(groups[i]!)),
      groups: groups.filter((group) => placeOf.has(group)).map((group) => placeOf.get(group)!),
    },
    omitted: used.length - most,
  };
}

/** Returns the trades of each group in ascending order. The function is a counting sort. */
export function tradesByGroup(grouping: Grouping): Uint32Array[] {
  const { trades, groups } = grouping;
  const members = Array.from(sizesOf(grouping), (size) => new Uint32Array(size));
  const filled = new Uint32Array(members.length);
  for (let i = 0; i < trades.length; i += 1) {
    const group = groups[i]!;
    members[group]![filled[group]!] = trades[i]!;
    filled[group]! += 1;
  }
  return members;
}

function sizesOf({ keys, groups }: Grouping): Uint32Array {
  const sizes = new Uint32Array(keys.length);
  for (const group of groups) sizes[group]! += 1;
  return sizes;
}
