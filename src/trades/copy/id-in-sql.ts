import { randomBytes } from 'node:crypto';
import { type IdRange } from '../../shared/fields/ids.js';

/** Parts from which a statement builds consecutive ids. */
export interface IdParts {
  /** Time of the ids as 12 hexadecimal digits. */
  readonly time: string;
  /**
   * The last 10 hexadecimal digits, which differ between ranges of ids. The ids of one range differ in their sequence
   * numbers.
   */
  readonly random: string;
}

export const idParts = ({ msecs }: IdRange): IdParts => ({
  time: msecs.toString(16).padStart(12, '0'),
  random: randomBytes(5).toString('hex'),
});

/**
 * Returns SQL for a UUIDv7 like `newId`: 48 bits of time, the version, a sequence number of 12 + 14 + 6 bits with the
 * variant after the first 12, and random bits. (RFC 9562, section 5.7.)
 * @param time SQL expression of a text
 * @param sequence SQL expression of a bigint
 * @param random SQL expression of a text
 */
export const idInSql = (time: string, sequence: string, random: string): string => `concat(
  ${time}, '7', lpad(to_hex(${sequence} >> 20), 3, '0'),
  to_hex(((${sequence} >> 6) & 16383) | 32768),
  lpad(to_hex((${sequence} & 63) << 2), 2, '0'), ${random})::uuid`;
