import type { TagCount } from '../../trades/read-tag-counts.js';

/** The tags of a session. */
export interface TagCounts {
  /** The tags with the most trades, in any order. */
  readonly largest: readonly TagCount[];
  /** How many tags there are beside them. */
  readonly others: number;
}

/** The trades of a session with their tags, as pairs. */
export interface TaggedTrades {
  /** By name; not all of a session with very many. */
  readonly names: readonly string[];
  /** How many tags there are beside them. */
  readonly others: number;
  /** Trade `trades[i]` has the tag `names[tags[i]]`, and no tag at all where that is beyond the last one. Trades ascend. */
  readonly trades: Uint32Array;
  readonly tags: Uint32Array;
}

/**
 * The trades of each tag that is counted.
 * @param tagsOf the tags of a trade, those that are not counted included
 */
export function taggedTrades(
  count: number,
  tagsOf: (trade: number) => readonly string[],
  { largest, others }: TagCounts,
): TaggedTrades {
  const names = largest.map(({ name }) => name).toSorted();
  const places = new Map(names.map((name, place) => [name, place]));
  const most = largest.reduce((sum, { trades }) => sum + trades, count);
  const trades = new Uint32Array(most);
  const tags = new Uint32Array(most);
  let size = 0;
  const add = (trade: number, tag: number) => {
    trades[size] = trade;
    tags[size] = tag;
    size += 1;
  };
  for (let trade = 0; trade < count; trade += 1) {
    const ofTrade = tagsOf(trade);
    if (ofTrade.length === 0) add(trade, names.length);
    for (const name of ofTrade) {
      const place = places.get(name);
      if (place !== undefined) add(trade, place);
    }
  }
  return { names, others, trades: trades.subarray(0, size), tags: tags.subarray(0, size) };
}
