/**
 * Matches the label of a bar length, such as 30m: s, m, h, d, w and M stand for seconds to months. Projects and assets have
 * such labels; candles are served only in the intervals.
 */
export const TIMEFRAME = /^[1-9][0-9]{0,3}(s|m|h|d|w|M)$/;
