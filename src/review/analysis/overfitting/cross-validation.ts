import { quantile } from '../../../shared/figures/probability/quantile.js';
import { blockMoments, ratiosOver } from './block-moments.js';

export const MIN_BLOCKS = 4;
export const MAX_BLOCKS = 16;

/** One choice of half of the blocks. The session with the greatest ratio in this half is the winner. */
export interface Split {
  /** Ratio of the winner in this half. */
  readonly inSample: number;
  /** Ratio of the winner in the other half. */
  readonly outOfSample: number;
  /**
   * Twice the rank that each session has out of sample, in descending order of the ratios in sample, so the winner is
   * the first. The lowest ratio has 2: 2 + 2·(number of lower ratios) + (number of equal ratios of other sessions).
   */
  readonly doubledRanks: Uint16Array;
}

/** Figures of the splits, not rounded. */
export interface CrossValidation {
  readonly splits: number;
  readonly overfitted: number;
  readonly pbo: number;
  readonly medianLogit: number;
  readonly probabilityOfLoss: number;
  /** Null if the winners of all splits have the same ratio in sample. */
  readonly slope: number | null;
  /**
   * For each rank in sample, from the winner on: the mean rank out of sample. Here, rank 1 is the greatest ratio; equal
   * ratios share their mean rank out of sample.
   */
  readonly meanRanks: readonly number[];
}

/**
 * Returns the combinatorially symmetric cross-validation of a panel (Bailey, Borwein, López de Prado and Zhu, "The
 * probability of backtest overfitting", 2015). Each choice of half of the blocks has a winner, which is then ranked in
 * the other half.
 * @param columns returns of each session, one per day; the first (days mod blocks) days are not used
 */
export function crossValidation(columns: readonly Float64Array[], blocks: number): CrossValidation {
  const splits = splitsOf(columns, blocks);
  const ranks = splits.map(({ doubledRanks }) => doubledRanks[0]! / 2);
  const overfitted = ranks.filter((rank) => 2 * rank <= columns.length + 1).length;
  const logits = Float64Array.from(ranks, (rank) => logitOf(rank, columns.length));
  return {
    splits: splits.length,
    overfitted,
    pbo: overfitted / splits.length,
    medianLogit: quantile(logits.toSorted(), 0.5),
    probabilityOfLoss: splits.filter(({ outOfSample }) => outOfSample < 0).length / splits.length,
    slope: slopeOf(splits),
    meanRanks: meanRanksOf(splits, columns.length),
  };
}

/** Returns the winner for each choice of half of the blocks, in the order of the choices. */
export function splitsOf(columns: readonly Float64Array[], blocks: number): Split[] {
  const days = columns[0]!.length;
  const moments = blockMoments(columns, blocks, Math.floor(days / blocks), days % blocks);
  const inSample = new Float64Array(columns.length);
  const outOfSample = new Float64Array(columns.length);
  return halvesOf(blocks).map((chosen) => {
    ratiosOver(
      moments.filter((_, block) => chosen.has(block)),
      inSample,
    );
    ratiosOver(
      moments.filter((_, block) => !chosen.has(block)),
      outOfSample,
    );
    const order = Array.from(inSample.keys()).sort((a, b) => inSample[b]! - inSample[a]! || a - b);
    const ranks = doubledRanksOf(outOfSample);
    return {
      inSample: inSample[order[0]!]!,
      outOfSample: outOfSample[order[0]!]!,
      doubledRanks: Uint16Array.from(order, (session) => ranks[session]!),
    };
  });
}

/** Returns twice the rank of each ratio, 2 for the lowest. Equal ratios share their mean rank. */
function doubledRanksOf(ratios: Float64Array): Uint16Array {
  const order = Array.from(ratios.keys()).sort((a, b) => ratios[a]! - ratios[b]!);
  const ranks = new Uint16Array(ratios.length);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && ratios[order[to]!] === ratios[order[from]!]) to++;
    for (let i = from; i < to; i++) ranks[order[i]!] = from + to + 1;
    from = to;
  }
  return ranks;
}

function meanRanksOf(splits: readonly Split[], sessions: number): number[] {
  return Array.from({ length: sessions }, (_, place) => {
    const doubled = splits.reduce((sum, { doubledRanks }) => sum + doubledRanks[place]!, 0);
    return sessions + 1 - doubled / (2 * splits.length);
  });
}

/** Returns ln(ω/(1 − ω)), where ω = rank/(N + 1) is the relative rank. */
const logitOf = (rank: number, count: number): number => Math.log(rank / (count + 1 - rank));

/** Returns all choices of half of the blocks in lexicographic order. */
function halvesOf(blocks: number): ReadonlySet<number>[] {
  const choices = (from: number, size: number): number[][] =>
    size === 0
      ? [[]]
      : Array.from({ length: blocks - size - from + 1 }, (_, i) => from + i).flatMap((first) =>
          choices(first + 1, size - 1).map((rest) => [first, ...rest]),
        );
  return choices(0, blocks / 2).map((choice) => new Set(choice));
}

/**
 * Returns the slope of the least-squares line through the splits, with the ratio in sample as x and the ratio out of
 * sample as y.
 */
function slopeOf(splits: readonly Split[]): number | null {
  const mean = (value: (split: Split) => number) =>
    splits.reduce((sum, split) => sum + value(split), 0) / splits.length;
  const meanIn = mean(({ inSample }) => inSample);
  const meanOut = mean(({ outOfSample }) => outOfSample);
  if (splits.every(({ inSample }) => inSample === splits[0]!.inSample)) return null;
  const covariance = mean(({ inSample, outOfSample }) => (inSample - meanIn) * (outOfSample - meanOut));
  return covariance / mean(({ inSample }) => (inSample - meanIn) ** 2);
}
