import { type Slice, WHOLE_SESSION, isSliced, sliceIn, sliceParameters } from './slice.js';

export const OUTCOME_FILTERS = ['all', 'win', 'loss'] as const;
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

/**
 * The filters of the list of trades: the filters of the slice, and two further filters that do not affect the figures.
 */
export interface TradeFilter extends Slice {
  readonly outcome: OutcomeFilter;
  /** A text that the note of a trade contains; empty for all trades. */
  readonly search: string;
}

export const ALL_TRADES: TradeFilter = { ...WHOLE_SESSION, outcome: 'all', search: '' };

const MAX_SEARCH_LENGTH = 100;

export function tradeFilterIn(parameters: URLSearchParams): TradeFilter {
  const outcome = OUTCOME_FILTERS.find((each) => each === parameters.get('outcome')) ?? 'all';
  const search = parameters.get('search') ?? '';
  return {
    ...sliceIn(parameters),
    outcome,
    search: search.length <= MAX_SEARCH_LENGTH ? search : '',
  };
}

/** Returns true if the filter has any part besides the outcome. */
export const isNarrowed = (filter: TradeFilter): boolean => isSliced(filter) || filter.search !== '';

/** Returns the parameters of the address for a filter. */
export const filterParameters = (filter: TradeFilter): Record<string, string> => ({
  ...(filter.outcome !== 'all' && { outcome: filter.outcome }),
  ...sliceParameters(filter),
  ...(filter.search && { search: filter.search }),
});
