import { NO_CANDLES } from './no-candles.js';
import { NO_TRADES } from './no-trades.js';
import type { ExcursionsAnswer } from '../../../src/review/analysis/excursions/excursions.dto.js';

type Reason =
  ExcursionsAnswer['reason'] | 'no-trades' | 'no-valid-stops' | 'candles-unavailable' | 'session-active';

/** The reason why nothing is measured in R, and what the user can do. */
export const NO_STOPS =
  'No trade has a stop on its losing side, so there is no initial risk to measure by. Send stopLoss with the trades.';

const SENTENCES: Record<string, string> = {
  'no-trades': NO_TRADES,
  'no-valid-stops': NO_STOPS,
  'candles-unavailable': NO_CANDLES,
  'candles-loading': 'Candles are loading. The analysis appears when they are loaded.',
  'too-many-minutes': 'The trades cover too many minutes for this analysis.',
  'too-many-trades': 'There are too many trades for this analysis.',
  'no-measured-trades': 'No trade lasts long enough to be measured on these candles.',
  'timestamps-not-aligned':
    'The times of the trades do not fit the candles, so nothing can be measured. See the check of the times.',
  'closed-market': 'Random times are drawn from all minutes, and a market of this session closes at times.',
  'session-active': 'This looks at prices after the exits. Finish the session to see it.',
};

/** Returns the reason why an analysis of candles has nothing to show; null if it has something to show. */
export function stateSentence({
  state,
  reason,
}: {
  readonly state: ExcursionsAnswer['state'] | 'deferred';
  readonly reason: Reason;
}): string | null {
  if (state === 'ready') return null;
  return SENTENCES[reason] ?? 'There is nothing to measure.';
}
