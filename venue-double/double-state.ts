import { ActiveScenarios } from './active-scenarios.js';
import type { Feed } from './candle.js';
import { Clock } from './clock.js';
import { WeightBudget } from './weight-budget.js';

/** The weight per minute and address of each host, and the number of refused requests that leads to a ban. */
export interface Limits {
  readonly spotWeight: number;
  readonly usdmWeight: number;
  readonly refusalsBeforeBan: number;
}

const VENUE_LIMITS: Limits = { spotWeight: 6000, usdmWeight: 2400, refusalsBeforeBan: 10 };

/** A request that a host received. Control requests are not logged. */
export interface VenueRequest {
  /** The time of arrival by the double's clock. */
  readonly time: number;
  readonly feed: Feed;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly weight: number;
  /** The weight used in that minute, including this request. */
  readonly usedWeight: number;
  /** The status of the response; null until the request is answered. */
  status: number | null;
  /** The number of rows in the response, if it was a page of candles. */
  rows: number | null;
  /** The bytes of the body that the client has received. They are counted for faulty bodies without an end. */
  bytesSent: number;
  /** The faults of the response. */
  faults: string[];
}

/** A long-running double drops its oldest requests. */
const MAX_REQUESTS = 10_000;

/** The whole mutable state of a running double. */
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

  /** Sets new limits and resets the used weight and the bans. */
  setLimits(limits: Partial<Limits>): void {
    this.budgets = budgetsOf({ ...this.firstLimits, ...limits });
  }

  log(request: VenueRequest): void {
    if (this.requests.length >= MAX_REQUESTS) this.requests.shift();
    this.requests.push(request);
  }

  /** Counts the responses with candles, so that an unclosed bar can differ from response to response. */
  nextAnswer(): number {
    this.answers += 1;
    return this.answers;
  }

  /** Restores the initial state. */
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
