import { MINUTE_MS } from '../intervals.js';

/** The share of the venue's limit that we use: the rest is for whoever else asks from this address. */
const SHARE = 0.8;

/**
 * The request weight that one host lets an address use in a clock minute. What the host itself reports corrects our own
 * count upward: other processes use the same address, and its minutes need not begin with ours.
 */
export class WeightBudget {
  private minute = 0;
  private used = 0;
  private readonly most: number;

  /** @param limit weight a minute, as the venue documents it */
  constructor(limit: number) {
    this.most = Math.floor(limit * SHARE);
  }

  /** How long to wait until the weight may be taken, ms; 0 when it may be now. */
  waitFor(weight: number, now: number): number {
    this.turn(now);
    return this.used + weight > this.most ? (this.minute + 1) * MINUTE_MS - now : 0;
  }

  /** Takes the weight; false when there is not enough left in this minute. */
  take(weight: number, now: number): boolean {
    if (this.waitFor(weight, now) > 0) return false;
    this.used += weight;
    return true;
  }

  /** @param used weight of the current minute as the host counts it */
  correct(used: number, now: number): void {
    this.turn(now);
    if (Number.isFinite(used)) this.used = Math.max(this.used, used);
  }

  /** Weight used in this minute, for the metrics. */
  usedIn(now: number): number {
    this.turn(now);
    return this.used;
  }

  private turn(now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute === this.minute) return;
    this.minute = minute;
    this.used = 0;
  }
}
