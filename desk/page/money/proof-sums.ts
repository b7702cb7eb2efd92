import type { MoneyProofDto } from '../../../src/review/trade-files/routes/money.dto.js';

/** The money of a symbol of a file, as the service sends it. */
export type SymbolProof = Pick<MoneyProofDto, keyof MoneyProofDto>;

interface ProofSums {
  /** The symbols whose profits were read. */
  readonly symbols: readonly SymbolProof[];
  readonly fileTotal: number;
  readonly total: number;
  readonly rows: number;
  readonly agree: number;
  readonly isEqual: boolean;
}

/** Returns the sums of a file; null if it has no profits, or if they were not read. */
export function proofSums(money: readonly SymbolProof[]): ProofSums | null {
  const symbols = money.filter(({ meaning }) => meaning !== 'none');
  if (symbols.length === 0) return null;
  const sum = (value: (symbol: SymbolProof) => number) =>
    symbols.reduce((before, symbol) => before + value(symbol), 0);
  return {
    symbols,
    fileTotal: sum(({ fileTotal }) => fileTotal ?? 0),
    total: sum(({ total }) => total),
    rows: sum(({ rows }) => rows),
    agree: sum(({ agree }) => agree),
    isEqual: symbols.every(isProven),
  };
}

/**
 * Returns whether all rows agree, and the sums, too. Each printed profit is rounded, so the sums may differ by the
 * smallest unit of the file for each row. The sum does not have more digits than the profits.
 */
function isProven({ rows, agree, fileTotal, total }: SymbolProof): boolean {
  const digits = String(fileTotal).split('.')[1]?.length ?? 0;
  return agree === rows && Math.abs(total - (fileTotal ?? 0)) <= rows * 10 ** -digits;
}
