import { parsedDecimal, plus, toDouble } from '../../../shared/decimal/exact-decimal.js';
import { ZERO } from '../../../shared/decimal/exact-sum.js';
import type { CostSign, MoneyFile } from './money-rows.js';

export interface FoundSign {
  readonly sign: CostSign;
  /** True if nothing in the file tells the sign. */
  readonly isAsked: boolean;
  /** True if the sign is doubtful for a gross profit, from which the costs are still to be taken. */
  readonly isDoubtfulIfGross: boolean;
}

/** Returns what a positive cost means. One sign holds for all columns of costs. */
export function costSignOf(file: MoneyFile): FoundSign {
  const fees = new SignCount();
  const carries = new SignCount();
  const kinds = (file.costColumns ?? []).map(({ kind }) => kind);
  for (const { costs = [] } of file.rows)
    for (const [place, cost] of costs.entries())
      if (cost !== null && cost !== '') (kinds[place] === 'carry' ? carries : fees).add(cost);
  const known = file.answers?.costs ?? file.costSign;
  if (known !== undefined) return { sign: known, isAsked: false, isDoubtfulIfGross: false };
  if (fees.hasAny) {
    return {
      sign: toDouble(fees.sum) < 0 ? 'credit' : 'paid',
      isAsked: false,
      isDoubtfulIfGross: fees.hasBoth || (fees.hasPositive && carries.hasNegative),
    };
  }
  if (carries.hasNegative) return { sign: 'credit', isAsked: false, isDoubtfulIfGross: false };
  return { sign: 'paid', isAsked: carries.hasPositive, isDoubtfulIfGross: false };
}

class SignCount {
  sum = ZERO;
  hasPositive = false;
  hasNegative = false;

  add(text: string): void {
    const cost = parsedDecimal(text.toLowerCase());
    this.sum = plus(this.sum, cost);
    if (toDouble(cost) > 0) this.hasPositive = true;
    if (toDouble(cost) < 0) this.hasNegative = true;
  }

  get hasAny(): boolean {
    return this.hasPositive || this.hasNegative;
  }

  get hasBoth(): boolean {
    return this.hasPositive && this.hasNegative;
  }
}
