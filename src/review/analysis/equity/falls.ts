import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { UNITS_PER_ONE } from '../../../shared/decimal/exact-sum.js';

/**
 * The deepest falls of an equity below its peak, in money and in percent of the peak. These may be two different falls.
 */
export interface EquityFall {
  readonly money: number;
  /** Time of the trough; null if the equity never falls. */
  readonly moneyTime: number | null;
  readonly pct: number | null;
  readonly pctTime: number | null;
}

/** Returns an amount in units of 1e-8, rounded to a whole number. Amounts are compared in these units. */
export const inUnits = (value: number): number => Math.round(value * UNITS_PER_ONE);

/** A relative distance from the peak that is far greater than the rounding errors of an equity. */
const MARGIN = 1e-12;

/** Finds the deepest falls of a series of values. Of several equal falls, the first counts. */
export class Falls {
  private money = 0;
  private moneyTime: number | null = null;
  private pct = 0;
  private pctTime: number | null = null;

  /** @param peak the value before the first value */
  constructor(private peak: number) {}

  /** Adds a value that the equity may have reached as a peak. */
  addPeak(value: number): void {
    if (value > this.peak) this.peak = value;
  }

  /** Adds a value that the equity may have reached as a trough. */
  addTrough(value: number, time: number): void {
    const fall = this.peak - value;
    const pct = (fall / this.peak) * 100;
    // If both comparisons fail, the fall does not round to a deeper fall. Both fail for nearly all values, which are
    // then not rounded (bench row `equity`).
    if (fall * UNITS_PER_ONE >= this.money + 0.5 || pct * UNITS_PER_ONE >= this.pct + 0.5)
      this.addFall(inUnits(fall), inUnits(pct), time);
  }

  private addFall(money: number, pct: number, time: number): void {
    if (money > this.money) [this.money, this.moneyTime] = [money, time];
    if (pct > this.pct) [this.pct, this.pctTime] = [pct, time];
  }

  /** Returns a bound below which values are certainly no new peak, despite rounding errors. */
  risingPeak(): number {
    return this.peak - MARGIN * this.peak;
  }

  /** Returns a bound above which values are certainly no deeper fall from the present peak, despite rounding errors. */
  deepeningTrough(): number {
    const money = this.money / UNITS_PER_ONE;
    const pct = (this.peak * this.pct) / UNITS_PER_ONE / 100;
    return this.peak - Math.min(money, pct) + MARGIN * this.peak;
  }

  add(value: number, time: number): void {
    this.addTrough(value, time);
    this.addPeak(value);
  }

  /** @param hasPct true if the fall in percent is defined */
  result(hasPct = true): EquityFall {
    return {
      money: roundedDouble(this.money / UNITS_PER_ONE)!,
      moneyTime: this.moneyTime,
      pct: hasPct ? roundedDouble(this.pct / UNITS_PER_ONE) : null,
      pctTime: hasPct ? this.pctTime : null,
    };
  }
}
