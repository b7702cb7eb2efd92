/** The symbol of the sample. Its candles are invented, so the venue is never asked for them. */
export const SAMPLE_SYMBOL = 'SAMPLE';
