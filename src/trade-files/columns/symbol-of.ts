/**
 * Returns a symbol in the form of assets: `BTC/USDT:USDT`, `BINANCE:BTCUSDT`, `BTC-USDT` and `btcusdt` become BTCUSDT.
 * The text before a colon is the venue. If it contains a slash, it is the pair, and the settlement currency follows
 * the colon.
 */
export function symbolOf(text: string): string {
  const [before = '', after] = text.trim().split(':');
  const name = after === undefined || before.includes('/') ? before : after;
  return name.replaceAll(/[/\-_.#\s]/g, '').toUpperCase();
}
