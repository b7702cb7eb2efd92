import { quantile } from '../../../shared/figures/probability/quantile.js';
import { blockMoments, ratiosOver } from './block-moments.js';

export const MIN_BLOCKS = 4;
export const MAX_BLOCKS = 16;

/** The winner in one half of the blocks, with its ratio in this half and its ratio in the other half. */
export interface Split {
  readonly inSample: number;
  readonly outOfSample: number;
  /**
   * Twice the rank out of sample, from 2 for the lowest rank: 2 + 2·(number of lower ratios) + (number of equal
   * ratios).
   */
  readonly doubledRank: number;
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
}

/**
 * Returns the combinatorially symmetric cross-validation of a panel (Bailey, Borwein, López de Prado and Zhu, "The
 * probability of backtest overfitting", 2015). Each choice of half of the blocks has a winner, which is then ranked in
 * the other half.
 * @param columns returns of each session, one per day; the first (days mod blocks) days are not used
 */
export function crossValidation(columns: readonly Float64Array[], blocks: number): CrossValidation {
  const splits = splitsOf(columns, blocks);
  const overfitted = splits.filter(({ doubledRank }) => doubledRank <= columns.length + 1).length;
  const logits = Float64Array.from(splits, ({ doubledRank }) => logitOf(doubledRank / 2, columns.length));
  return {
    splits: splits.length,
    overfitted,
    pbo: overfitted / splits.length,
    medianLogit: quantile(logits.toSorted(), 0.5),
    probabilityOfLoss: splits.filter(({ outOfSample }) => outOfSample < 0).length / splits.length,
    slope: slopeOf(splits),
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
    let winner = 0;
    for (let c = 1; c < inSample.length; c++) if (inSample[c]! > inSample[winner]!) winner = c;
    return {
      inSample: inSample[winner]!,
      outOfSample: outOfSample[winner]!,
      doubledRank: doubledRankOf(outOfSample, winner),
    };
  });
}

function doubledRankOf(ratios: Float64Array, winner: number): number {
  const own = ratios[winner]!;
  // The loop counts the winner itself as an equal ratio, so the rank starts at 1 instead of 2.
  let rank = 1;
  for (const ratio of ratios) rank += ratio < own ? 2 : Number(ratio === own);
  return rank;
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
