import type { RunFacts } from './run-facts.js';

/** Facts of a report by the label of a cell. The value is in the next cell that is not empty. */
const LABELS = new Map<string, (value: string) => RunFacts>(
  Object.entries<(value: string) => RunFacts>({
    'initial deposit': (value) => amountIn(value),
    deposit: (value) => amountIn(value),
    currency: (value) => currencyOf(value),
    // The number of the account is followed by its currency: `12345 (USD, Broker-Demo, demo, Hedge)`.
    account: (value) => currencyOf(/\(([A-Z]+)[,)]/.exec(value)?.[1] ?? ''),
    // The bar length is followed by the range: `H1 (2023.01.01 - 2023.12.31)`.
    period: (value) => ({ timeframe: value.split(/\s/)[0]! }),
    expert: (value) => ({ strategy: value }),
  }),
);

/** A label ends with a colon. */
const HINT = /:\s*$|^\s*balance\s*$/i;

const AMOUNT = /^-?\d[\d\s.,'’]*/;

/** Returns the facts in a row of a report outside its positions. */
export function metatrader5Facts(cells: readonly string[]): RunFacts {
  // Most rows have no label, and a report may have very many rows.
  if (!cells.some((cell) => HINT.test(cell))) return {};
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const labelled = filled.slice(0, -1).map((cell, place) => {
    const fact = cell.endsWith(':') ? LABELS.get(cell.slice(0, -1).toLowerCase()) : undefined;
    return fact?.(filled[place + 1]!) ?? {};
  });
  return Object.assign({}, depositIn(filled), ...labelled) as RunFacts;
}

/** The first deal of an account is its deposit: a row of the type balance, which ends with the balance of the account. */
function depositIn(filled: readonly string[]): RunFacts {
  const type = filled.findIndex((cell) => /^balance$/i.test(cell));
  const amounts = type < 0 ? [] : filled.slice(type + 1).filter((cell) => AMOUNT.test(cell));
  return amountIn(amounts.at(-1) ?? '');
}

function amountIn(text: string): RunFacts {
  const [amount] = AMOUNT.exec(text) ?? [];
  return amount === undefined ? {} : { initialBalance: amount.trim() };
}

const currencyOf = (text: string): RunFacts => (/^[A-Z]{3,10}$/.test(text) ? { accountCurrency: text } : {});
