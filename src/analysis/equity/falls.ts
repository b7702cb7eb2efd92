import { roundedDouble } from '../../decimal/exact-decimal.js';
import { UNITS_PER_ONE } from '../../decimal/exact-sum.js';

/** The deepest falls of an equity below its peak, in money and in percent of the peak. They may be different falls. */
export interface EquityFall {
  readonly money: number;
  /** Time of the trough; null if the equity never falls. */
  readonly moneyTime: number | null;
  readonly pct: number | null;
  readonly pctTime: number | null;
}

/** Returns an amount in whole units of 1e-8, in which doubles are compared. */
export const inUnits = (value: number): number => Math.round(value * UNITS_PER_ONE);

/** Far more than the rounding errors of an equity, relative to its peak. */
const MARGIN = 1e-12;

/** Finds the deepest falls of a series of values. Of equal falls, the first counts. */
export class Falls {
  private money = 0;
  private moneyTime: number | null = null;
  private pct = 0;
  private pctTime: number | null = null;

  /** @param peak the value before the first */
  constructor(private peak: number) {}

  /** Adds a value from which the equity can rise to a new peak. */
  addPeak(value: number): void {
    if (value > this.peak) this.peak = value;
  }

  /** Adds a value to which the equity can have fallen. */
  addTrough(value: number, time: number): void {
    const fall = this.peak - value;
    const pct = (fall / this.peak) * 100;
    // A smaller value does not round to more units. Nearly all values end here, without being rounded (bench row `equity`).
    if (fall * UNITS_PER_ONE >= this.money + 0.5 || pct * UNITS_PER_ONE >= this.pct + 0.5)
      this.addFall(inUnits(fall), inUnits(pct), time);
  }

  private addFall(money: number, pct: number, time: number): void {
    if (money > this.money) [this.money, this.moneyTime] = [money, time];
    if (pct > this.pct) [this.pct, this.pctTime] = [pct, time];
  }

  /** Returns a bound of the values that are no new peak, in spite of rounding errors. */
  risingPeak(): number {
    return this.peak - MARGIN * this.peak;
  }

  /** Returns a bound of the troughs that are no deeper fall from the present peak, in spite of rounding errors. */
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
