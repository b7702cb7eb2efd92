import { MINUTE_MS } from '../intervals.js';

/** The share of the venue's limit that we use: the rest is for whoever else asks from this address. */
const SHARE = 0.8;

/**
 * How long a request of ours counts: a minute, and the time that it may be on its way. So no minute of the host's, which
 * need not begin with one of ours, holds more than our share.
 */
const COUNTED_MS = MINUTE_MS + 5_000;

interface Taken {
  readonly at: number;
  readonly weight: number;
}

interface Report {
  /** Weight that the host has counted for our address in its minute. */
  readonly used: number;
  /** What we had ever taken when the request left that the report belongs to. */
  readonly ticket: number;
  /** The minute in which it came, by our clock. */
  readonly minute: number;
}

/**
 * The request weight that one host lets an address use in a minute. Our own requests are counted exactly; what the host
 * reports holds until our minute is over, since other processes may use the same address.
 */
export class WeightBudget {
  private readonly most: number;
  /** In the order of time, with their sum. */
  private taken: Taken[] = [];
  private counted = 0;
  private takenEver = 0;
  private report: Report | null = null;

  /** @param limit weight a minute, as the venue documents it */
  constructor(limit: number) {
    this.most = Math.floor(limit * SHARE);
  }

  /** How long to wait until the weight may be taken, ms; 0 when it may be now. */
  waitFor(weight: number, now: number): number {
    return Math.max(this.waitForOwn(weight, now), this.waitForReported(weight, now));
  }

  /** Takes the weight for a request that leaves now; returns a ticket that belongs to its answer. */
  take(weight: number, now: number): number {
    this.taken.push({ at: now, weight });
    this.counted += weight;
    this.takenEver += weight;
    return this.takenEver;
  }

  /** @param used weight of the current minute as the host counts it, in the answer to the request of the ticket */
  correct(used: number, ticket: number, now: number): void {
    const minute = minuteOf(now);
    const isOutdated = this.report?.minute === minute && this.report.ticket > ticket;
    if (Number.isFinite(used) && !isOutdated) this.report = { used, ticket, minute };
  }

  /** Weight that counts at the moment, for the metrics. */
  usedIn(now: number): number {
    this.forget(now);
    return Math.max(this.counted, this.reportedIn(now));
  }

  private waitForOwn(weight: number, now: number): number {
    this.forget(now);
    let over = this.counted + weight - this.most;
    let wait = 0;
    for (const { at, weight: released } of this.taken) {
      if (over <= 0) break;
      over -= released;
      wait = at + COUNTED_MS - now;
    }
    return wait;
  }

  private waitForReported(weight: number, now: number): number {
    return this.reportedIn(now) + weight > this.most ? (minuteOf(now) + 1) * MINUTE_MS - now : 0;
  }

  /** What the host has counted by its last report, and what has left since. */
  private reportedIn(now: number): number {
    if (this.report?.minute !== minuteOf(now)) return 0;
    return this.report.used + this.takenEver - this.report.ticket;
  }

  /** What no longer counts; all of it when the clock has been set back. */
  private forget(now: number): void {
    const latest = (this.taken.at(-1)?.at ?? 0) > now ? Infinity : now - COUNTED_MS;
    let over = 0;
    while (over < this.taken.length && this.taken[over]!.at <= latest) {
      this.counted -= this.taken[over]!.weight;
      over += 1;
    }
    if (over > 0) this.taken.splice(0, over);
  }
}

const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);
