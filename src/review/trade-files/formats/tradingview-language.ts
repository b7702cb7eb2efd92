import { TRADINGVIEW_COLUMNS, TRADINGVIEW_LANGUAGES, type TradingViewColumn } from './tradingview-words.js';

/** The way on for a list whose language is not known. */
export const SWITCH_TO_ENGLISH =
  'if TradingView wrote it in another language, set TradingView to English (menu at the top left, Language) and export the list again';

const LANGUAGES = Object.values(TRADINGVIEW_LANGUAGES);

/** Columns whose names may be followed by a currency. */
const WITH_CURRENCY: ReadonlySet<TradingViewColumn> = new Set(['price', 'profit']);

/** Returns a text in the form in which texts are compared. Some lists have full-width brackets. */
const plain = (text: string): string =>
  text.normalize('NFKC').replaceAll(/\s+/g, ' ').replaceAll(/ ?\(/g, ' (').trim().toLowerCase();

const wordsOf = (part: 'entry' | 'exit' | 'long' | 'short' | 'open'): readonly string[] => [
  ...new Set(LANGUAGES.flatMap((language): readonly string[] => language[part]).map(plain)),
];

const NAMES: ReadonlyMap<TradingViewColumn, ReadonlySet<string>> = new Map(
  TRADINGVIEW_COLUMNS.map((column) => [
    column,
    new Set(LANGUAGES.flatMap(({ columns }): readonly string[] => columns[column]).map(plain)),
  ]),
);

const KINDS = [
  ['entry', wordsOf('entry')],
  ['exit', wordsOf('exit')],
] as const;
const SIDES = [
  ['long', wordsOf('long')],
  ['short', wordsOf('short')],
] as const;
const OPEN: ReadonlySet<string> = new Set(wordsOf('open'));

/** A currency, or a percent sign, after the name of a column. */
const SUFFIX = / (?<currency>[^\s%]+)$/;

/** Returns the index of a column in a header; −1 if the header does not have it. */
export const tradingviewPlace = (header: readonly string[], column: TradingViewColumn): number =>
  header.findIndex((cell) => {
    const name = plain(cell);
    return (
      NAMES.get(column)!.has(name) ||
      (WITH_CURRENCY.has(column) && NAMES.get(column)!.has(name.replace(SUFFIX, '')))
    );
  });

/** Returns the word after the name of the column of profits; undefined if the name has no currency. */
export function currencyOfHeader(cell: string): string | undefined {
  const name = cell.normalize('NFKC').trim();
  return NAMES.get('profit')!.has(plain(name)) ? undefined : SUFFIX.exec(name)?.groups?.['currency'];
}

/** Returns the kind and the side of a row; undefined if its type is not known. */
export function kindAndSide(type: string): { kind: 'entry' | 'exit'; side: 'long' | 'short' } | undefined {
  const text = plain(type);
  const kinds = KINDS.filter(([, words]) => words.some((word) => text.includes(word)));
  const sides = SIDES.filter(([, words]) => words.some((word) => text.includes(word)));
  if (kinds.length !== 1 || sides.length !== 1) return undefined;
  return { kind: kinds[0]![0], side: sides[0]![0] };
}

/** Returns whether a signal stands for an exit that has not happened yet. */
export const isOpenSignal = (signal: string): boolean => OPEN.has(plain(signal));
