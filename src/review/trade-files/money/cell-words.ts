import { currencyIn } from './currencies.js';

const EMPTY = /^(?:|-|–|—|nan|none|null|n\/a)$/i;
const ZERO_CELL = /^[-+]?0+(?:[.,]0*)?$/;
const SKIPPED = /^(?:open|total|subtotal|balance|deposit|withdrawal|credit)$/i;
const WORD_BEFORE = /^([A-Za-z]{3,4})\s*(?=[-−–+(.\d$€£¥])/;
const SIGN = /[$€£¥]/;
const WORD_AFTER = /(?<=[\d.)])\s*([A-Za-z]{3,4})$/;

/** Returns whether a cell means that there is no value: empty, `-`, `nan`, `none`, `null`, `n/a`. */
export const isEmptyCell = (cell: string): boolean => EMPTY.test(cell.trim());

/** Returns whether a cell of a stop or a target means that there is none. */
export const isEmptyLevel = (cell: string): boolean => isEmptyCell(cell) || ZERO_CELL.test(cell.trim());

/** Returns the number of a cell without a currency, and with a minus sign for brackets: `($204.50)` is `-$204.50`. */
export function amountIn(cell: string): string {
  const bare = bareAmount(cell);
  const [, inside] = /^\(([^()]*)\)$/.exec(bare) ?? [];
  return inside === undefined ? bare : `-${bareAmount(inside)}`;
}

const bareAmount = (text: string): string =>
  text.trim().replace(WORD_BEFORE, withoutCurrency).replace(WORD_AFTER, withoutCurrency);

const withoutCurrency = (found: string, word: string): string =>
  currencyIn(word) === undefined ? found : '';

/** Returns the currency that a cell names before or after its number: EUR in `10 EUR`. Undefined if it names none. */
export function currencyOfCell(cell: string): string | undefined {
  const text = cell.trim();
  const word = WORD_BEFORE.exec(text)?.[1] ?? WORD_AFTER.exec(text)?.[1] ?? SIGN.exec(text)?.[0];
  return word === undefined ? undefined : currencyIn(word);
}

/** Returns whether a row with this type or status is no closed trade: `Open`, `Total`, `balance`. */
export const isSkippedWord = (cell: string): boolean => SKIPPED.test(cell.trim());

/** Returns whether a row repeats the header. */
export const repeatsHeader = (cells: readonly string[], header: readonly string[]): boolean =>
  cells.length >= header.length &&
  header.every((name, place) => name.trim().toLowerCase() === cells[place]!.trim().toLowerCase());
