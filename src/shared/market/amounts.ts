/** The smallest and the largest price or quantity that the service accepts. */
export const MIN_AMOUNT = 1e-12;
export const MAX_AMOUNT = 1e12;
