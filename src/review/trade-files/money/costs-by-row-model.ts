import { type Attempt, type FoundMoney, readingByGroup } from './attempt.js';
import { fixedValues } from './fixed-values.js';
import { grossValue } from './prepared-money.js';
import { type PointValue, VALUE_OF_ONE } from './round-value.js';
import { PointValueRange } from './value-range.js';

/** Costs of a row, as parts of its turnover. */
const MIN_COST = -0.005;
const MAX_COST = 0.01;
/** Bounds of the slope of profit over move, and the rows from which on it counts. */
const MIN_SLOPE = 2 / 3;
const MAX_SLOPE = 3 / 2;
const MIN_SLOPE_ROWS = 3;
/** Costs of each row explain much. A value with more digits would not be seen among them. */
const MAX_DIGITS = 2;
/** A scratch trade does not say how large a point value may be. */
const OPEN_END = 2;

export interface CostsByRow {
  readonly values: readonly PointValue[];
  readonly questions: readonly string[];
}

/** Returns whether each row may have costs of its own, at a point value of 1 or the given one. Null if it may not. */
export function costsByRow({ kind, isAmbiguous, money }: Attempt): CostsByRow | null {
  if (kind === 'gross') return null;
  const values = money.groups.map(({ given }) => given ?? VALUE_OF_ONE);
  const points = new SlopeOf();
  let hasPositive = false;
  for (const [place, { rows }] of money.groups.entries()) {
    const { value } = values[place]!;
    for (const row of rows) {
      const turnover = value * row.turnover;
      const cost = value * row.moveValue - row.profitValue;
      if (cost < MIN_COST * turnover || cost > MAX_COST * turnover) return null;
      hasPositive ||= cost > 0;
      points.add((value * row.moveValue) / turnover, row.profitValue / turnover);
    }
  }
  const slope = points.slope();
  if (slope !== null && (slope < MIN_SLOPE || slope > MAX_SLOPE)) return null;
  return {
    values,
    questions: [
      ...(hasPositive ? [] : ['the profits are above the moves of the prices']),
      ...(isAmbiguous ? ['the rows have other costs than the listed ones'] : []),
    ],
  };
}

/** Model `costs-by-row`. */
export function costsByRowModel(attempt: Attempt): FoundMoney | null {
  const found = costsByRow(attempt);
  if (found === null) return null;
  const reading = readingByGroup(attempt, 'net', 'costs-by-row', found.values);
  return { readings: [reading], questions: found.questions };
}

/** Costs by row at another point value, which is always asked. */
export function costsAtAnotherValue(attempt: Attempt): FoundMoney | null {
  const { kind, money, unitOf } = attempt;
  if (kind === 'gross') return null;
  const ranges = money.groups.map(({ rows }) => {
    const range = new PointValueRange();
    for (const row of rows) {
      const gross = grossValue(row, 'net');
      range.atLeast(row.moveValue, gross - unitOf(row));
      range.atMost(row.moveValue - MAX_COST * row.turnover, gross);
    }
    range.endAt(OPEN_END);
    return range;
  });
  const values = fixedValues(money.groups, ranges);
  if (values === null) return null;
  if (values.some(({ digits }, place) => money.groups[place]!.given === null && digits > MAX_DIGITS))
    return null;
  return {
    readings: [readingByGroup(attempt, 'net', 'costs-by-row', values)],
    questions: ['the rows may have costs of their own at this point value'],
  };
}

/** The slope of points by least squares, with an intercept. */
class SlopeOf {
  #count = 0;
  #meanX = 0;
  #meanY = 0;
  #squares = 0;
  #products = 0;
  #first = NaN;
  #isOneX = true;

  add(x: number, y: number): void {
    this.#count += 1;
    if (this.#count === 1) this.#first = x;
    else if (Math.abs(x - this.#first) > 1e-12 * Math.abs(this.#first)) this.#isOneX = false;
    const dx = x - this.#meanX;
    this.#meanX += dx / this.#count;
    this.#meanY += (y - this.#meanY) / this.#count;
    this.#squares += dx * (x - this.#meanX);
    this.#products += dx * (y - this.#meanY);
  }

  /** Null if there are too few points, or all have the same x. */
  slope(): number | null {
    if (this.#count < MIN_SLOPE_ROWS || this.#isOneX) return null;
    return this.#products / this.#squares;
  }
}
