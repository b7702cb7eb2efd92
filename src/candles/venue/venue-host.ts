import { bodyOf } from '../../shared/text/body-of.js';
import { CircuitBreaker } from './circuit-breaker.js';
import type { Clock } from './clock.js';
import { readBody } from './read-body.js';
import { Semaphore } from '../../shared/concurrency/semaphore.js';
import { VenueFailure, deadlinePassed } from './venue-failure.js';
import { type VenueResponse, parseResponse } from './venue-response.js';
import { WeightBudget } from './weight-budget.js';

/** Timeout of an attempt, including the whole body, ms. */
const ATTEMPT_MS = 4_000;

/** Pauses before the second and later attempts, ms. */
const RETRY_PAUSES_MS = [200, 400, 800];

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 10_000;
const MAX_CONCURRENT = 4;

/**
 * Converts a parsed body into a result.
 * @param date time of the response by the host's clock, epoch ms; NaN if unknown
 * @throws VenueFailure if the body does not fit the request
 */
type Parser<T> = (body: unknown, date: number) => T;

interface HostRequest {
  readonly path: string;
  readonly weight: number;
  /** Time at which the caller stops waiting: in epoch ms, and by `performance.now()`. */
  readonly deadline: number;
  readonly expiresAt: number;
}

/**
 * A host of the venue. All requests to the host share a weight budget, the pauses that the host asks for, a limit on
 * concurrent requests, and a circuit breaker. A failed request is sent up to four times.
 */
export class VenueHost {
  private readonly budget: WeightBudget;
  private readonly permits = new Semaphore(MAX_CONCURRENT);
  private readonly breaker = new CircuitBreaker(FAILURES_TO_OPEN, OPEN_MS);
  private pause: { readonly until: number; readonly cause: VenueFailure } | null = null;
  /** The last failure that counts against the host. */
  private lastFailure: VenueFailure | null = null;
  /** Name and port, for messages. */
  private readonly host: string;

  constructor(
    private readonly baseUrl: string,
    weightPerMinute: number,
    private readonly clock: Clock,
  ) {
    this.budget = new WeightBudget(weightPerMinute);
    this.host = new URL(baseUrl).host;
  }

