import { IDEAL_R_REASONS, IDEAL_R_STATES } from '../../../stats/ideal-r/ideal-r.dto.js';

/** States of an analysis that needs candles. The ideal-R analysis has the same states. */
export const CANDLE_STATES = IDEAL_R_STATES;
export type CandleState = (typeof CANDLE_STATES)[number];

/**
 * Reasons for a state. `candles-loaded` is the reason for `ready` while the session is active. `too-many-trades` and
 * `too-many-minutes` are reasons for `unavailable`: the trades, or the minutes that the session spans, would take too
 * much time or memory. `closed-market` is the reason why the timing of a session is unavailable that has a market which
 * closes at times: random entries are drawn from all minutes.
 */
export const CANDLE_REASONS = [
  ...IDEAL_R_REASONS,
  'candles-loaded',
  'too-many-trades',
  'too-many-minutes',
  'timestamps-not-aligned',
  'no-measured-trades',
  'closed-market',
] as const;
export type CandleReason = (typeof CANDLE_REASONS)[number];

/** Maximum number of trades for excursions and exits, documented in docs/analysis.md. */
export const MAX_TRADES_FOR_CANDLES = 250_000;

export const TOO_MANY = { state: 'unavailable', reason: 'too-many-trades' } as const;
export const TOO_MANY_MINUTES = { state: 'unavailable', reason: 'too-many-minutes' } as const;

export interface CandleOutcome {
  readonly state: CandleState;
  readonly reason: CandleReason;
}
