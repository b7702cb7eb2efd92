import { type Slice, WHOLE_SESSION, isSliced, sliceIn, sliceParameters } from './slice.js';

export const OUTCOME_FILTERS = ['all', 'win', 'loss'] as const;
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

/** The trades that the list shows: those of the slice, narrowed by two filters that the figures do not have. */
export interface TradeFilter extends Slice {
  readonly outcome: OutcomeFilter;
  /** A text that the notes contain; empty for all trades. */
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

/** Returns true if the filter selects by more than the outcome. */
export const isNarrowed = (filter: TradeFilter): boolean => isSliced(filter) || filter.search !== '';

/** Returns the parameters of the address for a filter. */
export const filterParameters = (filter: TradeFilter): Record<string, string> => ({
  ...(filter.outcome !== 'all' && { outcome: filter.outcome }),
  ...sliceParameters(filter),
  ...(filter.search && { search: filter.search }),
});
