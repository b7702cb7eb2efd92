import { ActiveScenarios } from './active-scenarios.js';
import type { Feed } from './candle.js';
import { Clock } from './clock.js';
import { WeightBudget } from './weight-budget.js';

/** Weight per minute and address of each host, and how many refused requests lead to a ban. */
export interface Limits {
  readonly spotWeight: number;
  readonly usdmWeight: number;
  readonly refusalsBeforeBan: number;
}

const VENUE_LIMITS: Limits = { spotWeight: 6000, usdmWeight: 2400, refusalsBeforeBan: 10 };

/** A request that a host received. Control requests are not logged. */
export interface VenueRequest {
  /** Arrival by the double's clock. */
  readonly time: number;
  readonly feed: Feed;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly weight: number;
  /** Weight used in that minute, this request included. */
  readonly usedWeight: number;
  /** Null until the request is answered. */
  status: number | null;
  /** Rows of the answer, if it was a page of candles. */
  rows: number | null;
  /** Bytes of the body that the client has taken, counted for the faults of bodies without an end. */
  bytesSent: number;
  /** The faults that the answer had. */
  faults: string[];
}

/** A long-running double drops its oldest requests. */
const MAX_REQUESTS = 10_000;

/** Everything about a running double that can change. */
export class DoubleState {
  readonly scenarios = new ActiveScenarios();
  readonly requests: VenueRequest[] = [];
  readonly clock: Clock;
  private readonly firstLimits: Limits;
  private budgets: Readonly<Record<Feed, WeightBudget>>;
  private answers = 0;

  constructor(limits: Partial<Limits> = {}, now?: () => number) {
    this.clock = new Clock(now);
    this.firstLimits = { ...VENUE_LIMITS, ...limits };
    this.budgets = budgetsOf(this.firstLimits);
  }

  budget(feed: Feed): WeightBudget {
    return this.budgets[feed];
  }

  /** Sets new limits; used weight and bans are reset. */
  setLimits(limits: Partial<Limits>): void {
    this.budgets = budgetsOf({ ...this.firstLimits, ...limits });
  }

  log(request: VenueRequest): void {
    if (this.requests.length >= MAX_REQUESTS) this.requests.shift();
    this.requests.push(request);
  }

  /** Counts the answers with candles, so that an unclosed bar can differ from answer to answer. */
  nextAnswer(): number {
    this.answers += 1;
    return this.answers;
  }

  /** Restores the state at the start. */
  reset(): void {
    this.scenarios.clear();
    this.requests.length = 0;
    this.clock.reset();
    this.budgets = budgetsOf(this.firstLimits);
    this.answers = 0;
  }
}

const budgetsOf = ({ spotWeight, usdmWeight, refusalsBeforeBan }: Limits): Record<Feed, WeightBudget> => ({
  'venue-spot': new WeightBudget(spotWeight, refusalsBeforeBan),
  'venue-usdm-current-quarter': new WeightBudget(usdmWeight, refusalsBeforeBan),
});
