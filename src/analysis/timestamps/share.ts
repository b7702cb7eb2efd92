/** How many prices have a known bar, and how many of these fit it. */
export interface Share {
  readonly known: number;
  readonly fitting: number;
}

/** Fewer known prices say nothing. */
const LEAST_KNOWN = 8;

export const isKnown = ({ known }: Share): boolean => known >= LEAST_KNOWN;

/** Whether at least this many percent fit. */
export const reaches = (share: Share, percent: number): boolean =>
  isKnown(share) && share.fitting * 100 >= percent * share.known;

/** Whether the share is above another one by this many points of percent or more. Both are known. */
export const exceeds = (share: Share, other: Share, points: number): boolean =>
  (share.fitting * other.known - other.fitting * share.known) * 100 >= points * share.known * other.known;

/** Whether the share is greater; shares are compared as fractions of whole numbers. */
export const isGreater = (share: Share, other: Share): boolean =>
  share.fitting * other.known > other.fitting * share.known;
