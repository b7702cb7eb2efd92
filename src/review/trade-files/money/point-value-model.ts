import { type Attempt, type FoundMoney, type Reading, readingByGroup } from './attempt.js';
import { type CostsByRow, costsByRow } from './costs-by-row-model.js';
import { fixedValues } from './fixed-values.js';
import type { MoneyModel, ProfitMeaning } from './money-rows.js';
import { type RowGroup, grossValue, toleranceOf } from './prepared-money.js';
import { type PointValue, VALUE_OF_ONE, isUsualValue } from './round-value.js';
import { PointValueRange } from './value-range.js';

/** A value of more digits is rarely the value of a contract. */
export const MAX_VALUE_DIGITS = 3;
/** The meaning whose values need so many digits fewer than the other's is taken. */
const FEWER_DIGITS = 2;
/** With so many rows that moved, an unusual value is accepted. */
const ENOUGH_ROWS = 3;
const MIN_ROUNDED_ROWS = 2;

interface Solution {
  readonly meaning: ProfitMeaning;
  readonly values: readonly PointValue[];
}

/** Model `one`: prices and quantities yield the profit as they are. */
export function one(attempt: Attempt): FoundMoney | null {
  const { money, meanings } = attempt;
  const values = money.groups.map(({ given }) => given ?? VALUE_OF_ONE);
  if (values.some(({ value }) => value !== 1)) return null;
  for (const meaning of meanings) {
    const ranges = rangesOf(attempt, meaning, false);
    if (values.every((value, place) => ranges[place]!.contains(value)))
      return { readings: [readingByGroup(attempt, meaning, 'one', values)], questions: [] };
  }
  return null;
}

/** Model `point-value`: one value for each symbol. */
export function pointValues(attempt: Attempt): FoundMoney | null {
  const { money, isAmbiguous, isCross } = attempt;
  if (isAmbiguous && money.groups.some(isCross)) return null;
  const solutions = solutionsOf(attempt, false);
  if (solutions.some((solution) => isNearOne(attempt, solution)) && costsByRow(attempt) !== null) return null;
  const { chosen, isClear } = chosenOf(solutions);
  if (!chosen) return null;
  const long = chosen.values.map(
    ({ digits }, place) => !isGiven(attempt, place) && digits > MAX_VALUE_DIGITS,
  );
  if (long.some((isLong, place) => isLong && isCross(money.groups[place]!))) return null;
  return foundOf(attempt, 'point-value', solutions, chosen, [
    ...(isClear ? [] : [NET_OR_GROSS]),
    ...(long.includes(true) ? ['the point value has more than three digits'] : []),
    ...questionsOf(attempt, chosen, money.movedCount < ENOUGH_ROWS),
  ]);
}

/** Model `rounded`: like `point-value`, but prices are printed with fewer digits than the tool used. */
export function roundedPrices(attempt: Attempt): FoundMoney | null {
  const { money, isAmbiguous, isCross } = attempt;
  if (money.movedCount < MIN_ROUNDED_ROWS || (isAmbiguous && money.groups.some(isCross))) return null;
  const solutions = solutionsOf(attempt, true).filter(({ values }) =>
    values.every(({ digits }, place) => isGiven(attempt, place) || digits <= MAX_VALUE_DIGITS),
  );
  const isTaken = (byRow: CostsByRow | null) => byRow !== null && byRow.questions.length === 0;
  if (solutions.some((solution) => isNearOne(attempt, solution)) && isTaken(costsByRow(attempt))) return null;
  const { chosen, isClear } = chosenOf(solutions);
  if (!chosen) return null;
  return foundOf(attempt, 'rounded', solutions, chosen, [
    ...(isClear ? [] : [NET_OR_GROSS]),
    ...questionsOf(attempt, chosen, true),
  ]);
}

const NET_OR_GROSS = 'the profit may be net or gross of the listed costs';

const isGiven = ({ money }: Attempt, place: number): boolean => money.groups[place]!.given !== null;

function solutionsOf(attempt: Attempt, isRounded: boolean): Solution[] {
  return attempt.meanings.flatMap((meaning) => {
    const values = fixedValues(attempt.money.groups, rangesOf(attempt, meaning, isRounded));
    return values === null ? [] : [{ meaning, values }];
  });
}

function rangesOf(attempt: Attempt, meaning: ProfitMeaning, isRounded: boolean): PointValueRange[] {
  return attempt.money.groups.map((group) => explainingRange(attempt, group, meaning, isRounded));
}

/** Returns the point values that explain each row of a group within its tolerance. */
export function explainingRange(
  { unitOf }: Attempt,
  { rows, moveError }: RowGroup,
  meaning: ProfitMeaning,
  isRounded = false,
): PointValueRange {
  const range = new PointValueRange();
  for (const row of rows) {
    const gross = grossValue(row, meaning);
    const tolerance = toleranceOf(row, unitOf(row));
    const error = isRounded ? row.qty * moveError : 0;
    range.atMost(row.moveValue - error, gross + tolerance);
    range.atLeast(row.moveValue + error, gross - tolerance);
  }
  return range;
}

/** Returns whether a value is so near to 1 that costs of each row explain the profits as well. */
function isNearOne(attempt: Attempt, { values }: Solution): boolean {
  return values.some((value, place) => !isGiven(attempt, place) && isAboutOne(value));
}

export const isAboutOne = ({ value }: PointValue): boolean => value >= 2 / 3 && value <= 3 / 2;

/** Returns the solution to take, and whether its values are clearly simpler than the other's. */
function chosenOf(solutions: readonly Solution[]): { chosen: Solution | undefined; isClear: boolean } {
  const [first, second] = solutions.toSorted((a, b) => digitsIn(a) - digitsIn(b));
  if (!first || !second) return { chosen: first, isClear: true };
  return { chosen: first, isClear: digitsIn(second) - digitsIn(first) >= FEWER_DIGITS };
}

const digitsIn = ({ values }: Solution): number => values.reduce((sum, { digits }) => sum + digits, 0);

/** @param isUsualWanted true if too few facts speak for an unusual value */
function questionsOf(attempt: Attempt, { values }: Solution, isUsualWanted: boolean): string[] {
  const { kind, isAmbiguous } = attempt;
  const found = values.filter((_, place) => !isGiven(attempt, place));
  const isBelowOne = kind === 'unknown' && found.some(({ value }) => value < 1);
  const isUnusual = isAmbiguous && isUsualWanted && !found.every(isUsualValue);
  return [
    ...(isBelowOne ? ['the point value is below 1'] : []),
    ...(isUnusual ? ['the point value is unusual for a contract'] : []),
  ];
}

function foundOf(
  attempt: Attempt,
  model: MoneyModel,
  solutions: readonly Solution[],
  chosen: Solution,
  questions: readonly string[],
): FoundMoney {
  const readings = solutions.map((solution) => ({
    solution,
    reading: readingByGroup(attempt, solution.meaning, model, solution.values),
  }));
  const isChosen = ({ solution }: { solution: Solution }) => solution === chosen;
  const others: Reading[] = readings.filter((each) => !isChosen(each)).map(({ reading }) => reading);
  return { readings: [readings.find(isChosen)!.reading, ...others], questions };
}
