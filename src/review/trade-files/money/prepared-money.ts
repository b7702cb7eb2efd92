import {
  type ExactDecimal,
  POWERS_OF_TEN,
  minus,
  parsedDecimal,
  plus,
  times,
  toDouble,
} from '../../../shared/decimal/exact-decimal.js';
import { ZERO } from '../../../shared/decimal/exact-sum.js';
import { type PointValue, pointValueOf } from './round-value.js';
import { ROWS_OF_STEP, type Steps } from './steps.js';
import type { CostSign, MoneyFile, MoneyRow, ProfitMeaning } from './money-rows.js';

/** The smallest unit of a printed profit that counts. Some tools print binary noise in further digits. */
const MIN_UNIT = 1e-8;
/** Part of a profit by which it may differ, because tools compute with doubles. */
const RELATIVE_TOLERANCE = 1e-8;

/** The numbers of a row, as exact decimals and as the nearest doubles. */
export interface PreparedRow {
  /** Place in the file's rows. */
  readonly place: number;
  /** Place of its group in `groups`. */
  readonly group: number;
  readonly printed: MoneyRow;
  /** d · (exit − entry) · quantity, where d is −1 for a short. */
  readonly move: ExactDecimal;
  readonly moveValue: number;
  /** True if the price moved. */
  readonly moved: boolean;
  readonly qty: number;
  /** quantity · (entry + exit) */
  readonly turnover: number;
  /** Null if the row prints no profit. */
  readonly profit: ExactDecimal | null;
  readonly profitValue: number;
  /** Unit of the last digit of the profit, at least 1e-8. */
  readonly unit: number;
  /** Sum of the listed costs; positive if paid. */
  readonly cost: ExactDecimal;
  readonly costValue: number;
  /** Profit plus costs. */
  readonly netGrossValue: number;
  /** Units of the last digits of the prices. */
  readonly entryUnit: number;
  readonly exitUnit: number;
}

/** The rows of a symbol. If its rows print different point values, each has a group of its own. */
export interface RowGroup {
  readonly symbol: string;
  /** The point value that the file or the request gives. */
  readonly given: PointValue | null;
  readonly all: readonly PreparedRow[];
  /** The rows with a profit. */
  readonly rows: readonly PreparedRow[];
  readonly movedCount: number;
  /** The most by which a printed move can differ from the true one, if prices are printed with fewer digits. */
  readonly moveError: number;
}

export interface PreparedMoney {
  readonly rows: readonly PreparedRow[];
  readonly groups: readonly RowGroup[];
  readonly movedCount: number;
  /** True if a listed cost is other than 0. */
  readonly hasCosts: boolean;
  /** Unit of the last digit in the column of profits. */
  readonly unit: number;
  /** True if profits have different numbers of decimals. */
  readonly hasSeveralUnits: boolean;
}

/** @param sign what a positive cost means */
export function* preparedMoney(file: MoneyFile, sign: CostSign): Steps<PreparedMoney> {
  const places = new Map<string, number>();
  const members: { readonly given: string | null; readonly all: PreparedRow[] }[] = [];
  const rows: PreparedRow[] = [];
  for (const [place, printed] of file.rows.entries()) {
    if (place % ROWS_OF_STEP === 0) yield;
    const given = givenValue(file, printed);
    const key = `${given ?? ''} ${printed.symbol}`;
    const group = places.get(key) ?? members.push({ given, all: [] }) - 1;
    places.set(key, group);
    const row = preparedRow(printed, { place, group }, sign);
    members[group]!.all.push(row);
    rows.push(row);
  }
  const groups = members.map(({ given, all }) => rowGroup(given, all));
  const units = rows.filter(({ profit }) => profit !== null).map(({ unit }) => unit);
  const unit = units.reduce((least, each) => Math.min(least, each), 1);
  return {
    rows,
    groups,
    movedCount: groups.reduce((sum, { movedCount }) => sum + movedCount, 0),
    hasCosts: rows.some(({ costValue }) => costValue !== 0),
    unit,
    hasSeveralUnits: units.some((each) => each > unit),
  };
}

/** Returns the point value that the request or the row gives; null if neither gives one above 0. */
function givenValue({ answers }: MoneyFile, { symbol, pointValue = null }: MoneyRow): string | null {
  const answer = answers?.pointValue;
  const given = (typeof answer === 'string' ? answer : answer?.get(symbol)) ?? pointValue;
  return given !== null && Number(given) > 0 ? given : null;
}

const decimalIn = (text: string): ExactDecimal =>
  parsedDecimal(text.includes('E') ? text.toLowerCase() : text);

const lastUnit = ({ scale }: ExactDecimal): number => 1 / (POWERS_OF_TEN[scale] ?? 10 ** scale);

function preparedRow(
  printed: MoneyRow,
  { place, group }: Pick<PreparedRow, 'place' | 'group'>,
  sign: CostSign,
): PreparedRow {
  const entry = decimalIn(printed.entryPrice);
  const exit = decimalIn(printed.exitPrice);
  const qty = decimalIn(printed.qty);
  const move = times(printed.side === 'long' ? minus(exit, entry) : minus(entry, exit), qty);
  const profit = printed.profit === null ? null : decimalIn(printed.profit);
  const cost = costOf(printed, profit, sign);
  return {
    place,
    group,
    printed,
    move,
    moveValue: toDouble(move),
    moved: move.mantissa != 0,
    qty: toDouble(qty),
    turnover: toDouble(times(plus(entry, exit), qty)),
    profit,
    profitValue: profit === null ? NaN : toDouble(profit),
    unit: profit === null ? 1 : Math.max(lastUnit(profit), MIN_UNIT),
    cost,
    costValue: toDouble(cost),
    netGrossValue: profit === null ? NaN : toDouble(plus(profit, cost)),
    entryUnit: lastUnit(entry),
    exitUnit: lastUnit(exit),
  };
}

function costOf({ gross, costs = [] }: MoneyRow, profit: ExactDecimal | null, sign: CostSign): ExactDecimal {
  if (gross !== undefined && gross !== null && profit !== null) return minus(decimalIn(gross), profit);
  let sum = ZERO;
  for (const cost of costs) if (cost !== null && cost !== '') sum = plus(sum, decimalIn(cost));
  return sign === 'paid' ? sum : minus(ZERO, sum);
}

function rowGroup(given: string | null, all: readonly PreparedRow[]): RowGroup {
  const rows = all.filter(({ profit }) => profit !== null);
  const least = (unit: 'entryUnit' | 'exitUnit') =>
    rows.reduce((found, row) => Math.min(found, row[unit]), 1);
  return {
    symbol: all[0]!.printed.symbol,
    given: given === null ? null : pointValueOf(given),
    all,
    rows,
    movedCount: rows.filter(({ moved }) => moved).length,
    moveError: (least('entryUnit') + least('exitUnit')) / 2,
  };
}

/** Returns the tolerance of a row's profit, given the unit of the last digit. */
export const toleranceOf = ({ profitValue }: PreparedRow, unit: number): number =>
  unit + RELATIVE_TOLERANCE * Math.abs(profitValue);

/** Returns what the move has to yield: the profit before the listed costs. */
export const grossValue = (row: PreparedRow, meaning: ProfitMeaning): number =>
  meaning === 'net' ? row.netGrossValue : row.profitValue;

export const exactGross = (row: PreparedRow, meaning: ProfitMeaning): ExactDecimal =>
  meaning === 'net' ? plus(row.profit!, row.cost) : row.profit!;
