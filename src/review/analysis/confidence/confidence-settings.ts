import type { Session } from '../../../sessions/session.entity.js';
import { seedOf } from '../random-draws.js';
import type { ConfidenceQuery } from './confidence.dto.js';
import type { ConfidenceSettings } from './confidence-intervals.js';
import { resampleCount } from './resample-count.js';

/**
 * Returns the settings of a request for confidence intervals.
 * @param tradeCount number of trades; null if it is known only after reading the trades
 * @throws RefusedQuery if too many trades would have to be drawn
 */
export function confidenceSettings(
  session: Pick<Session, 'randomSeed'>,
  query: Pick<ConfidenceQuery, 'level' | 'resamples' | 'seed' | 'breakEvenThreshold'>,
  tradeCount: number | null,
): ConfidenceSettings {
  const { level, breakEvenThreshold, seed = seedOf(session) } = query;
  const given = query.resamples ?? null;
  const resamples = tradeCount === null ? given : resampleCount(given, tradeCount);
  return { level, resamples, seed, breakEvenThreshold };
}
