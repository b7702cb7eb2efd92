import { Problem } from './problem.js';

/** Returns the problem of a response that would exceed the time or the memory of one request. */
export const tooManyTrades = (what: string): Problem =>
  new Problem(
    'TOO_MANY_TRADES',
    `The session has too many trades for ${what}; split it into several sessions.`,
  );

export const isTooManyTrades = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'TOO_MANY_TRADES';
