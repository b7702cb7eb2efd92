/**
 * Widths of a card's content in a sheet of 1200 px, in pixels. These widths are used if the width cannot be measured.
 */
export const WHOLE = 1134;
export const HALF = 542;

/** The width of the equity beside the main figures. */
export const OPENING = 734;

/** The width of a card beside a card that gets more than half of the row. */
export const BESIDE_WIDE = 515;

/** The width of one of the two columns of breakdowns. */
export const BREAKDOWN = 551;

/** Width of one of two drawings side by side in a whole card. */
export const OF_PAIR = 555;
