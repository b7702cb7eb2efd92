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
  /** Time of arrival by the double's clock. */
  readonly time: number;
  readonly feed: Feed;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly weight: number;
  /** Weight used in the minute of the request, including this request. */
  readonly usedWeight: number;
  /** Status of the response; null until the response is sent. */
  status: number | null;
  /** Number of rows in the response; null if the response is not a page of candles. */
  rows: number | null;
  /** Number of bytes of the body that the client has received. Counted only for faulty bodies without an end. */
  bytesSent: number;
  /** The faults of the response. */
  faults: string[];
}

/** Maximum number of logged requests. A long-running double drops the oldest requests. */
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

  /**
   * Returns the number of the next response with candles. An unclosed bar depends on this number, so it can change from
   * response to response.
   */
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
