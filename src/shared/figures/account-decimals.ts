/**
 * Returns the number of decimals for amounts of an account: 2 for ordinary balances, more for small balances, such as
 * balances in bitcoin.
 */
export function accountDecimals(initialBalance: number): number {
  if (!(initialBalance > 0)) return 2;
  return Math.min(8, Math.max(2, 4 - Math.floor(Math.log10(initialBalance))));
}
