import { randomBytes } from 'node:crypto';
import { type IdRange } from '../../fields/ids.js';

/** Parts from which a statement builds the ids of a range. */
export interface IdParts {
  /** The time as 12 hexadecimal digits. */
  readonly time: string;
  /**
   * The last 10 hexadecimal digits. Ids of different ranges differ in these digits; ids of the same range differ in
   * their sequence numbers.
   */
  readonly random: string;
}

export const idParts = ({ msecs }: IdRange): IdParts => ({
  time: msecs.toString(16).padStart(12, '0'),
  random: randomBytes(5).toString('hex'),
});

/**
 * Returns SQL for a UUIDv7 like `newId`: 48 bits of time, the version, 12 + 14 + 6 bits of the sequence number with
 * the variant before the 14, and random bits. (RFC 9562, section 5.7.)
 * @param time @param sequence @param random expressions in SQL: of text, of bigint, of text
 */
export const idInSql = (time: string, sequence: string, random: string): string => `concat(
  ${time}, '7', lpad(to_hex(${sequence} >> 20), 3, '0'),
  to_hex(((${sequence} >> 6) & 16383) | 32768),
  lpad(to_hex((${sequence} & 63) << 2), 2, '0'), ${random})::uuid`;
