/**
 * Columns of the csv export. The import reads a file with exactly these columns, in any order, as an export of this
 * service; see `formats/exported-csv.ts`.
 */
export const EXPORT_COLUMNS = [
  'clientId',
  'symbol',
  'feed',
  'side',
  'qty',
  'entryPrice',
  'entryTime',
  'exitPrice',
  'exitTime',
  'stopLoss',
  'takeProfit',
  'feesPaid',
  'spreadPaid',
  'slippagePaid',
  'givenCosts',
  'plGross',
  'plNet',
  'plPct',
  'rMultiple',
  'note',
  'tags',
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

export const COST_NAMES = ['feesPaid', 'spreadPaid', 'slippagePaid'] as const;
export type CostName = (typeof COST_NAMES)[number];
