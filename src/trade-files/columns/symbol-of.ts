/**
 * Returns a symbol in the form of the assets: `BTC/USDT:USDT`, `BINANCE:BTCUSDT`, `BTC-USDT` and `btcusdt` become
 * BTCUSDT. The text before a colon is the venue. If this text contains a slash, it is the pair instead, and the text
 * after the colon is the settlement currency.
 */
export function symbolOf(text: string): string {
  const [before = '', after] = text.trim().split(':');
  const name = after === undefined || before.includes('/') ? before : after;
  return name.replaceAll(/[/\-_.#\s]/g, '').toUpperCase();
}
