import type { TagCount } from '../../../trades/read-tag-counts.js';
import type { TaggedTrades } from '../analysed-trades.js';

/** The tags of a session, with the number of trades that have each tag. */
export interface TagCounts {
  /** The tags with the most trades, in any order. */
  readonly largest: readonly TagCount[];
  /** Number of tags that are not in `largest`. */
  readonly others: number;
}

/**
 * Returns the trades with their counted tags.
 * @param tagsOf returns all tags of a trade, including tags that are not counted
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
