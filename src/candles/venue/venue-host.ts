import { CircuitBreaker } from './circuit-breaker.js';
import type { Clock } from './clock.js';
import { Slots } from './slots.js';
import { type RawAnswer, venueAnswer } from './venue-answer.js';
import { VenueFailure, lateFailure } from './venue-failure.js';
import { WeightBudget } from './weight-budget.js';

/** How long one attempt may take, ms. */
const ATTEMPT_MS = 4_000;

/** How long to wait after each failed attempt before the next, ms. */
const PAUSES_MS = [200, 400, 800];

const FAILURES_TO_OPEN = 5;
const LEFT_ALONE_MS = 10_000;
const REQUESTS_AT_ONCE = 4;

/** The longest time that a timer can be set to, ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Makes something of a parsed body.
 * @param sentAt when the host sent it by its own clock, epoch ms, NaN when it does not say
 * @throws VenueFailure when it is not what was asked for
 */
type Reader<T> = (body: unknown, sentAt: number) => T;

/**
 * One host of the venue. Whoever asks it goes through here: within the weight budget, not while the host has asked for a
 * pause, four at a time, a few attempts, and not at all for a while after it has failed again and again.
 */
export class VenueHost {
  private readonly budget: WeightBudget;
  private readonly slots = new Slots(REQUESTS_AT_ONCE);
  private readonly breaker = new CircuitBreaker(FAILURES_TO_OPEN, LEFT_ALONE_MS);
  private pause: { readonly until: number; readonly cause: VenueFailure } | null = null;

  constructor(
    private readonly baseUrl: string,
    weightPerMinute: number,
    private readonly clock: Clock,
  ) {
    this.budget = new WeightBudget(weightPerMinute);
  }

  /**
   * What `read` makes of a good answer.
   * @param deadline when the caller stops waiting, epoch ms
   * @throws VenueFailure
   */
  async get<T>(path: string, weight: number, deadline: number, read: Reader<T>): Promise<T> {
    const waitMs = Math.max(0, deadline - this.clock.now());
    const patience = AbortSignal.timeout(Math.min(LONGEST_TIMER_MS, waitMs));
    for (const pauseMs of PAUSES_MS) {
      try {
        return await this.attempt(path, weight, deadline, patience, read);
      } catch (error) {
        if (!(error instanceof VenueFailure) || !error.again) throw error;
      }
      await this.clock.sleep(pauseMs);
    }
    return this.attempt(path, weight, deadline, patience, read);
  }

  /** For the metrics: weight that counts at the moment, and whether requests are let through. */
  state(): { readonly usedWeight: number; readonly breakerOpen: boolean; readonly pausedMs: number } {
    const now = this.clock.now();
    return {
      usedWeight: this.budget.usedIn(now),
      breakerOpen: this.breaker.openFor(now) > 0,
      pausedMs: this.pausedFor(now),
    };
  }

  /**
   * Waits until the host may be asked, unless that is later than the caller waits: then it is told so at once. Whoever
   * waits for the host keeps its slot, since the others would have to wait as well.
   */
  private async enter(weight: number, deadline: number, patience: AbortSignal): Promise<() => void> {
    this.waitFor(weight, deadline);
    const leave = await this.slots.enter(patience).catch((): never => {
      throw lateFailure();
    });
    try {
      for (let ms = this.waitFor(weight, deadline); ms > 0; ms = this.waitFor(weight, deadline))
        await this.clock.sleep(ms);
      if (patience.aborted) throw lateFailure();
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** How long to wait until the host may be asked, ms; throws when that is too long for the caller. */
  private waitFor(weight: number, deadline: number): number {
    const now = this.clock.now();
    const openMs = this.breaker.openFor(now);
    if (openMs > 0) {
      throw new VenueFailure('unavailable', 'the host failed repeatedly and is left alone', {
        retryAfterMs: openMs,
      });
    }
    const pausedMs = this.pausedFor(now);
    const waitMs = Math.max(pausedMs, this.budget.waitFor(weight, now));
    if (waitMs > 0 && now + waitMs > deadline) {
      const kind = pausedMs > 0 && this.pause ? this.pause.cause.kind : 'rate-limited';
      throw new VenueFailure(kind, 'the host is not to be asked before the caller stops waiting', {
        retryAfterMs: waitMs,
      });
    }
    return waitMs;
  }

  private pausedFor(now: number): number {
    return this.pause ? Math.max(0, this.pause.until - now) : 0;
  }

  private async attempt<T>(
    path: string,
    weight: number,
    deadline: number,
    patience: AbortSignal,
    read: Reader<T>,
  ): Promise<T> {
    const leave = await this.enter(weight, deadline, patience);
    try {
      this.breaker.begin(this.clock.now());
      const ticket = this.budget.take(weight, this.clock.now());
      const answer = await this.fetch(path, ticket, patience);
      const result = read(venueAnswer(answer, this.clock.now()), answer.sentAt);
      this.breaker.succeeded();
      return result;
    } catch (error) {
      if (error instanceof VenueFailure && !patience.aborted) this.learnFrom(error);
      throw error;
    } finally {
      leave();
    }
  }

  private learnFrom(failure: VenueFailure): void {
    if (failure.transient) this.breaker.failed(this.clock.now());
    else this.breaker.succeeded();
    this.pauseAfter(failure);
  }

  private pauseAfter(cause: VenueFailure): void {
    if (cause.retryAfterMs === undefined) return;
    const until = this.clock.now() + cause.retryAfterMs;
    if (!this.pause || until > this.pause.until) this.pause = { until, cause };
  }

  private async fetch(path: string, ticket: number, patience: AbortSignal): Promise<RawAnswer> {
    try {
      const response = await fetch(`${this.baseUrl}${path}`, {
        signal: AbortSignal.any([AbortSignal.timeout(ATTEMPT_MS), patience]),
        redirect: 'error',
        headers: { accept: 'application/json' },
      });
      const used = response.headers.get('x-mbx-used-weight-1m');
      if (used !== null) this.budget.correct(Number(used), ticket, this.clock.now());
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        sentAt: Date.parse(response.headers.get('date') ?? ''),
        text: await response.text(),
      };
    } catch (cause) {
      if (patience.aborted) throw lateFailure();
      // Refused, reset, half an answer, or silence.
      throw new VenueFailure('unavailable', 'the connection failed', { transient: true, cause });
    }
  }
}
