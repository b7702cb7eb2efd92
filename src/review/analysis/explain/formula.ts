import type { InputName } from '../../../shared/figures/definitions/figures.js';
import { plainNumber } from './plain-number.js';

/** Matches `{input}` and `[input]`; see `FigureDefinition`. */
const INPUT = /\{([^{}]+)\}|\[([^[\]]+)\]/g;

export interface Input {
  readonly name: InputName;
  readonly value: number | null;
}

/** Returns the inputs of a formula in the order of the formula, each input once. */
export const inputsOf = (formula: string): InputName[] => [
  ...new Set(Array.from(formula.matchAll(INPUT), ([, plain, named]) => (plain ?? named) as InputName)),
];

/** Returns the formula with the values of its inputs. The addition of a negative number is written as a subtraction. */
export function filled(formula: string, inputs: readonly Input[]): string {
  const values = new Map<string, number | null>(inputs.map(({ name, value }) => [name, value]));
  const textOf = (name: string) => plainNumber(values.get(name) ?? 0);
  return formula
    .replaceAll(INPUT, (_, plain?: string, named?: string) =>
      named === undefined ? textOf(plain!) : `${textOf(named)} ${named}`,
    )
    .replaceAll('+ −', '− ');
}
