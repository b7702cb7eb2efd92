/**
 * Widths of a card's content in a sheet of 1200 px, in pixels. These widths are used if the width cannot be measured.
 */
export const WHOLE = 1134;
export const HALF = 542;
export const THIRD = 345;

/** The width of one of the two columns of breakdowns. */
export const BREAKDOWN = 551;

/** Width of one of two drawings side by side in a whole card. */
export const OF_PAIR = 555;
