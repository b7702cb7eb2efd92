import { centralSums } from '../../../shared/figures/probability/central-sums.js';
import { compensatedSum } from '../../../shared/figures/probability/compensated-sum.js';

/** Count, mean, sum of squared deviations, minimum and maximum of each column over one block of rows. */
export interface BlockMoments {
  readonly count: number;
  readonly mean: Float64Array;
  readonly squares: Float64Array;
  readonly least: Float64Array;
  readonly greatest: Float64Array;
}

/** Returns the moments of each of several equal blocks of rows. */
export function blockMoments(
  columns: readonly Float64Array[],
  blocks: number,
  rowsPerBlock: number,
  firstRow: number,
): BlockMoments[] {
  return Array.from({ length: blocks }, (_, block) => {
    const from = firstRow + block * rowsPerBlock;
    const moments = emptyMoments(rowsPerBlock, columns.length);
    for (const [c, column] of columns.entries()) {
      const values = column.subarray(from, from + rowsPerBlock);
      const mean = compensatedSum(values) / rowsPerBlock;
      moments.mean[c] = mean;
      moments.squares[c] = centralSums(values, mean).squares;
      moments.least[c] = Math.min(...values);
      moments.greatest[c] = Math.max(...values);
    }
    return moments;
  });
}

const emptyMoments = (count: number, columns: number) => ({
  count,
  mean: new Float64Array(columns),
  squares: new Float64Array(columns),
  least: new Float64Array(columns),
  greatest: new Float64Array(columns),
});

/**
 * Computes the ratio mean/sd (n − 1) of each column over several blocks. The blocks are merged in their order (Chan,
 * Golub and LeVeque, 1979). The ratio is 0 if all values of the column are equal.
 */
export function ratiosOver(blocks: readonly BlockMoments[], ratios: Float64Array): void {
  for (let c = 0; c < ratios.length; c++) {
    let count = 0;
    let mean = 0;
    let squares = 0;
    let least = Infinity;
    let greatest = -Infinity;
    for (const block of blocks) {
      const total = count + block.count;
      const delta = block.mean[c]! - mean;
      mean += (delta * block.count) / total;
      squares += block.squares[c]! + (delta * delta * count * block.count) / total;
      count = total;
      least = Math.min(least, block.least[c]!);
      greatest = Math.max(greatest, block.greatest[c]!);
    }
    ratios[c] = least === greatest ? 0 : mean / Math.sqrt(squares / (count - 1));
  }
}
