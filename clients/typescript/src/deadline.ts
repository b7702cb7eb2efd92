import { ConnectionError } from './errors.js';

/** Longest time of a call, ms. */
const USUAL_MS = 60_000;
/** Longest time of a call that transfers or writes all trades of a session, ms. */
export const BULK_MS = 30 * 60_000;
const BULK_PATHS = /\/(import|export|report|copy)$/;

/** Longest delay of a timer, ms. A timer with a longer delay fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const timeoutOf = (path: string): number => (BULK_PATHS.test(path) ? BULK_MS : USUAL_MS);

/** Ends a call when its time is over, or when its caller aborts it. */
export class Deadline {
  private readonly ending = new AbortController();
  /** Aborted at the end, with a ConnectionError or with the reason of the caller. */
  readonly signal = this.ending.signal;
  private readonly endsAt: number;
  private readonly timer: ReturnType<typeof setTimeout>;
  private readonly caller: AbortSignal | undefined;

  constructor(ms: number, caller?: AbortSignal) {
    this.endsAt = performance.now() + ms;
    this.caller = caller;
    const end = () => this.end(new ConnectionError(`No complete response within ${ms} ms.`));
    this.timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
    // In Node.js, a response that the caller does not read to its end must not keep the process alive.
    (this.timer as { unref?: () => void }).unref?.();
    if (caller?.aborted) this.abort();
    else caller?.addEventListener('abort', this.abort);
  }

  /** Returns true if the call goes on after a pause. */
  isAfter(pauseMs: number): boolean {
    return performance.now() + pauseMs < this.endsAt;
  }

  /** To be called when the call has ended. */
  close(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.abort);
  }

  private readonly abort = (): void => this.end(this.caller?.reason);

  private end(reason: unknown): void {
    this.close();
    this.ending.abort(reason);
  }
}
