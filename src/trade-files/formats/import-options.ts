import type { ImportSource } from './formats.js';

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export interface ImportOptions {
  /** If left out, the source is detected. */
  readonly source?: ImportSource;
  /** Time zone (IANA name) of times without an offset. */
  readonly timezone?: string;
  /** Order of day, month and year in dates that do not begin with the year. */
  readonly dateOrder?: DateOrder;
  /** Symbol of the rows that name none. */
  readonly symbol?: string;
  /** Strategy to read, for a file with trades of several strategies. */
  readonly strategyName?: string;
}