  /**
   * Sends a request and returns the result of `parse` for a good response.
   * @param deadline when the caller stops waiting, epoch ms
   * @throws VenueFailure
   */
  async get<T>(path: string, weight: number, deadline: number, parse: Parser<T>): Promise<T> {
    const expiresAt = performance.now() + this.clock.patienceMs(Math.max(0, deadline - this.clock.now()));
    const request = { path, weight, deadline, expiresAt };
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.attempt(request, parse);
      } catch (error) {
        const pauseMs = RETRY_PAUSES_MS[attempt];
        if (pauseMs === undefined || !(error instanceof VenueFailure) || !error.canRetry) throw error;
        await this.clock.sleep(pauseMs);
      }
    }
  }

  /** Returns the state for the metrics. */
  state() {
    const now = this.clock.now();
    return {
      usedWeight: this.budget.usedIn(now),
      breakerOpen: this.breaker.openFor(now) > 0,
      pausedSeconds: this.pausedFor(now) / 1000,
    };
  }

  private async attempt<T>(request: HostRequest, parse: Parser<T>): Promise<T> {
    await this.admit(request);
    try {
      this.breaker.begin(this.clock.now());
      const response = await this.send(request);
      const result = parse(parseResponse(response, this.clock.now()), response.date);
      this.breaker.succeeded();
      return result;
    } catch (error) {
      // An attempt that was aborted at the deadline does not show whether the host works.
      if (error instanceof VenueFailure && remainingMs(request) > 0) this.record(error);
      throw error;
    } finally {
      this.permits.release();
    }
  }

  /**
   * Waits for a permit, and then until a request may be sent to the host. Fails at once if the request could only be
   * sent after the deadline. The permit is held while waiting, because the other requests would have to wait for the
   * host as well.
   */
  private async admit(request: HostRequest): Promise<void> {
    this.waitMs(request);
    if (!(await this.permits.acquire(remainingMs(request)))) throw deadlinePassed();
    try {
      for (let ms = this.waitMs(request); ms > 0; ms = this.waitMs(request)) await this.clock.sleep(ms);
      if (remainingMs(request) === 0) throw deadlinePassed();
    } catch (error) {
      this.permits.release();
      throw error;
    }
  }

  /**
   * Returns the time until a request may be sent to the host, ms.
   * @throws VenueFailure if the request may only be sent after the deadline
   */
  private waitMs({ weight, deadline }: HostRequest): number {
    const now = this.clock.now();
    const openMs = this.breaker.openFor(now);
    if (openMs > 0) throw this.notTested(openMs);
    const pausedMs = this.pausedFor(now);
    const waitMs = Math.max(pausedMs, this.budget.waitFor(weight, now));
    if (waitMs > 0 && now + waitMs > deadline) {
      const [kind, reason] =
        pausedMs > 0 && this.pause
          ? [this.pause.cause.kind, `paused after: ${this.pause.cause.reason}`]
          : (['rate-limited', 'the requests of this minute are used up'] as const);
      throw new VenueFailure(kind, reason, { retryAfterMs: waitMs });
    }
    return waitMs;
  }

  private pausedFor(now: number): number {
    return this.pause ? Math.max(0, this.pause.until - now) : 0;
  }

  private record(failure: VenueFailure): void {
    if (failure.isTransient) {
      this.lastFailure = failure;
      this.breaker.failed(this.clock.now());
    } else this.breaker.succeeded();
    if (failure.retryAfterMs === undefined) return;
    const until = this.clock.now() + failure.retryAfterMs;
    if (!this.pause || until > this.pause.until) this.pause = { until, cause: failure };
  }

  private async send(request: HostRequest): Promise<VenueResponse> {
    const ticket = this.budget.charge(request.weight, this.clock.now());
    const controller = new AbortController();
    const timer = setTimeout(
      () => controller.abort(),
      Math.min(this.clock.patienceMs(ATTEMPT_MS), remainingMs(request)),
    );
    try {
      const response = await fetch(`${this.baseUrl}${request.path}`, {
        signal: controller.signal,
        redirect: 'error',
        headers: { accept: 'application/json' },
      });
      const used = response.headers.get('x-mbx-used-weight-1m');
      if (used !== null) this.budget.correct(Number(used), ticket, this.clock.now());
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        date: Date.parse(response.headers.get('date') ?? ''),
        text: await readBody(bodyOf(response, controller.signal)),
      };
    } catch (cause) {
      if (cause instanceof VenueFailure) throw cause;
      if (remainingMs(request) === 0) throw deadlinePassed();
      throw this.disconnected(controller.signal.aborted, cause);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param isTooSlow true after a timeout; false if the connection was refused, reset or cut off */
  private disconnected(isTooSlow: boolean, cause: unknown): VenueFailure {
    const reason = isTooSlow ? `${this.host} did not answer in time` : `no connection to ${this.host}`;
    const message = isTooSlow ? `${reason}; try again later.` : `There is ${reason}; try again later.`;
    return new VenueFailure('unavailable', reason, { isTransient: true, message, cause });
  }

  /**
   * Returns the failure for requests that are not sent, because the host has failed repeatedly. The breaker will test
   * the host again.
   */
  private notTested(retryAfterMs: number): VenueFailure {
    const { kind, reason, message } = this.lastFailure!;
    return new VenueFailure('unavailable', `no request is sent for a while after: ${reason}`, {
      retryAfterMs,
      ...(kind === 'unavailable' && { message }),
    });
  }
}

const remainingMs = ({ expiresAt }: HostRequest): number => Math.max(0, expiresAt - performance.now());
