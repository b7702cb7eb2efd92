/**
 * A symbol as assets have it: `BTC/USDT:USDT`, `BINANCE:BTCUSDT`, `BTC-USDT` and `btcusdt` are BTCUSDT. Before a colon
 * stands the venue, or the pair if it has a slash: then the currency of settlement follows.
 */
export function symbolOf(text: string): string {
  const [before = '', after] = text.trim().split(':');
  const name = after === undefined || before.includes('/') ? before : after;
  return name.replaceAll(/[/\-_.#\s]/g, '').toUpperCase();
}
