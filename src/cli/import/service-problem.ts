import type { MoneyChoiceDto } from '../../shared/problems/money-choice.dto.js';
import type { FieldProblem } from '../../shared/problems/problem.js';
import { type AnyObject, isObject } from './answer-parts.js';

/** An error response of the service. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';

  constructor(
    readonly status: number,
    message: string,
    readonly details: readonly FieldProblem[] = [],
    /** The readings of a file from which to choose. */
    readonly choices: readonly MoneyChoiceDto[] = [],
  ) {
    super(message);
  }
}

/** Returns the problem of an error response. A response without a message does not come from the service. */
export function asProblem(status: number, body: string): ServiceProblem {
  const { message, details, choices } = parsed(body);
  if (typeof message !== 'string')
    return new ServiceProblem(status, `The response is a ${status} without a message.`);
  return new ServiceProblem(
    status,
    message,
    Array.isArray(details) ? details.filter(isFieldProblem) : [],
    moneyChoicesIn(choices),
  );
}

/** Returns the choices in a response; none if they are not those of the service. */
export const moneyChoicesIn = (value: unknown): readonly MoneyChoiceDto[] =>
  Array.isArray(value) ? value.filter(isChoice) : [];

const isChoice = (value: unknown): value is MoneyChoiceDto =>
  isObject(value) && typeof value['meaning'] === 'string' && typeof value['net'] === 'number';

/** Returns a choice as the parameters that answer it, and what they mean: `profit=net stores net 495.5`. */
export function choiceText({ meaning, costs, pointValue, net }: MoneyChoiceDto): string {
  const answer = typeof costs === 'string' ? `costs=${costs}` : `profit=${meaning}`;
  const value =
    typeof pointValue === 'number' && pointValue !== 1 ? ` at a point value of ${pointValue}` : '';
  return `${answer} stores net ${net}${value}`;
}

const isFieldProblem = (value: unknown): value is FieldProblem =>
  isObject(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string';

function parsed(body: string): AnyObject {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
