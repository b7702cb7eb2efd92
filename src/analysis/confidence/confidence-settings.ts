import { validationProblem } from '../../problems/problem.js';
import type { Session } from '../../sessions/session.entity.js';
import { MAX_DRAWS, seedOf } from '../random-draws.js';
import { type ConfidenceQuery, MIN_RESAMPLES } from './confidence.dto.js';
import type { ConfidenceSettings } from './confidence-intervals.js';

/** Default number of resamples. Very large sessions have fewer. */
const USUAL_RESAMPLES = 2_000;

/**
 * Returns the settings of a request for confidence intervals.
 * @param tradeCount number of trades of the session
 * @throws Problem VALIDATION_FAILED if too many trades would have to be drawn
 */
export function confidenceSettings(
  session: Pick<Session, 'randomSeed'>,
  query: Pick<ConfidenceQuery, 'level' | 'resamples' | 'seed' | 'breakEvenThreshold'>,
  tradeCount: number,
): ConfidenceSettings {
  const { level, breakEvenThreshold, seed = seedOf(session) } = query;
  const most = Math.max(MIN_RESAMPLES, tradeCount === 0 ? Infinity : Math.floor(MAX_DRAWS / tradeCount));
  const resamples = query.resamples ?? Math.min(USUAL_RESAMPLES, most);
  if (resamples > most)
    throw validationProblem([{ field: 'resamples', message: tooManyResamples(most, tradeCount) }]);
  return { level, resamples, seed, breakEvenThreshold };
}

const tooManyResamples = (most: number, tradeCount: number): string =>
  `must not be greater than ${most} for the ${tradeCount} trades of the session`;
