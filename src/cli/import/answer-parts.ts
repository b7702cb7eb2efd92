/** A JSON object whose fields may be of any type. */
export type AnyObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is AnyObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Thrown for a response of 200 that is not one of the service. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';

  constructor() {
    super('The response is not one of the service: check the address.');
  }
}

/** @throws WrongAnswer if a value is not what the service sends */
export function checkAnswer(isRight: boolean): asserts isRight {
  if (!isRight) throw new WrongAnswer();
}
