import {
  BulkheadPolicy,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  bulkhead,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
  isTaskCancelledError,
  retry,
  wrap,
} from 'cockatiel';
import type { Clock } from './clock.js';
import { venueAnswer } from './venue-answer.js';
import { VenueFailure } from './venue-failure.js';
import { WeightBudget } from './weight-budget.js';

/** How long one attempt may take, ms; the venue's own backend gives up after about 10 s. */
const ATTEMPT_MS = 4_000;
const ATTEMPTS_BESIDE_FIRST = 3;
const FAILURES_TO_OPEN = 5;
const HALF_OPEN_AFTER_MS = 10_000;
const REQUESTS_AT_ONCE = 4;

/** What `ask` answers when it has to wait after all. */
const WAIT = Symbol('wait');

export interface HostAnswer {
  readonly body: unknown;
  /** When the host sent it by its own clock, epoch ms, NaN when it does not say. */
  readonly sentAt: number;
}

const isTransient = (error: unknown) => error instanceof VenueFailure && error.transient;

/**
 * One host of the venue. Whoever asks it goes through here: within the weight budget, not while the host has asked for a
 * pause, four at a time, a few attempts, and not at all for a while after it has failed again and again.
 */
export class VenueHost {
  private readonly budget: WeightBudget;
  private pausedUntil = 0;
  private pauseCause: VenueFailure | null = null;
  private readonly slots: BulkheadPolicy = bulkhead(REQUESTS_AT_ONCE, Infinity);
  private readonly breaker = circuitBreaker(handleWhen(isTransient), {
    halfOpenAfter: HALF_OPEN_AFTER_MS,
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  });
  private readonly policy = wrap(
    retry(handleWhen(isTransient), {
      maxAttempts: ATTEMPTS_BESIDE_FIRST,
      backoff: new ExponentialBackoff({ initialDelay: 200, maxDelay: 800 }),
    }),
    this.breaker,
  );

  constructor(
    private readonly baseUrl: string,
    weightPerMinute: number,
    private readonly clock: Clock,
  ) {
    this.budget = new WeightBudget(weightPerMinute);
  }

  /**
   * A good answer.
   * @param deadline when the caller stops waiting, epoch ms
   * @throws VenueFailure
   */
  async get(path: string, weight: number, deadline: number): Promise<HostAnswer> {
    const patience = Number.isFinite(deadline)
      ? AbortSignal.timeout(Math.max(0, deadline - this.clock.now()))
      : undefined;
    try {
      return await this.policy.execute(() => this.attempt(path, weight, deadline, patience), patience);
    } catch (error) {
      if (error instanceof VenueFailure) throw error;
      if (isBrokenCircuitError(error)) {
        throw new VenueFailure('unavailable', 'the host failed repeatedly and is left alone', {
          retryAfterMs: HALF_OPEN_AFTER_MS,
        });
      }
      if (isTaskCancelledError(error))
        throw new VenueFailure('unavailable', 'no answer in time', { retryAfterMs: 1_000 });
      throw error;
    }
  }

  /** For the metrics: weight used in this minute, and whether the breaker lets requests through. */
  state(): { readonly usedWeight: number; readonly breakerOpen: boolean; readonly pausedMs: number } {
    const now = this.clock.now();
    return {
      usedWeight: this.budget.usedIn(now),
      breakerOpen: this.breaker.state === CircuitState.Open,
      pausedMs: Math.max(0, this.pausedUntil - now),
    };
  }

  private async attempt(
    path: string,
    weight: number,
    deadline: number,
    patience?: AbortSignal,
  ): Promise<HostAnswer> {
    for (;;) {
      await this.turn(weight, deadline);
      const answer = await this.slots.execute(() => this.ask(path, weight, patience));
      if (answer !== WAIT) return answer;
    }
  }

  /** Waits until the host may be asked, unless that is later than the caller waits. */
  private async turn(weight: number, deadline: number): Promise<void> {
    for (;;) {
      const now = this.clock.now();
      const waitMs = Math.max(this.pausedUntil - now, this.budget.waitFor(weight, now));
      if (waitMs <= 0) return;
      if (now + waitMs > deadline) {
        const kind = this.pausedUntil > now ? (this.pauseCause?.kind ?? 'rate-limited') : 'rate-limited';
        throw new VenueFailure(kind, 'the host is not to be asked before the caller stops waiting', {
          retryAfterMs: waitMs,
        });
      }
      await this.clock.sleep(waitMs);
    }
  }

  private async ask(path: string, weight: number, patience?: AbortSignal): Promise<HostAnswer | typeof WAIT> {
    // While this request waited for its turn, others may have used what was left.
    const now = this.clock.now();
    if (this.pausedUntil > now || !this.budget.take(weight, now)) return WAIT;
    const answer = await this.fetch(path, patience);
    try {
      return { body: venueAnswer(answer, this.clock.now()), sentAt: answer.sentAt };
    } catch (error) {
      if (error instanceof VenueFailure && error.retryAfterMs !== undefined) {
        this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + error.retryAfterMs);
        this.pauseCause = error;
      }
      throw error;
    }
  }

  private async fetch(path: string, patience?: AbortSignal) {
    const attempt = AbortSignal.timeout(ATTEMPT_MS);
    const signal = patience ? AbortSignal.any([attempt, patience]) : attempt;
    try {
      const response = await fetch(`${this.baseUrl}${path}`, {
        signal,
        redirect: 'error',
        headers: { accept: 'application/json' },
      });
      const used = response.headers.get('x-mbx-used-weight-1m');
      if (used !== null) this.budget.correct(Number(used), this.clock.now());
      const retryAfter = response.headers.get('retry-after');
      const sentAt = Date.parse(response.headers.get('date') ?? '');
      return { status: response.status, retryAfter, sentAt, text: await response.text() };
    } catch (cause) {
      // Refused, reset, half an answer, or silence.
      throw new VenueFailure('unavailable', 'the connection failed', { transient: true, cause });
    }
  }
}
