/** Codes of ISO 4217 that are common words of headers. */
const WORDS = new Set(['ALL', 'TOP', 'PAB']);
const CODES = new Set([
  ...Intl.supportedValuesOf('currency').filter((code) => !WORDS.has(code)),
  'XAU',
  'XAG',
  'XPT',
  'XPD',
]);
const STABLE_COINS = new Set(['USDT', 'USDC']);
const SIGNS: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/** Two codes with or without a separator, and a suffix as brokers add. A venue may come before a colon. */
const PAIR = /^(?:[^:]*:)?([A-Z]{3})[/\-_. ]?([A-Z]{3})(?:[.#\-_][A-Z0-9]*)?$/i;

/** Returns whether a word is a code of ISO 4217, USDT, USDC, $, €, £ or ¥. */
export const isCurrency = (word: string): boolean => currencyIn(word) !== undefined;

/** Returns the currency that a word names, such as `EUR`; undefined if it names none. `NONE` is no currency. */
export function currencyIn(word: string): string | undefined {
  const code = SIGNS[word] ?? word.toUpperCase();
  return CODES.has(code) || STABLE_COINS.has(code) ? code : undefined;
}

/** Returns the currencies of a pair of two codes, such as `EURJPY` or `FX:EUR/JPY`; null for any other symbol. */
export function currenciesOfPair(symbol: string): readonly [string, string] | null {
  const [, base, quote] = PAIR.exec(symbol.trim()) ?? [];
  if (base === undefined || quote === undefined) return null;
  const pair = [base.toUpperCase(), quote.toUpperCase()] as const;
  return CODES.has(pair[0]) && CODES.has(pair[1]) ? pair : null;
}

const DOLLARS = new Set(['USD', 'USDT', 'USDC']);

/** Returns whether two currencies differ. USDT and USDC are dollars. */
export const areOtherCurrencies = (a: string, b: string): boolean =>
  a.toUpperCase() !== b.toUpperCase() && !(DOLLARS.has(a.toUpperCase()) && DOLLARS.has(b.toUpperCase()));
