import { excerpt } from '../../text/excerpt.js';
import type { RawNumbers } from './raw-numbers.js';
import type { RawTimes } from './raw-times.js';
import type { NumberField, RawTrade } from '../formats/raw-trade.js';

/** Reads the cells of one row and collects their problems. */
export class RowValues {
  sound = true;

  constructor(
    private readonly raw: RawTrade,
    private readonly numbers: RawNumbers,
    private readonly times: RawTimes,
    private readonly report: (field: string, message: string) => void,
  ) {}

  problem(field: string, message: string): void {
    this.sound = false;
    this.report(field, message);
  }

  /** Returns the number of a field; undefined if the row has no such cell. */
  optional(field: NumberField): number | undefined {
    const text = this.raw[field];
    if (text === undefined) return undefined;
    const value = this.numbers.value(field, text);
    if (Number.isNaN(value)) this.problem(field, `must be a number, not ${excerpt(text)}`);
    return value;
  }

  required(field: NumberField): number {
    const value = this.optional(field);
    if (value === undefined) this.problem(field, 'is empty');
    return value ?? NaN;
  }

  charges(): number[] {
    return (this.raw.charges ?? []).map((text) => {
      const value = this.numbers.value('charges', text);
      if (Number.isNaN(value)) this.problem('charges', `must be a number, not ${excerpt(text)}`);
      return value;
    });
  }

  time(field: 'entryTime' | 'exitTime'): number {
    const text = this.raw[field];
    const instant = this.times(text);
    if (Number.isNaN(instant)) this.problem(field, `must be a time, not ${excerpt(text)}`);
    return instant;
  }
}
