import { amountIn, isEmptyCell } from './cell-words.js';
import { hasOtherUnit } from './column-names.js';
import type { ProfitCandidate } from './money-columns.js';

/** Collects what the cells of a column that may be the profit say about it. */
export class ProfitCells {
  #hasNumber = false;
  #hasOtherUnit = false;

  /**
   * @param cell as printed
   * @param isNumber returns whether the text, which has no currency, is a number
   */
  see(cell: string, isNumber: (text: string) => boolean): void {
    if (isEmptyCell(cell) || this.#hasOtherUnit) return;
    if (hasOtherUnit(cell)) this.#hasOtherUnit = true;
    else this.#hasNumber ||= isNumber(amountIn(cell));
  }

  /** True if the column has numbers, which are money. */
  get isMoney(): boolean {
    return this.#hasNumber && !this.#hasOtherUnit;
  }
}

export interface ChosenProfit {
  readonly profit: ProfitCandidate | null;
  /** A gross profit beside a net one, from which the costs follow. */
  readonly gross: ProfitCandidate | null;
}

/** Returns the columns of profits: the first candidate with money, and a gross one beside a net one. */
export function chosenProfit(
  candidates: readonly ProfitCandidate[],
  isMoney: (candidate: ProfitCandidate) => boolean,
): ChosenProfit {
  const found = candidates.filter(isMoney);
  const [profit = null] = found;
  const gross = profit?.kind === 'net' ? found.find(({ kind }) => kind === 'gross') : undefined;
  return { profit, gross: gross ?? null };
}
