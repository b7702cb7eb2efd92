/** The columns that a csv of any program needs, with their meaning. */
export const NEEDED_COLUMNS = [
  ['side', 'long or short'],
  ['qty', 'the quantity'],
  ['entryTime', 'when the trade was opened'],
  ['entryPrice', 'the price at which it was opened'],
  ['exitTime', 'when the trade was closed'],
  ['exitPrice', 'the price at which it was closed'],
] as const;

/** A csv with the columns that are needed, the usual further columns, and two trades as examples. */
export const TEMPLATE = `symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice,stopLoss,feesPaid,note
BTCUSDT,long,0.5,2024-01-15T09:30:00Z,42000,2024-01-15T14:00:00Z,42500,41500,10.5,Example: replace these rows
BTCUSDT,short,0.25,2024-01-16T10:00:00Z,43000,2024-01-16T11:30:00Z,42800,43300,5.4,
`;

export const TEMPLATE_NAME = 'trades-template.csv';
