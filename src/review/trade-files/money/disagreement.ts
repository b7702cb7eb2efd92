import { decimalText } from '../../../shared/decimal/decimal-text.js';
import { minus, parsedDecimal, toDouble } from '../../../shared/decimal/exact-decimal.js';
import type { MoneyDetail } from './money-result.js';
import type { MoneyFile, ProfitMeaning } from './money-rows.js';
import {
  type PreparedMoney,
  type PreparedRow,
  type RowGroup,
  grossValue,
  toleranceOf,
} from './prepared-money.js';

/** Further rows are not listed. */
const MAX_DETAILS = 100;

/**
 * Returns the rows whose profits disagree with the prices: those of the wrong sign, else those that the point value which
 * explains most rows leaves out.
 */
export function disagreements(file: MoneyFile, money: PreparedMoney): MoneyDetail[] {
  const kind = file.profit!.kind;
  const meanings: readonly ProfitMeaning[] = kind === 'unknown' ? ['net', 'gross'] : [kind];
  const wrong = money.rows.filter((row) => row.profit !== null && hasWrongSign(row, money.unit, meanings));
  const rows = wrong.length > 0 ? wrong : rowsLeftOut(money, meanings);
  return rows.slice(0, MAX_DETAILS).map((row) => ({ row: row.printed.row, message: messageOf(file, row) }));
}

/** Returns whether a profit has another sign than the move of the price, and costs do not explain why. */
function hasWrongSign(row: PreparedRow, unit: number, meanings: readonly ProfitMeaning[]): boolean {
  return (
    row.moved &&
    meanings.every((meaning) => {
      const gross = grossValue(row, meaning);
      return Math.abs(gross) > toleranceOf(row, unit) && gross > 0 !== row.moveValue > 0;
    })
  );
}

/** Returns the rows that the best values leave out, in the order of the file. */
function rowsLeftOut(money: PreparedMoney, meanings: readonly ProfitMeaning[]): PreparedRow[] {
  const left = meanings.map((meaning) =>
    money.groups.flatMap((group) => leftOutOf(group, meaning, money.unit)),
  );
  const [fewest] = left.toSorted((a, b) => a.length - b.length);
  const found = fewest!.length > 0 ? fewest! : money.rows.filter(({ profit }) => profit !== null);
  return found.toSorted((a, b) => a.place - b.place);
}

/** Returns the rows of a group that the value which explains most of them leaves out. */
function leftOutOf({ rows, given }: RowGroup, meaning: ProfitMeaning, unit: number): PreparedRow[] {
  const ranges = rows.map((row) => {
    const gross = grossValue(row, meaning);
    const tolerance = toleranceOf(row, unit);
    if (!row.moved) return Math.abs(gross) <= tolerance ? ([0, Infinity] as const) : null;
    const ends = [(gross - tolerance) / row.moveValue, (gross + tolerance) / row.moveValue];
    return [Math.min(...ends), Math.max(...ends)] as const;
  });
  const best = given?.value ?? mostCovered(ranges.filter((range) => range !== null));
  return rows.filter((_, place) => {
    const range = ranges[place];
    return !range || best < range[0] || best > range[1];
  });
}

/** Returns a value that most ranges contain. */
function mostCovered(ranges: readonly (readonly [number, number])[]): number {
  const ends = ranges
    .flatMap(([low, high]) => [
      { value: low, isLow: true },
      { value: high, isLow: false },
    ])
    .toSorted((a, b) => a.value - b.value || Number(b.isLow) - Number(a.isLow));
  let [open, most, best] = [0, 0, 1];
  for (const { value, isLow } of ends) {
    open += isLow ? 1 : -1;
    if (open > most) [most, best] = [open, value];
  }
  return best;
}

/** Example: `line 2: long, the price rose by 10, but column profit says −20.00`. */
function messageOf({ rowsAre = 'lines', profit }: MoneyFile, { printed }: PreparedRow): string {
  const { row, side, entryPrice, exitPrice } = printed;
  const change = minus(parsedDecimal(exitPrice.toLowerCase()), parsedDecimal(entryPrice.toLowerCase()));
  const size = decimalText(change).replace('-', '');
  const moved =
    change.mantissa == 0
      ? 'the price did not move'
      : `the price ${toDouble(change) < 0 ? 'fell' : 'rose'} by ${size}`;
  return `${rowsAre.slice(0, -1)} ${row}: ${side}, ${moved}, but column ${profit!.name} says ${printed.profit!.replace('-', '−')}`;
}
