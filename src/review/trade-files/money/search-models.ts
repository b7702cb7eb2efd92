import { type Attempt, type FoundMoney, attemptOf } from './attempt.js';
import { conversion } from './conversion-model.js';
import { costsAtAnotherValue, costsByRowModel } from './costs-by-row-model.js';
import { areOtherCurrencies, currenciesOfPair } from './currencies.js';
import { hiddenCosts } from './hidden-costs-model.js';
import type { MoneyFile, ProfitKind } from './money-rows.js';
import { one, pointValues, roundedPrices } from './point-value-model.js';
import type { PreparedMoney, RowGroup } from './prepared-money.js';
import type { Steps } from './steps.js';

type Model = (attempt: Attempt) => FoundMoney | null;

const PLAIN_MODELS: readonly Model[] = [one, pointValues];
const OTHER_MODELS: readonly Model[] = [
  (attempt) => conversion(attempt, false),
  hiddenCosts,
  roundedPrices,
  costsByRowModel,
  costsAtAnotherValue,
  (attempt) => conversion(attempt, true),
];

/**
 * Returns what the first model finds that explains every row; null if none does. Each half of the models is tried with
 * the unit of the column, and then with the unit of each cell.
 */
export function* searchModels(
  file: MoneyFile,
  money: PreparedMoney,
  kind: ProfitKind,
): Steps<FoundMoney | null> {
  const isCross = crossTest(file);
  const ofColumn = attemptOf(money, kind, isCross, () => money.unit);
  const ofCells = attemptOf(money, kind, isCross, ({ unit }) => unit);
  const attempts = money.hasSeveralUnits ? [ofColumn, ofCells] : [ofColumn];
  for (const models of [PLAIN_MODELS, OTHER_MODELS]) {
    for (const attempt of attempts) {
      for (const model of models) {
        yield;
        const found = model(attempt);
        if (found !== null) return found;
      }
    }
  }
  return null;
}

/** Returns a function that says whether the profits of a group are in another currency than its prices. */
function crossTest(file: MoneyFile): (group: RowGroup) => boolean {
  const { priceCurrency, profitCurrency } = file;
  if (priceCurrency !== undefined && profitCurrency !== undefined && priceCurrency !== profitCurrency)
    return () => true;
  const account = profitCurrency ?? file.accountCurrency;
  if (account === undefined || account === '' || account === 'NONE') return () => false;
  const quotes = new Map<string, boolean>();
  return ({ symbol }) => {
    const known = quotes.get(symbol);
    if (known !== undefined) return known;
    const pair = currenciesOfPair(symbol);
    const isOther = pair !== null && areOtherCurrencies(pair[1], account);
    quotes.set(symbol, isOther);
    return isOther;
  };
}
