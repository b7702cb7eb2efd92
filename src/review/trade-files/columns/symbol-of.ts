/** Characters within symbols, which assets leave out. */
const SEPARATORS = /[/\-_.#\s]/g;
const ALL_BUT_LETTERS_AND_DIGITS = /[^A-Za-z0-9]/g;

/**
 * Returns a symbol in the form of the assets: `BTC/USDT:USDT`, `BINANCE:BTCUSDT`, `BTC-USDT` and `btcusdt` become
 * BTCUSDT. The text before a colon is the venue. If this text contains a slash, it is the pair instead, and the text
 * after the colon is the settlement currency.
 */
export const symbolOf = (text: string): string => symbolWithout(SEPARATORS, text);

/** Like `symbolOf`, but keeps only letters and digits: `ES1!` becomes ES1. */
export const bareSymbolOf = (text: string): string => symbolWithout(ALL_BUT_LETTERS_AND_DIGITS, text);

function symbolWithout(removed: RegExp, text: string): string {
  const [before = '', after] = text.trim().split(':');
  const name = after === undefined || before.includes('/') ? before : after;
  return name.replaceAll(removed, '').toUpperCase();
}
