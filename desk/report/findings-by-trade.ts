import type { SheetData } from './sheet-data.js';

type Fills = NonNullable<SheetData['fills']>;

export type Findings = Fills['trades'][number]['findings'];

/** Returns the findings of each trade by its id. */
export const findingsByTrade = (fills: Fills | undefined): ReadonlyMap<string, Findings> =>
  new Map(fills?.trades.map(({ tradeId, findings }) => [tradeId, findings]));
