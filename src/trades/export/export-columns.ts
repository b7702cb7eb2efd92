/**
 * Columns of the csv export. The import reads a file with these columns, in any order, as an export of this service;
 * see `formats/exported-csv.ts`. The tags come last, because their bracket shows that a file does not end within a row.
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
  'pointValue',
  'positionId',
  'secondLook',
  'note',
  'tags',
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

/** Columns that exports of earlier versions lack. The import also reads a file without them. */
export const LATER_COLUMNS: readonly string[] = ['pointValue', 'positionId', 'secondLook'];

export const COST_NAMES = ['feesPaid', 'spreadPaid', 'slippagePaid'] as const;
export type CostName = (typeof COST_NAMES)[number];
