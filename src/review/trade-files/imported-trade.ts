import { excerpt } from '../../shared/text/excerpt.js';
import { validateSync } from 'class-validator';
import { trimmedTags } from '../../shared/fields/tags.js';
import { plainCheckOf } from '../../platform/http/plain-check.js';
import { fieldProblems } from '../../platform/http/request.pipe.js';
import { derivedFigures } from '../../shared/figures/derived-figures.js';
import { TradeInput } from '../../trades/ingest-trades.dto.js';
import { type CostsOfRow, type GivenCosts, costsOfGross, costsOfNet } from './columns/costs-of.js';
import { scaledQty } from './columns/scaled-qty.js';
import type { ProfitFacts } from './columns/profit-facts.js';
import type { RawNumbers } from './columns/raw-numbers.js';
import type { RawTimes } from './columns/raw-times.js';
import type { FormatTraits, RawTrade } from './formats/raw-trade.js';
import { RowValues } from './columns/row-values.js';
import { sideOf } from './columns/side-of.js';

/** A trade as the input of an ingest, with its tags and its position in the file. */
export interface ImportedTrade extends TradeInput {
  /** Line of a csv, from 1, or index of a trade in JSON, from 0. */
  readonly row: number;
  readonly symbol: string;
  readonly tags: string[];
  /**
   * The content that version 1.2 read from the row, if it is different. A trade that version 1.2 stored then counts as
   * stored.
   */
  readonly previous?: PreviousContent | undefined;
}

export type PreviousContent = Pick<TradeInput, 'note'> & Partial<GivenCosts>;

export interface FileFacts {
  readonly traits: FormatTraits;
  readonly numbers: RawNumbers;
  readonly times: RawTimes;
  readonly profits: ProfitFacts;
  /** Symbol of rows that name no symbol. */
  readonly symbol: string | undefined;
  /** Returns a symbol in the form of assets. */
  readonly symbolOf: (text: string) => string;
}

/** Receives the findings on a row. */
export interface RowReport {
  readonly problem: (field: string, message: string) => void;
  readonly ambiguous: (reason: string) => void;
}

const NO_COSTS = { spread: 0, slippage: 0, fees: { entryFee: 0, exitFee: 0, type: 'percent' } } as const;

const isValid = plainCheckOf(TradeInput)!;

/**
 * Converts a row of a file to a trade.
 *
 * If a file counts contracts, its quantities are multiplied by the value of one contract, which the profits of the file
 * show. The costs of a file with profits follow from the file alone, for a point value of 1. So the trades of such files
 * have this point value, whatever the multiplier of their asset.
 * @returns null if at least one problem was reported
 */
export function importedTrade(
  raw: RawTrade,
  clientId: string,
  facts: FileFacts,
  report: RowReport,
): ImportedTrade | null {
  const values = new RowValues(raw, facts.numbers, facts.times, report.problem);
  const side = sideOf(raw.side);
  if (!side) values.problem('side', `must be long or short, not ${excerpt(raw.side)}`);
  const symbol = facts.symbolOf(raw.symbol ?? facts.symbol ?? '');
  if (symbol === '') values.problem('symbol', 'is missing: name it by the parameter symbol');
  const printed = {
    qty: values.required('qty'),
    entryPrice: values.required('entryPrice'),
    exitPrice: values.required('exitPrice'),
    profit: values.profit(),
  };
  const { entryPrice, exitPrice } = printed;
  const { entryTime, exitTime, ambiguous } = values.times();
  // The fields are listed explicitly; see `newTrade`. (Benchmark: "import of 100k trades, csv".)
  const input = {
    clientId,
    side: side ?? 'long',
    symbol,
    qty: printed.qty,
    entryPrice,
    entryTime,
    exitPrice,
    exitTime,
    feed: raw.feed,
    stopLoss: values.optional('stopLoss'),
    takeProfit: values.optional('takeProfit'),
    pointValue: facts.traits.profit ? 1 : values.optional('pointValue'),
    feesPaid: values.optional('feesPaid'),
    spreadPaid: values.optional('spreadPaid'),
    slippagePaid: values.optional('slippagePaid'),
    positionId: raw.positionId,
    note: raw.note,
    tags: trimmedTags(raw.tags),
  };
  const charges = values.charges();
  // The printed numbers are checked before anything is computed with them, and the computed numbers afterwards.
  if (!values.sound || !isAccepted(input, values)) return null;
  input.qty = scaledQty(printed, facts.profits.pointValues.get(raw.symbol ?? ''));
  if (input.qty !== printed.qty && !isAccepted(input, values)) return null;
  const read = facts.traits.profit ? costsOfRow(input, printed.profit, charges, facts) : null;
  if (read && !isAccepted(Object.assign(input, read.costs), values)) return null;
  if (ambiguous.length > 0) report.ambiguous(twoReadings(ambiguous));
  return Object.assign(input, { row: raw.row, previous: previousContent(raw, read?.previous ?? null) });
}

function twoReadings(texts: readonly string[]): string {
  const times = texts.map(excerpt).join(' and ');
  return `has two readings, because the clock of the time zone shows ${times} twice; the earlier reading is used`;
}

function previousContent(
  { note = '', previousNote = note }: RawTrade,
  previous: GivenCosts | null,
): PreviousContent | undefined {
  if (previousNote === note && !previous) return undefined;
  return { note: previousNote, ...previous };
}

/** Returns whether a trade is valid by the rules of an ingest. Reports its problems otherwise. */
function isAccepted(input: TradeInput, values: RowValues): boolean {
  if (isValid(input)) return true;
  for (const { field, message } of fieldProblems(validateSync(Object.assign(new TradeInput(), input))))
    values.problem(field, message);
  return false;
}

/** Costs of a row. A cost that the row does not contain is undefined. */
interface PrintedCosts extends Pick<CostsOfRow, 'previous'> {
  readonly costs: { readonly [Cost in keyof GivenCosts]: number | undefined };
}

/** Returns the costs that follow from the profit that a row prints. */
function costsOfRow(
  trade: TradeInput,
  profit: number | undefined,
  charges: readonly number[],
  { traits, profits: { digit } }: FileFacts,
): PrintedCosts {
  const { side, qty, entryPrice, exitPrice, feesPaid, spreadPaid, slippagePaid } = trade;
  const { plGross } = derivedFigures({ side, qty, entryPrice, exitPrice, stopLoss: null }, NO_COSTS);
  // A net profit already includes the costs of its row.
  if (traits.profit === 'net' && profit !== undefined)
    return costsOfNet(plGross, profit, digit, { feesPaid, spreadPaid, slippagePaid });
  if (traits.profit === 'net')
    return {
      costs: { feesPaid, spreadPaid: spreadPaid ?? 0, slippagePaid: slippagePaid ?? 0 },
      previous: null,
    };
  const paid = [feesPaid ?? 0, ...charges.map((charge) => -charge)];
  return costsOfGross({ gross: plGross, printed: profit ?? plGross, digit }, paid);
}
