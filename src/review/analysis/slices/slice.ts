import type { Outcome } from '../../../shared/figures/outcome.js';
import type { Feed } from '../../../shared/market/feeds.js';
import type { Side } from '../../../shared/market/sides.js';

/** Filters of a slice. A trade belongs to the slice if it meets all filters. */
export interface SliceFilters {
  readonly side?: Side;
  readonly symbol?: string;
  readonly feed?: Feed;
  /** A tag that the trades have. */
  readonly tag?: string;
  /** A tag that the trades do not have. */
  readonly notTag?: string;
  /** Local hours of the entry, 0 to 23, ascending. */
  readonly hour?: readonly number[];
  /** Local ISO weekdays of the entry, 1 to 7, ascending. */
  readonly weekday?: readonly number[];
  /** Time at or after which the trades closed, epoch ms. */
  readonly from?: number;
  /** Time before which the trades closed, epoch ms. */
  readonly to?: number;
  readonly outcome?: Outcome;
  /** |plNet| up to which a trade counts as break-even, in account currency. Given only with the outcome. */
  readonly breakEvenThreshold?: number;
}

/**
 * A part of the trades of a session. As long as the revision of the session is the same, equal slices have equal
 * trades.
 */
export interface Slice {
  readonly filters: SliceFilters;
  /** IANA name of the time zone of hours and weekdays; null if no filter needs a time zone. */
  readonly timezone: string | null;
  /** Market of each asset, in the order of the assets; empty if no filter needs the markets. */
  readonly markets: readonly { readonly symbol: string; readonly feed: string }[];
  /** Revision of the labels of the trades; null if no filter depends on the labels. */
  readonly labelRevision: number | null;
}

/** A slice in the form that a response shows. */
export interface AnsweredSlice {
  readonly filters: SliceFilters;
  readonly tradeCount: number;
  /** Number of all trades of the session. */
  readonly of: number;
}

export const filtersTags = ({ tag, notTag }: SliceFilters): boolean =>
  tag !== undefined || notTag !== undefined;

/** Returns a slice in the form that a response shows; null if there are no filters. */
export const answeredSlice = (
  slice: Pick<Slice, 'filters'> | null,
  tradeCount: number,
  of: number,
): AnsweredSlice | null => slice && { filters: slice.filters, tradeCount, of };
