import type { RankedValue } from '../leaderboard/value-order.js';

/**
 * A column that takes more memory than this, bytes, is not kept in memory. Only the column of a parameter with very
 * many different texts is as large.
 */
const MAX_BYTES = 4 * 2 ** 20;

const UNDEFINED = -1;

/** Approximate memory of a different value, bytes, without its characters. */
const BYTES_PER_VALUE = 32;

/** The values of a field of the sessions of a study. Each different value is kept once. */
export class FieldColumn {
  private readonly values: NonNullable<RankedValue>[] = [];
  private readonly codes: Int32Array;
  private codeOf: Map<NonNullable<RankedValue>, number> | null = new Map();
  private bytesOfValues = 0;

  constructor(count: number) {
    this.codes = new Int32Array(count).fill(UNDEFINED);
  }

  /** Approximate memory, bytes. */
  get bytes(): number {
    return this.codes.byteLength + this.bytesOfValues;
  }

  get isTooLarge(): boolean {
    return this.bytesOfValues > MAX_BYTES;
  }

  at(index: number): RankedValue {
    const code = this.codes[index]!;
    return code === UNDEFINED ? null : this.values[code]!;
  }

  /** Sets a value. A column that is too large ignores it. */
  set(index: number, value: RankedValue): void {
    if (value === null || this.isTooLarge || !this.codeOf) return;
    let code = this.codeOf.get(value);
    if (code === undefined) {
      code = this.values.push(value) - 1;
      this.codeOf.set(value, code);
      this.bytesOfValues += BYTES_PER_VALUE + (typeof value === 'string' ? 2 * value.length : 0);
    }
    this.codes[index] = code;
  }

  /** Ends the setting of values. */
  seal(): this {
    this.codeOf = null;
    return this;
  }
}
