import { BLOCK, type Prices } from '../../../stats/ideal-r/walkable-minutes.js';

/**
 * Returns the lowest low of the bars at the positions [from, to); Infinity if there are no bars. Whole blocks of bars
 * are each read in one step.
 */
export function lowestLow({ low, blockLow }: Prices, from: number, to: number): number {
  const { head, blocks, tail } = splitByBlocks(from, to);
  const outside = Math.min(lowest(low, from, head), lowest(low, tail, to));
  return Math.min(outside, lowest(blockLow, blocks.from, blocks.to));
}

/** Returns the highest high of the bars at the positions [from, to); −Infinity if there are no bars. */
export function highestHigh({ high, blockHigh }: Prices, from: number, to: number): number {
  const { head, blocks, tail } = splitByBlocks(from, to);
  const outside = Math.max(highest(high, from, head), highest(high, tail, to));
  return Math.max(outside, highest(blockHigh, blocks.from, blocks.to));
}

/**
 * Divides [from, to) into three parts: the bars before `head`, whole blocks, and the bars from `tail` on. If there is
 * no whole block, `head` equals `tail`.
 */
function splitByBlocks(from: number, to: number) {
  const blocks = { from: Math.ceil(from / BLOCK), to: Math.floor(to / BLOCK) };
  if (blocks.from >= blocks.to) return { head: to, blocks: { from: 0, to: 0 }, tail: to };
  return { head: blocks.from * BLOCK, blocks, tail: blocks.to * BLOCK };
}

function lowest(prices: Float64Array, from: number, to: number): number {
  let least = Infinity;
  for (let at = from; at < to; at += 1) if (prices[at]! < least) least = prices[at]!;
  return least;
}

function highest(prices: Float64Array, from: number, to: number): number {
  let most = -Infinity;
  for (let at = from; at < to; at += 1) if (prices[at]! > most) most = prices[at]!;
  return most;
}
