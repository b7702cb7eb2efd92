export const OUTCOME_FILTERS = ['all', 'win', 'loss'] as const;
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

/** The trades of a session that the page lists. The filter is part of the address, so it stays on Back. */
export interface TradeFilter {
  readonly outcome: OutcomeFilter;
  /** The span of the exits, epoch milliseconds, both included; null for the whole time. */
  readonly span: { readonly from: number; readonly to: number } | null;
  readonly tag: string | null;
  /** A text that the notes contain; empty for all trades. */
  readonly search: string;
}

export const ALL_TRADES: TradeFilter = { outcome: 'all', span: null, tag: null, search: '' };

const MAX_TAG_LENGTH = 40;
const MAX_SEARCH_LENGTH = 100;

export function tradeFilterIn(parameters: URLSearchParams): TradeFilter {
  const outcome = OUTCOME_FILTERS.find((each) => each === parameters.get('outcome')) ?? 'all';
  const [from, to] = [Number(parameters.get('from') ?? NaN), Number(parameters.get('to') ?? NaN)];
  const span = Number.isInteger(from) && Number.isInteger(to) && from > 0 && from <= to ? { from, to } : null;
  const tag = parameters.get('tag');
  const search = parameters.get('search') ?? '';
  return {
    outcome,
    span,
    tag: tag && tag.length <= MAX_TAG_LENGTH ? tag : null,
    search: search.length <= MAX_SEARCH_LENGTH ? search : '',
  };
}

/** Returns true if the filter selects by more than the outcome, so that the statistics do not contain the number. */
export const isNarrowed = ({ span, tag, search }: TradeFilter): boolean =>
  span !== null || tag !== null || search !== '';

/** Returns the parameters of the address for a filter. */
export const filterParameters = ({ outcome, span, tag, search }: TradeFilter): Record<string, string> => ({
  ...(outcome !== 'all' && { outcome }),
  ...(span && { from: String(span.from), to: String(span.to) }),
  ...(tag !== null && { tag }),
  ...(search && { search }),
});
