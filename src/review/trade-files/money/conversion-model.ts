import { type Attempt, type FoundMoney, type Reading } from './attempt.js';
import type { ProfitMeaning } from './money-rows.js';
import { explainingRange, MAX_VALUE_DIGITS } from './point-value-model.js';
import { type PreparedRow, type RowGroup, grossValue, toleranceOf } from './prepared-money.js';
import { type PointValue, pointValueOf, roundest } from './round-value.js';

const VALUE_DIGITS = 12;
/** Profits of fewer units say too little about a rate. */
const MIN_UNITS = 20;
/** Rates of one file do not differ by more. */
const MAX_RATIO = 1.5;
const MIN_ROWS = 4;
/** The rates of the right meaning vary so many times less. */
const CLEARER = 3;

interface Conversion {
  readonly reading: Reading;
  /** The rows whose rates count. */
  readonly count: number;
  /** The greatest ratio of two rates of a symbol. */
  readonly ratio: number;
}

/**
 * Model `conversion`: each row has a rate of its own, because the account has another currency than the prices.
 * @param isAnyFile true to read a file that does not name two currencies, which is always asked
 */
export function conversion(attempt: Attempt, isAnyFile: boolean): FoundMoney | null {
  const { money, isAmbiguous, isCross } = attempt;
  if (money.groups.some(isCross) === isAnyFile) return null;
  if (isAnyFile && money.groups.some(({ given }) => given !== null)) return null;
  const found = attempt.meanings
    .flatMap((meaning) => convertedBy(attempt, meaning, isAnyFile) ?? [])
    .toSorted((a, b) => a.ratio - b.ratio);
  const [best, other] = found;
  if (!best) return null;
  const isUnclear = other !== undefined && other.ratio - 1 < CLEARER * (best.ratio - 1);
  const questions = [
    ...(isAnyFile ? ['the profits seem to be in another currency than the prices'] : []),
    ...(best.count === 0 ? ['no profit is large enough to show a rate'] : []),
    ...(best.ratio > MAX_RATIO ? ['the rates of the rows differ'] : []),
    ...(isAmbiguous && (best.count < MIN_ROWS || isUnclear)
      ? ['the profit may be net or gross of the listed costs']
      : []),
  ];
  const others = found.slice(1).map(({ reading }) => reading);
  return { readings: [best.reading, ...others], questions, showsRows: isAnyFile && best.ratio > MAX_RATIO };
}

function convertedBy(attempt: Attempt, meaning: ProfitMeaning, isAnyFile: boolean): Conversion | null {
  const { money, unitOf } = attempt;
  const values: (PointValue | null)[] = money.rows.map(() => null);
  const medians: (PointValue | null)[] = [];
  const all: PointValue[] = [];
  let count = 0;
  let ratio = 1;
  for (const group of money.groups) {
    const fixed = isAnyFile || attempt.isCross(group) ? null : unconverted(attempt, group, meaning);
    const own = fixed ? null : ownRates(attempt, group, meaning);
    if (!fixed && !own) return null;
    let [least, most] = [Infinity, 0];
    for (const { row, rate } of own ?? []) {
      values[row.place] = rate;
      all.push(rate);
      if (Math.abs(row.profitValue) < MIN_UNITS * unitOf(row)) continue;
      count += 1;
      least = Math.min(least, rate.value);
      most = Math.max(most, rate.value);
    }
    if (most > 0) ratio = Math.max(ratio, most / least);
    medians.push(fixed ?? medianOf(own!.map(({ rate }) => rate)));
  }
  const ofFile = medianOf(all);
  if (ofFile === null) return null;
  const valueOf = (row: PreparedRow) => values[row.place] ?? medians[row.group] ?? ofFile;
  const tolerance = (row: PreparedRow) => toleranceOf(row, unitOf(row));
  return { reading: { meaning, model: 'conversion', valueOf, toleranceOf: tolerance }, count, ratio };
}

/** Returns the value of a symbol whose profits need no conversion; null if no simple value explains its rows. */
function unconverted(attempt: Attempt, group: RowGroup, meaning: ProfitMeaning): PointValue | null {
  const range = explainingRange(attempt, group, meaning);
  if (range.isEmpty || !range.fixesValue) return null;
  const value = group.given ?? roundest(range.low, range.high);
  return range.contains(value) && value.digits <= MAX_VALUE_DIGITS ? value : null;
}

/** Returns the rates of the rows that show one; null if a profit has another sign than the move of the price. */
function ownRates(
  { unitOf }: Attempt,
  { rows }: RowGroup,
  meaning: ProfitMeaning,
): { row: PreparedRow; rate: PointValue }[] | null {
  const rates: { row: PreparedRow; rate: PointValue }[] = [];
  for (const row of rows) {
    const gross = grossValue(row, meaning);
    if (!row.moved || Math.abs(gross) <= toleranceOf(row, unitOf(row))) continue;
    const rate = gross / row.moveValue;
    if (!(rate > 0)) return null;
    rates.push({ row, rate: pointValueOf(rate.toPrecision(VALUE_DIGITS)) });
  }
  return rates;
}

/** Returns the median, of an even number the mean of the middle two; null for no values. */
export function medianOf(values: readonly PointValue[]): PointValue | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  if (lower.value === upper.value) return lower;
  return pointValueOf(((lower.value + upper.value) / 2).toPrecision(VALUE_DIGITS));
}
