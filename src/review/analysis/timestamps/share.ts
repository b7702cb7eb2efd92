/** Number of prices whose bar is known, and how many of these prices fit their bar. */
export interface Share {
  readonly known: number;
  readonly fitting: number;
}

/** Minimum number of known prices. With fewer known prices, a share is not significant. */
const MIN_KNOWN = 8;

export const isKnown = ({ known }: Share): boolean => known >= MIN_KNOWN;

/** Returns whether at least the given percentage of the known prices fits. */
export const reaches = (share: Share, percent: number): boolean =>
  isKnown(share) && share.fitting * 100 >= percent * share.known;

/**
 * Returns whether `share` exceeds `other` by at least the given number of percentage points. Each share must have known
 * prices.
 */
export const exceeds = (share: Share, other: Share, points: number): boolean =>
  (share.fitting * other.known - other.fitting * share.known) * 100 >= points * share.known * other.known;

/** Returns whether `share` is greater than `other`. Shares are compared as fractions of whole numbers. */
export const isGreater = (share: Share, other: Share): boolean =>
  share.fitting * other.known > other.fitting * share.known;
