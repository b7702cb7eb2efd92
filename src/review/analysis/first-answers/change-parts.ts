import { toUnits } from '../../../shared/decimal/eight-decimals.js';
import type { AnswerColumns } from '../../../trades/answer-columns.js';
import type { AnswerGroups, Rows } from './answer-groups.js';

/** The parts of the change from the net as first answered to the net as kept, in units of 1e-8. */
export interface ChangeParts {
  /** One part for each answer that went. */
  readonly removed: readonly bigint[];
  /** One part for each edited answer, in trade order. */
  readonly edited: readonly bigint[];
  /** The part of all changed costs together; null if no costs were changed. */
  readonly costs: bigint | null;
  /** One part for each stored second look. */
  readonly secondLooks: readonly bigint[];
}

/**
 * Returns the parts of the change.
 * @param first the first versions of all answers that are not second looks, in trade order
 */
export function changeParts(
  { plNet }: Pick<AnswerColumns, 'plNet'>,
  { removed, edited, costs, secondLooks, keptOf }: AnswerGroups,
  first: Rows,
): ChangeParts {
  const unitsOf = (row: number) => toUnits(plNet[row]!);
  const changeOf = (row: number) => unitsOf(keptOf(row)) - unitsOf(row);
  const isEdited = new Set(edited);
  return {
    removed: Array.from(removed, (row) => -unitsOf(row)),
    edited: Array.from(
      first.filter((row) => isEdited.has(row)),
      changeOf,
    ),
    costs: costs.length === 0 ? null : sumOfUnits(Array.from(costs, changeOf)),
    secondLooks: Array.from(secondLooks, unitsOf),
  };
}

/** Returns all parts, also those that are 0. */
export const allParts = ({ removed, edited, costs, secondLooks }: ChangeParts): readonly bigint[] => [
  ...removed,
  ...edited,
  ...(costs === null ? [] : [costs]),
  ...secondLooks,
];

export const sumOfUnits = (units: readonly bigint[]): bigint => units.reduce((sum, each) => sum + each, 0n);
