import { MINUTE_MS } from '../../shared/market/intervals.js';

/** Our share of the venue's limit. The rest is left to other processes at the same address. */
const SHARE = 0.8;

/**
 * A request counts for this time: a minute, plus the time that the request may take to arrive. The clock minutes of the
 * host may differ from our clock minutes. With this margin, no minute of the host contains more than our share.
 */
const COUNTED_MS = MINUTE_MS + 5_000;

interface Report {
  /** Weight that the host has counted for our address in its current minute. */
  readonly used: number;
  /** Total weight that this process had used, up to and including the request whose response contained the report. */
  readonly ticket: number;
  /** The clock minute, by our clock, in which the report arrived. */
  readonly minute: number;
}

/**
 * Budget of the request weight that an address may use on a host per minute. Our own requests are counted exactly. The
 * host's report also counts until our clock minute ends, because other processes may share the address.
 */
export class WeightBudget {
  private readonly limit: number;
  /** Charges in order of time. `charged` is the sum of their weights. */
  private charges: { readonly at: number; readonly weight: number }[] = [];
  private charged = 0;
  private spentEver = 0;
  private report: Report | null = null;

  /** @param weightPerMinute the limit that the venue documents */
  constructor(weightPerMinute: number) {
    this.limit = Math.floor(weightPerMinute * SHARE);
  }

  /** Returns how long to wait until the weight may be used, ms; 0 if it may be used now. */
  waitFor(weight: number, now: number): number {
    return Math.max(this.waitForOwn(weight, now), this.waitForReported(weight, now));
  }

  /** Charges a request that is sent now. Returns a ticket that links the host's report to this request. */
  charge(weight: number, now: number): number {
    this.charges.push({ at: now, weight });
    this.charged += weight;
    this.spentEver += weight;
    return this.spentEver;
  }

  /**
   * Stores the weight that the host has counted.
   * @param used weight of the current minute, from the response to the request with the ticket
   */
  correct(used: number, ticket: number, now: number): void {
    const minute = minuteOf(now);
    const isOutdated = this.report?.minute === minute && this.report.ticket > ticket;
    if (Number.isFinite(used) && !isOutdated) this.report = { used, ticket, minute };
  }

  /** Returns the weight that counts at a time, for the metrics. */
  usedIn(now: number): number {
    this.dropExpired(now);
    return Math.max(this.charged, this.reportedIn(now));
  }

  private waitForOwn(weight: number, now: number): number {
    this.dropExpired(now);
    let excess = this.charged + weight - this.limit;
    let waitMs = 0;
    for (const charge of this.charges) {
      if (excess <= 0) break;
      excess -= charge.weight;
      waitMs = charge.at + COUNTED_MS - now;
    }
    return waitMs;
  }

  private waitForReported(weight: number, now: number): number {
    return this.reportedIn(now) + weight > this.limit ? (minuteOf(now) + 1) * MINUTE_MS - now : 0;
  }

  /** Returns the weight that the host has reported in this minute, plus the weight that we have used since. */
  private reportedIn(now: number): number {
    if (this.report?.minute !== minuteOf(now)) return 0;
    return this.report.used + this.spentEver - this.report.ticket;
  }

  /** Drops charges that no longer count. Drops all charges if the clock was set back. */
  private dropExpired(now: number): void {
    const latest = (this.charges.at(-1)?.at ?? 0) > now ? Infinity : now - COUNTED_MS;
    let expired = 0;
    while (expired < this.charges.length && this.charges[expired]!.at <= latest) {
      this.charged -= this.charges[expired]!.weight;
      expired += 1;
    }
    this.charges.splice(0, expired);
  }
}

const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);
