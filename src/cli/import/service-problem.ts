import type { FieldProblem } from '../../shared/problems/problem.js';
import { type AnyObject, isObject } from './answer-parts.js';

/** An error response of the service. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';

  constructor(
    readonly status: number,
    message: string,
    readonly details: readonly FieldProblem[] = [],
  ) {
    super(message);
  }
}

/** Returns the problem of an error response. A response without a message does not come from the service. */
export function asProblem(status: number, body: string): ServiceProblem {
  const { message, details } = parsed(body);
  if (typeof message !== 'string')
    return new ServiceProblem(status, `The response is a ${status} without a message.`);
  return new ServiceProblem(status, message, Array.isArray(details) ? details.filter(isFieldProblem) : []);
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
