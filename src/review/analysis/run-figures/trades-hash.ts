import { createHash } from 'node:crypto';
import type { AnalysedTrades } from '../analysed-trades.js';

/** The market of an asset. */
export interface HashedMarket {
  readonly symbol: string;
  readonly feed: string;
}

type HashedTrades = Pick<
  AnalysedTrades,
  'count' | 'entryTime' | 'exitTime' | 'direction' | 'quantity' | 'entryPrice' | 'exitPrice' | 'asset'
>;

/** Number of trades whose bytes are passed to the hash at a time. */
const PART = 4_096;

/** Bytes of the five numbers of a trade. */
const NUMBERS_BYTES = 5 * Float64Array.BYTES_PER_ELEMENT;

/**
 * Returns the SHA-256 of the trades, sorted by exitTime, entryTime, symbol, feed, side, quantity, entryPrice and
 * exitPrice. The quantity is qty · pointValue. Runs with the same trades have the same hash, even if their costs, labels
 * or client ids differ.
 * The hashed bytes of a trade are these eight values in this order: numbers as IEEE 754 doubles, most significant byte
 * first, and texts in UTF-8, each followed by a 0. The hash is stored, so its form must not change.
 * @param trades in trade order
 * @param markets in the order of the assets
 */
export function tradesHash(trades: HashedTrades, markets: readonly HashedMarket[]): Buffer {
  const hash = createHash('sha256');
  const labels = marketLabels(markets);
  const order = sortedPlaces(trades, labels);
  const { exitTime, entryTime, quantity, entryPrice, exitPrice } = trades;
  const bytes = Buffer.alloc(Math.min(PART, trades.count) * maxBytesOf(labels));
  for (let start = 0; start < trades.count; start += PART) {
    let end = 0;
    for (const place of order.subarray(start, start + PART)) {
      end = bytes.writeDoubleBE(exitTime[place]!, end);
      end = bytes.writeDoubleBE(entryTime[place]!, end);
      end += labelOf(trades, labels, place).bytes.copy(bytes, end);
      end = bytes.writeDoubleBE(quantity[place]!, end);
      end = bytes.writeDoubleBE(entryPrice[place]!, end);
      end = bytes.writeDoubleBE(exitPrice[place]!, end);
    }
    hash.update(bytes.subarray(0, end));
  }
  return hash.digest();
}

/** The bytes of symbol, feed and side. `rank` is the rank of these bytes among all combinations of market and side. */
interface Label {
  readonly bytes: Buffer;
  readonly rank: number;
}

type Labels = Readonly<Record<'long' | 'short', readonly Label[]>>;

const labelOf = ({ asset, direction }: HashedTrades, labels: Labels, place: number): Label =>
  labels[direction[place]! > 0 ? 'long' : 'short'][asset[place]!]!;

/** Returns the maximum number of hashed bytes of a trade. */
const maxBytesOf = ({ long, short }: Labels): number =>
  NUMBERS_BYTES + [...long, ...short].reduce((most, { bytes }) => Math.max(most, bytes.length), 0);

/**
 * Returns the labels of all markets for both sides, in the order of the assets. The ranks follow the order of the
 * bytes. This is also the order of symbol, feed and side, because 0 sorts before every character.
 */
function marketLabels(markets: readonly HashedMarket[]): Labels {
  const bytesOf = (side: string) =>
    markets.map(({ symbol, feed }) => Buffer.from(`${symbol}\0${feed}\0${side}\0`));
  const [long, short] = [bytesOf('long'), bytesOf('short')];
  const sorted: readonly Buffer[] = [...long, ...short].toSorted((one, other) => Buffer.compare(one, other));
  const ranked = (list: readonly Buffer[]) => list.map((bytes) => ({ bytes, rank: sorted.indexOf(bytes) }));
  return { long: ranked(long), short: ranked(short) };
}

/**
 * Returns the indexes of the trades in the order that the hash needs. Trade order differs from this order only for
 * trades with equal times, which it sorts by client id.
 */
function sortedPlaces(trades: HashedTrades, labels: Labels): Uint32Array {
  const places = Uint32Array.from({ length: trades.count }, (_, place) => place);
  const { exitTime, entryTime, quantity, entryPrice, exitPrice } = trades;
  const compare = (a: number, b: number) =>
    labelOf(trades, labels, a).rank - labelOf(trades, labels, b).rank ||
    quantity[a]! - quantity[b]! ||
    entryPrice[a]! - entryPrice[b]! ||
    exitPrice[a]! - exitPrice[b]!;
  for (let from = 0, to = 0; from < trades.count; from = to) {
    do to += 1;
    while (to < trades.count && exitTime[to] === exitTime[from] && entryTime[to] === entryTime[from]);
    if (to - from > 1) places.subarray(from, to).sort(compare);
  }
  return places;
}
