import { decimalText } from '../../../shared/decimal/decimal-text.js';
import { type ExactDecimal, minus, plus, times, toDouble } from '../../../shared/decimal/exact-decimal.js';
import { ZERO } from '../../../shared/decimal/exact-sum.js';
import type { Reading } from './attempt.js';
import type { StoredMoney, SymbolMoney, TakenMoney } from './money-result.js';
import type { MoneyModel, ProfitMeaning } from './money-rows.js';
import { type PreparedMoney, type PreparedRow, exactGross } from './prepared-money.js';
import type { PointValue } from './round-value.js';
import { ROWS_OF_STEP, type Steps } from './steps.js';
import { ROUNDING_SLACK } from './value-range.js';

/** The sums of one symbol. */
class SymbolSums {
  rows = 0;
  agree = 0;
  fileTotal = ZERO;
  total = ZERO;
  net = ZERO;
  /** Null if the rows have different values. */
  value: PointValue | null = null;

  constructor(readonly symbol: string) {}
}

interface Meaning {
  readonly column: string | null;
  readonly meaning: ProfitMeaning | 'none';
  readonly model: MoneyModel | null;
}

/** Returns the money of a file as a reading explains it. */
export function storedMoney(money: PreparedMoney, column: string, reading: Reading): Steps<TakenMoney> {
  const { meaning, model } = reading;
  return collected(
    money,
    { column, meaning, model },
    (row) => {
      const value = reading.valueOf(row);
      const gross = times(value.exact, row.move);
      if (row.profit === null) return { value, gross, fees: row.cost, isAsListed: true };
      const left = minus(gross, exactGross(row, meaning));
      const isRounding = isWithin(toDouble(left), reading.toleranceOf(row), toDouble(gross));
      return { value, gross, fees: isRounding ? row.cost : plus(left, row.cost), isAsListed: isRounding };
    },
    reading.toleranceOf,
  );
}

/** Returns the money of a file whose profits are not read. */
export const moneyOfPrices = (money: PreparedMoney, valueOf: Reading['valueOf']): Steps<TakenMoney> =>
  collected(money, { column: null, meaning: 'none', model: null }, (row) => {
    const value = valueOf(row);
    return { value, gross: times(value.exact, row.move), fees: row.cost, isAsListed: true };
  });

interface RowMoney {
  readonly value: PointValue;
  readonly gross: ExactDecimal;
  readonly fees: ExactDecimal;
  readonly isAsListed: boolean;
}

function* collected(
  money: PreparedMoney,
  { column, meaning, model }: Meaning,
  read: (row: PreparedRow) => RowMoney,
  toleranceOf?: Reading['toleranceOf'],
): Steps<TakenMoney> {
  const bySymbol = new Map<string, SymbolSums>();
  const rows: StoredMoney[] = [];
  for (const row of money.rows) {
    if (row.place % ROWS_OF_STEP === 0) yield;
    const { value, gross, fees, isAsListed } = read(row);
    const net = minus(gross, fees);
    rows.push({
      pointValue: decimalText(value.exact),
      feesPaid: decimalText(fees),
      plNet: decimalText(net),
      isAsListed,
    });
    const { symbol } = row.printed;
    const sums = bySymbol.get(symbol) ?? new SymbolSums(symbol);
    if (sums.rows === 0) bySymbol.set(symbol, sums);
    sums.value = sums.rows === 0 || sums.value?.value === value.value ? value : null;
    sums.rows += 1;
    sums.net = plus(sums.net, net);
    const stored = meaning === 'gross' ? gross : net;
    if (meaning === 'none') sums.total = plus(sums.total, stored);
    if (meaning === 'none' || row.profit === null) continue;
    sums.total = plus(sums.total, stored);
    sums.fileTotal = plus(sums.fileTotal, row.profit);
    const difference = toDouble(minus(stored, row.profit));
    if (isWithin(difference, toleranceOf!(row), toDouble(stored))) sums.agree += 1;
  }
  return {
    answer: 'taken',
    meaning,
    model,
    rows,
    money: [...bySymbol.values()].map((sums) => symbolMoney(sums, { column, meaning, model })),
  };
}

/** The ends of ranges of point values are rounded, so a difference may exceed its tolerance by that much. */
const isWithin = (difference: number, tolerance: number, amount: number): boolean =>
  Math.abs(difference) <= tolerance + 2 * ROUNDING_SLACK * Math.abs(amount);

function symbolMoney(sums: SymbolSums, { column, meaning, model }: Meaning): SymbolMoney {
  return {
    symbol: sums.symbol,
    column,
    meaning,
    model,
    pointValue: sums.value && decimalText(sums.value.exact),
    rows: sums.rows,
    agree: sums.agree,
    fileTotal: meaning === 'none' ? null : decimalText(sums.fileTotal),
    total: decimalText(sums.total),
    net: decimalText(sums.net),
  };
}
