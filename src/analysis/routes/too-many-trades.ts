import { Problem } from '../../problems/problem.js';

/** More trades than these have no excursions and no exits. Documented in docs/analysis.md. */
export const MOST_FOR_CANDLES = 250_000;

/** An answer that cannot be computed in the time or the memory that one request may take. */
export const tooManyTrades = (what: string): Problem =>
  new Problem(
    'TOO_MANY_TRADES',
    `The session has too many trades for ${what}; split it into several sessions.`,
  );

export const isTooManyTrades = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'TOO_MANY_TRADES';
