import type { ExcursionsAnswer } from '../../../src/analysis/excursions/excursions.dto.js';

type Reason =
  ExcursionsAnswer['reason'] | 'no-trades' | 'no-valid-stops' | 'candles-unavailable' | 'session-active';

const SENTENCES: Record<string, string> = {
  'no-trades': 'There are no trades yet.',
  'no-valid-stops': 'No trade has a stop on its losing side, so there is no initial risk to measure by.',
  'candles-unavailable': 'No candles of these trades are stored, and none could be loaded.',
  'candles-loading': 'Candles are loading. The analysis appears when they are loaded.',
  'session-active': 'Available after the session is finished, because it looks at prices after the exits.',
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
