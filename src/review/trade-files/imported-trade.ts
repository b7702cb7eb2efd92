import { decimalOf, minus, parsedDecimal, plus, rounded } from '../../shared/decimal/exact-decimal.js';
import { excerpt } from '../../shared/text/excerpt.js';
import { validateSync } from 'class-validator';
import { trimmedTags } from '../../shared/fields/tags.js';
import { plainCheckOf } from '../../platform/http/plain-check.js';
import { fieldProblems } from '../../platform/http/request.pipe.js';
import { TradeInput } from '../../trades/ingest-trades.dto.js';
import { type CostsOfRow, type GivenCosts, costsOfNet, grossOf } from './columns/costs-of.js';
import { type EarlierCells, type EarlierContent, earlierCells } from './earlier/earlier-content.js';
import type { RowMoney } from './money-of-rows.js';
import type { RawNumbers } from './columns/raw-numbers.js';
import type { RawTimes } from './columns/raw-times.js';
import type { FormatTraits, RawTrade } from './formats/raw-trade.js';
import { RowValues } from './columns/row-values.js';
import { sideOf } from './formats/side-of.js';

/** A trade as the input of an ingest, with its tags and its position in the file. */
export interface ImportedTrade extends TradeInput {
  /** Line of a csv, from 1, or index of a trade in JSON, from 0. */
  readonly row: number;
  readonly symbol: string;
  readonly tags: string[];
  /** The net profit of the row, if it determines the costs of the trade. */
  readonly printedNet?: number | undefined;
  /** The contents that earlier versions read from the row. A trade with one of these contents counts as stored. */
  readonly previous?: readonly EarlierContent[] | undefined;
  /** The cells from which earlier versions derived the money of the trade; see `earlierContents`. */
  readonly earlier?: EarlierCells | undefined;
}

export interface FileFacts {
  readonly traits: FormatTraits;
  readonly numbers: RawNumbers;
  readonly times: RawTimes;
  /** Reads the cells as versions before 1.12 did. Null if they refused the file. */
  readonly earlierNumbers: RawNumbers | null;
  /** Returns the point value that the request gives for a symbol as printed. */
  readonly pointValueOf: (symbol: string) => number | undefined;
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

const isValid = plainCheckOf(TradeInput)!;

/**
 * Converts a row of a file to a trade.
 * @param money the money of the row, if the money of the file is read as a whole
 * @returns null if at least one problem was reported
 */
export function importedTrade(
  raw: RawTrade,
  clientId: string,
  facts: FileFacts,
  money: RowMoney | undefined,
  report: RowReport,
): ImportedTrade | null {
  const values = new RowValues(raw, facts.numbers, facts.times, report.problem, !!facts.traits.sideIn);
  const symbol = facts.symbolOf(raw.symbol ?? facts.symbol ?? '');
  if (symbol === '') values.problem('symbol', 'is missing: name it by the parameter symbol');
  const { side, qty } = values.sideAndQty(facts.traits.sideIn ?? sideOf);
  const entryPrice = values.required('entryPrice');
  const exitPrice = values.required('exitPrice');
  const { entryTime, exitTime, ambiguous } = values.times();
  const { money: moneyTraits } = facts.traits;
  const isOwn = moneyTraits === undefined;
  // The fields are listed explicitly; see `newTrade`. (Benchmark: "import of 100k trades, csv".)
  const input = {
    clientId,
    side,
    symbol,
    qty,
    entryPrice,
    entryTime,
    exitPrice,
    exitTime,
    feed: raw.feed,
    stopLoss: values.optional('stopLoss'),
    takeProfit: values.optional('takeProfit'),
    pointValue: facts.pointValueOf(raw.symbol ?? '') ?? values.optional('pointValue'),
    feesPaid: isOwn ? values.optional('feesPaid') : undefined,
    spreadPaid: values.optional('spreadPaid'),
    slippagePaid: values.optional('slippagePaid'),
    positionId: raw.positionId,
    note: raw.note,
    tags: trimmedTags(raw.tags),
  };
  const profit = isOwn ? values.profit() : undefined;
  if (moneyTraits) values.checkMoney(moneyTraits);
  // The printed numbers are checked before anything is computed with them, and the computed numbers afterwards.
  if (!values.sound || !isAccepted(input, values)) return null;
  const read = facts.traits.netProfitColumn !== undefined ? costsOfRow(input, profit) : null;
  if (read) Object.assign(input, { pointValue: 1, ...read.costs });
  if (money) setMoney(input, money);
  if ((read || money) && !isAccepted(input, values)) return null;
  if (ambiguous.length > 0) report.ambiguous(twoReadings(ambiguous));
  return Object.assign(input, {
    row: raw.row,
    printedNet: read ? profit : undefined,
    previous: isOwn ? previousContents(raw, read?.previous ?? null) : undefined,
    earlier: facts.earlierNumbers ? earlierCells(raw, facts.earlierNumbers) : undefined,
  });
}

function twoReadings(texts: readonly string[]): string {
  const times = texts.map(excerpt).join(' and ');
  return `has two readings, because the clock of the time zone shows ${times} twice; the earlier reading is used`;
}

function previousContents(
  { note = '', previousNote = note }: RawTrade,
  previous: GivenCosts | null,
): EarlierContent[] | undefined {
  if (previousNote === note && !previous) return undefined;
  return [{ note: previousNote, ...previous }];
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

/** One unit of the last decimal of a net profit of a known tool. */
const DIGIT = 1e-8;

/** Returns the costs that follow from the net profit that a row prints. */
function costsOfRow(trade: TradeInput, profit: number | undefined): PrintedCosts {
  const { feesPaid, spreadPaid, slippagePaid } = trade;
  if (profit === undefined)
    return {
      costs: { feesPaid, spreadPaid: spreadPaid ?? 0, slippagePaid: slippagePaid ?? 0 },
      previous: null,
    };
  // A net profit already includes the costs of its row.
  return costsOfNet(grossOf(trade), profit, DIGIT, { feesPaid, spreadPaid, slippagePaid });
}

type RowCosts = Pick<TradeInput, 'pointValue' | 'feesPaid' | 'spreadPaid' | 'slippagePaid'>;

/** Sets the costs and the point value of a row whose file is read as a whole. */
function setMoney(
  input: { -readonly [Field in keyof RowCosts]: RowCosts[Field] },
  { stored, isRead, listsCosts }: RowMoney,
): void {
  const all = parsedDecimal(stored.feesPaid);
  const { spreadPaid = 0, slippagePaid = 0 } = input;
  if (isRead) {
    input.pointValue = Number(stored.pointValue);
    input.spreadPaid = stored.isAsListed ? spreadPaid : 0;
    input.slippagePaid = stored.isAsListed ? slippagePaid : 0;
  }
  if (!isRead && !listsCosts) return;
  const areOthersIncluded = stored.isAsListed && (spreadPaid !== 0 || slippagePaid !== 0);
  input.feesPaid = rounded(
    areOthersIncluded ? minus(all, plus(decimalOf(spreadPaid), decimalOf(slippagePaid))) : all,
  );
}
