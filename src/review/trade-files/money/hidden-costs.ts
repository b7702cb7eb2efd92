import { ROUNDING_SLACK, PointValueRange } from './value-range.js';

/** A row with hidden costs: value · move − w · base is the profit, within the tolerance. */
export interface HiddenCostRow {
  readonly move: number;
  readonly profit: number;
  /** Above 0. */
  readonly base: number;
  readonly tolerance: number;
  readonly moved: boolean;
}

/** A line `slope · value + offset`. */
interface Line {
  readonly slope: number;
  readonly offset: number;
}

const NO_COST: Line = { slope: 0, offset: 0 };

/**
 * The pairs of point value and w ≥ 0 that explain rows are a convex polygon. For a point value, w is between the
 * highest of some lines and the lowest of others. The distance of the two is a convex function of the value, whose
 * zeros are the ends of the range of values. Newton's method finds each from outside, in a few steps, and computes it
 * from the two lines that meet there.
 */
export class HiddenCosts {
  constructor(private readonly rows: readonly HiddenCostRow[]) {}

  /**
   * Returns the range of point values.
   * @param most maximum number of rows that moved; further rows are left out
   */
  range(most: number): PointValueRange {
    const rows = this.rows.filter(({ moved }) => moved).slice(0, most);
    const range = new PointValueRange();
    const low = this.#end(rows, 0, 1);
    const high = this.#end(rows, Infinity, -1);
    if (low < Infinity) range.atLeast(1, low);
    else range.atMost(0, -1);
    range.atMost(1, high);
    return range;
  }

  /** Returns whether one w explains all rows at a point value. */
  explainAt(value: number): boolean {
    const { lower, upper } = limitsAt(this.rows, value);
    return at(lower, value) - at(upper, value) <= slackOf(this.rows, value);
  }

  /**
   * Returns the end of the range that is reached from a start in a direction. If no value explains the rows, the result
   * is Infinity for the lower end, and 0 for the upper end.
   */
  #end(rows: readonly HiddenCostRow[], start: number, direction: 1 | -1): number {
    let value = start;
    for (;;) {
      const { lower, upper } = limitsAt(rows, value);
      const slope = lower.slope - upper.slope;
      if (value === Infinity ? slope <= 0 : at(lower, value) <= at(upper, value)) return value;
      if (slope * direction >= 0) return direction === 1 ? Infinity : 0;
      const next = (upper.offset - lower.offset) / slope;
      if (value !== Infinity && (next - value) * direction <= 0) return value;
      value = next;
    }
  }
}

const at = ({ slope, offset }: Line, value: number): number => slope * value + offset;

/** Returns the lines that limit w at a value. There must be rows. */
function limitsAt(rows: readonly HiddenCostRow[], value: number): { lower: Line; upper: Line } {
  let lower = NO_COST;
  let upper: Line | undefined;
  for (const { move, profit, base, tolerance } of rows) {
    const slope = move / base;
    const least = { slope, offset: -(profit + tolerance) / base };
    const most = { slope, offset: -(profit - tolerance) / base };
    if (isHigher(least, lower, value)) lower = least;
    if (upper === undefined || isHigher(upper, most, value)) upper = most;
  }
  return { lower, upper: upper! };
}

function isHigher(a: Line, b: Line, value: number): boolean {
  if (value !== Infinity) return at(a, value) > at(b, value);
  return a.slope > b.slope || (a.slope === b.slope && a.offset > b.offset);
}

const slackOf = (rows: readonly HiddenCostRow[], value: number): number =>
  rows.reduce(
    (most, { move, base }) => Math.max(most, (Math.abs(move * value) / base) * ROUNDING_SLACK * 10),
    0,
  );
