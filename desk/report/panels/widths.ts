/** Widths of what stands in a card of a sheet of 1200 px, where it cannot be measured. */
export const WHOLE = 1134;
export const HALF = 542;
export const THIRD = 345;

/** Of one of two within a whole card. */
export const OF_PAIR = 555;
