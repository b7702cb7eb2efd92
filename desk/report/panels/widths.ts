/** Widths of content in a card of a sheet of 1200 px, for cases in which the width cannot be measured. */
export const WHOLE = 1134;
export const HALF = 542;
export const THIRD = 345;

/** The width of one of two drawings within a whole card. */
export const OF_PAIR = 555;
