/** Returns the profit of all trades in a list of TradingView, and the profit of its trades that are still open. */
export function printedNet(text: string): { readonly net: number; readonly open: number } {
  const [head = '', ...rows] = text.trim().split(/\r?\n/);
  const columns = head.split(',');
  const place = (start: string) => columns.findIndex((column) => column.startsWith(start));
  const cells = rows.map((row) => row.split(','));
  const isOpen = (row: readonly string[]) =>
    row[place('Type')]!.startsWith('Exit') && row[place('Signal')] === 'Open';
  const sum = (list: readonly (readonly string[])[]) =>
    list.reduce((total, row) => total + Number(row[place('Net P&L')]), 0);
  const exits = cells.filter((row) => row[place('Type')]!.startsWith('Exit'));
  return { net: sum(exits), open: sum(exits.filter(isOpen)) };
}
