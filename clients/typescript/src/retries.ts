import type { ClientOptions } from './client-options.js';
import type { Deadline } from './deadline.js';
import { ConnectionError, ServiceError } from './errors.js';

const MAX_ATTEMPTS = 5;
const MAX_PAUSE_MS = 60_000;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 15_000;

/** A request that may be sent again. */
export interface Repeats {
  readonly method: string;
  readonly path: string;
  /** True if it is safe to send the request twice. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly deadline?: Deadline | undefined;
}

/** Calls a function, and calls it again after temporary failures. */
export async function withRetries<Result>(
  options: ClientOptions,
  repeats: Repeats,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { maxAttempts = MAX_ATTEMPTS } = options;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= maxAttempts) throw error;
      await pauseAfter(error, attempts, options, repeats);
    }
  }
}

/**
 * Waits before the next attempt.
 * @throws the error itself if another attempt cannot succeed, could repeat a write, or would be too late
 */
export async function pauseAfter(
  error: unknown,
  attempts: number,
  { maxPauseMs = MAX_PAUSE_MS, onRetry }: ClientOptions,
  { method, path, isRepeatable, signal, deadline }: Repeats,
): Promise<void> {
  if (!mayPass(error, isRepeatable)) throw error;
  const wantedMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
  if (wantedMs > maxPauseMs) throw error;
  const pauseMs = Math.max(wantedMs, Math.min(backoffMs(attempts), maxPauseMs));
  if (deadline && !deadline.isAfter(pauseMs)) throw error;
  onRetry?.({ method, path, attempts, pauseMs, error });
  await pause(pauseMs, signal);
}

function mayPass(error: unknown, isRepeatable: boolean): error is Error {
  if (error instanceof ConnectionError) return isRepeatable;
  if (!(error instanceof ServiceError)) return false;
  const { status, code, retryAfterMs } = error;
  // The service refuses such requests before it does any work, so any request can be sent again.
  if (status === 429 || code === 'BUSY') return true;
  if (status === 503) return isRepeatable;
  // A gateway sends these statuses if no instance has responded. An instance may nevertheless have done the work.
  return (status === 502 || status === 504) && retryAfterMs !== null && isRepeatable;
}

/**
 * The pause doubles with each attempt. Its random part prevents many clients from sending their requests again at the
 * same time.
 */
function backoffMs(attempts: number): number {
  const longest = Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS);
  return Math.ceil(longest * (0.5 + Math.random() / 2));
}

/** @throws the reason of the signal as soon as it is aborted */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
