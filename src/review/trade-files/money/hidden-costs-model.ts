import { type Attempt, type FoundMoney, readingByGroup } from './attempt.js';
import { costsByRow } from './costs-by-row-model.js';
import { fixedValues } from './fixed-values.js';
import { HiddenCosts } from './hidden-costs.js';
import { isAboutOne, MAX_VALUE_DIGITS } from './point-value-model.js';
import { type PreparedRow, toleranceOf } from './prepared-money.js';
import type { PointValue } from './round-value.js';

const MIN_ROWS = 4;
/** The rows that decide. The others are only checked. */
const MAX_ROWS = 1000;

/** What costs are proportional to. A percentage of v · turnover is proportional to the turnover. */
const BASES = {
  percent: ({ turnover }: PreparedRow) => turnover,
  'per-unit': ({ qty }: PreparedRow) => qty,
  'per-trade': () => 1,
} as const;
type HiddenModel = keyof typeof BASES;

/** Models `percent`, `per-unit` and `per-trade`: the profit is net of costs that the file does not list. */
export function hiddenCosts(attempt: Attempt): FoundMoney | null {
  const { kind, money } = attempt;
  if (kind === 'gross' || money.hasCosts) return null;
  if (money.groups.some(({ movedCount }) => movedCount < MIN_ROWS)) return null;
  let best: { model: HiddenModel; values: readonly PointValue[]; digits: number } | null = null;
  for (const model of Object.keys(BASES) as HiddenModel[]) {
    const values = valuesWith(attempt, BASES[model]);
    if (values === null) continue;
    const digits = values.reduce((sum, value) => sum + value.digits, 0);
    if (best === null || digits < best.digits) best = { model, values, digits };
  }
  if (best === null) return null;
  return { readings: [readingByGroup(attempt, 'net', best.model, best.values)], questions: [] };
}

function valuesWith(attempt: Attempt, base: (row: PreparedRow) => number): readonly PointValue[] | null {
  const { groups } = attempt.money;
  const costs = groups.map(({ rows }) => new HiddenCosts(rows.map((row) => lineOf(attempt, row, base(row)))));
  const values = fixedValues(
    groups,
    costs.map((each) => each.range(MAX_ROWS)),
  );
  if (values === null) return null;
  const own = values.filter((_, place) => groups[place]!.given === null);
  if (own.some(({ digits }) => digits > MAX_VALUE_DIGITS)) return null;
  const isNearOne = own.some((value) => value.digits > 0 && isAboutOne(value));
  if (isNearOne && costsByRow(attempt) !== null) return null;
  return values.every(({ value }, place) => costs[place]!.explainAt(value)) ? values : null;
}

function lineOf({ unitOf }: Attempt, row: PreparedRow, base: number) {
  return {
    move: row.moveValue,
    profit: row.profitValue,
    base,
    tolerance: toleranceOf(row, unitOf(row)),
    moved: row.moved,
  };
}
