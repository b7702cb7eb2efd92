/**
 * Matches the label of a bar length, such as 30m. The units s, m, h, d, w and M stand for seconds to months. Projects
 * and assets have such labels, but candles are available only in the intervals of the service.
 */
export const TIMEFRAME = /^[1-9][0-9]{0,3}(s|m|h|d|w|M)$/;
