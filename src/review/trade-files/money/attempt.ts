import type { MoneyModel, ProfitKind, ProfitMeaning } from './money-rows.js';
import { type PreparedMoney, type PreparedRow, type RowGroup, toleranceOf } from './prepared-money.js';
import type { PointValue } from './round-value.js';

/** One way to read the money of a file. */
export interface Reading {
  readonly meaning: ProfitMeaning;
  readonly model: MoneyModel;
  readonly valueOf: (row: PreparedRow) => PointValue;
  /** Tolerance of the row's profit. */
  readonly toleranceOf: (row: PreparedRow) => number;
}

/** What a model finds: readings, best first, and the questions that have to be answered before the best is taken. */
export interface FoundMoney {
  readonly readings: readonly [Reading, ...Reading[]];
  /** Empty if the best reading is taken without a question. */
  readonly questions: readonly string[];
  /** True if the rows that disagree most belong to the question. */
  readonly showsRows?: boolean;
}

/** What models read: the file, with one unit for all profits or the unit of each cell. */
export interface Attempt {
  readonly money: PreparedMoney;
  readonly kind: ProfitKind;
  /** Net and gross are one without costs. */
  readonly meanings: readonly ProfitMeaning[];
  /** True if the meaning of the profit decides, because costs are listed and the kind is unknown. */
  readonly isAmbiguous: boolean;
  /** True if profits of the group are in another currency than its prices. */
  readonly isCross: (group: RowGroup) => boolean;
  readonly unitOf: (row: PreparedRow) => number;
}

export function attemptOf(
  money: PreparedMoney,
  kind: ProfitKind,
  isCross: Attempt['isCross'],
  unitOf: Attempt['unitOf'],
): Attempt {
  const isAmbiguous = kind === 'unknown' && money.hasCosts;
  const meanings = isAmbiguous
    ? (['net', 'gross'] as const)
    : ([kind === 'gross' ? 'gross' : 'net'] as const);
  return { money, kind, meanings, isAmbiguous, isCross, unitOf };
}

/** Returns a reading whose point values go by group. */
export function readingByGroup(
  { unitOf }: Attempt,
  meaning: ProfitMeaning,
  model: MoneyModel,
  values: readonly PointValue[],
): Reading {
  return {
    meaning,
    model,
    valueOf: ({ group }) => values[group]!,
    toleranceOf: (row) => toleranceOf(row, unitOf(row)),
  };
}
