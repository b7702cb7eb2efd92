import { type GivenCosts, costsOfGross, costsOfNet, grossOf } from '../columns/costs-of.js';
import type { RawNumbers } from '../columns/raw-numbers.js';
import type { EarlierTraits, RawTrade } from '../formats/raw-trade.js';
import type { TradeInput } from '../../../trades/ingest-trades.dto.js';
import type { ProfitFacts } from './profit-facts.js';
import { scaledQty } from './scaled-qty.js';

/** A content that an earlier version read from a row, as far as it may differ. */
export type EarlierContent = Partial<
  Pick<TradeInput, 'note' | 'qty' | 'pointValue' | 'feesPaid' | 'spreadPaid' | 'slippagePaid'>
>;

/** The cells of a row from which versions before 1.12 derived its money. NaN for a cell that they would have refused. */
export interface EarlierCells {
  readonly symbol: string;
  readonly profit?: number | undefined;
  readonly feesPaid?: number | undefined;
  readonly spreadPaid?: number | undefined;
  readonly slippagePaid?: number | undefined;
  readonly charges?: readonly number[] | undefined;
  /** The note that version 1.2 made from the row. */
  readonly note?: string | undefined;
}

/** The facts that versions before 1.12 derived from a whole file. */
export interface EarlierFacts extends ProfitFacts {
  readonly traits: EarlierTraits;
}

/** Returns the cells of a row. */
export function earlierCells(raw: RawTrade, numbers: RawNumbers): EarlierCells {
  const number = (field: 'profit' | 'feesPaid' | 'spreadPaid' | 'slippagePaid') =>
    raw[field] === undefined ? undefined : numbers.value(field, raw[field]);
  return {
    symbol: raw.symbol ?? '',
    profit: number('profit'),
    feesPaid: number('feesPaid'),
    spreadPaid: number('spreadPaid'),
    slippagePaid: number('slippagePaid'),
    charges: raw.charges?.map((text) => numbers.value('charges', text)),
    note: raw.previousNote,
  };
}

type Prices = Pick<TradeInput, 'side' | 'qty' | 'entryPrice' | 'exitPrice' | 'note'>;

/**
 * Returns the contents that earlier versions read from a row: those of 1.3 to 1.11 and that of 1.2. Before 1.12 the point
 * value of contracts multiplied the quantity, so that the point value of the trade was 1.
 */
export function earlierContents(
  { side, qty: printedQty, entryPrice, exitPrice, note }: Prices,
  cells: EarlierCells,
  { traits, digit, pointValues }: EarlierFacts,
): EarlierContent[] {
  const { profit, feesPaid, spreadPaid, slippagePaid, charges = [] } = cells;
  if ([profit, feesPaid, spreadPaid, slippagePaid, ...charges].some(Number.isNaN)) return [];
  const qty = scaledQty({ qty: printedQty, entryPrice, exitPrice, profit }, pointValues.get(cells.symbol));
  const given: CostsOfEarlier = { feesPaid, spreadPaid, slippagePaid };
  const content = (costs: CostsOfEarlier): EarlierContent => ({ qty, pointValue: 1, ...costs });
  const gross = grossOf({ side, qty, entryPrice, exitPrice });
  const read = earlierCosts(gross, cells, given, { traits, digit });
  const noteOf12 = cells.note ?? note;
  return [content(read.costs), { ...content(read.previous ?? read.costs), note: noteOf12 }];
}

type CostsOfEarlier = { readonly [Cost in keyof GivenCosts]: number | undefined };

function earlierCosts(
  gross: number,
  { profit, charges = [] }: EarlierCells,
  given: CostsOfEarlier,
  { traits, digit }: Pick<EarlierFacts, 'traits' | 'digit'>,
): { readonly costs: CostsOfEarlier; readonly previous: CostsOfEarlier | null } {
  if (traits.profit === undefined) return { costs: given, previous: null };
  if (traits.profit === 'gross') {
    const paid = [given.feesPaid ?? 0, ...charges.map((charge) => -charge)];
    return costsOfGross({ gross, printed: profit ?? gross, digit }, paid);
  }
  if (profit !== undefined) return costsOfNet(gross, profit, digit, given);
  const { feesPaid, spreadPaid = 0, slippagePaid = 0 } = given;
  return { costs: { feesPaid, spreadPaid, slippagePaid }, previous: null };
}
