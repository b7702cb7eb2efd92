import { DAY_MS, MINUTE_MS } from '../../shared/market/intervals.js';
import { VenueFailure } from './venue-failure.js';

/** Pause after a refusal by the firewall or the region block, ms. The venue does not specify how long to wait. */
const BLOCKED_PAUSE_MS = 60_000;

const MIN_PAUSE_MS = 1_000;

/**
 * The longest ban that the venue documents. After this time, a request tests whether the venue still asks for a pause.
 */
const MAX_PAUSE_MS = 3 * DAY_MS;

/** Error codes of a 400 for a symbol that does not exist: invalid symbol, invalid pair. */
const UNKNOWN_SYMBOL_CODES = new Set([-1121, -4144]);

/** Error code of a 400 for a parameter with illegal or too many characters. */
const ILLEGAL_CHARACTERS = -1100;

export interface VenueResponse {
  readonly status: number;
  /** The `Retry-After` header. */
  readonly retryAfter: string | null;
  /** The `Date` header, epoch ms; NaN if absent or unreadable. */
  readonly date: number;
  readonly text: string;
}

/**
 * Returns the parsed body of a good response.
 * @param now by our clock, epoch ms
 * @throws VenueFailure for any other response
 */
export function parseResponse(response: VenueResponse, now: number): unknown {
  const { status, date, text } = response;
  if (status === 200) {
    // With a wrong Date header, either all bars or no bars would count as closed.
    if (date < now - DAY_MS)
      throw unusable('the Date header is more than a day behind our clock, so one of the clocks is wrong');
    return parseJson(text);
  }
  throw failureOf(response, now);
}

function failureOf({ status, retryAfter, date, text }: VenueResponse, now: number): VenueFailure {
  const error = errorBody(text);
  const reason = `status ${status}${error ? `, ${error.code} ${error.msg}` : ''}`;
  switch (status) {
    case 429:
    case 418: {
      const hostNow = Math.abs(date - now) < DAY_MS ? date : now;
      const retryAfterMs = pauseMs(retryAfter, error?.msg, hostNow);
      return new VenueFailure('rate-limited', reason, { retryAfterMs, canRetry: true });
    }
    case 403:
      // The venue's firewall responds in HTML. Further requests would prolong the block.
      return new VenueFailure('unavailable', reason, { retryAfterMs: BLOCKED_PAUSE_MS });
    case 451:
      return new VenueFailure('region-blocked', reason, { retryAfterMs: BLOCKED_PAUSE_MS });
    default:
  }
  if (status === 400 && error && isUnknownSymbol(error)) return new VenueFailure('unknown-symbol', reason);
  if (status === 408 || status >= 500) return new VenueFailure('unavailable', reason, { isTransient: true });
  return new VenueFailure('error', reason);
}

/** Returns the failure for a response that a working venue does not send. The next response may be good. */
export const unusable = (reason: string, cause?: unknown): VenueFailure =>
  new VenueFailure('error', reason, { isTransient: true, cause });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unusable('the body is not JSON', cause);
  }
}

/** For a symbol of more than 20 characters, the venue reports illegal characters instead of an unknown symbol. */
const isUnknownSymbol = ({ code, msg }: { code: number; msg: string }): boolean =>
  UNKNOWN_SYMBOL_CODES.has(code) || (code === ILLEGAL_CHARACTERS && /parameter '(symbol|pair)'/.test(msg));

function errorBody(text: string): { code: number; msg: string } | null {
  try {
    const { code, msg } = JSON.parse(text) as { code?: unknown; msg?: unknown };
    return typeof code === 'number' && typeof msg === 'string' ? { code, msg: msg.slice(0, 500) } : null;
  } catch {
    return null;
  }
}

/**
 * Returns the pause that a refusal asks for. A `Retry-After` states the pause. Otherwise the pause lasts until the end
 * of the ban that the message names, or, if it names none, until the next clock minute.
 * @param now the time by the clock of the host
 */
function pauseMs(retryAfter: string | null, message: string | undefined, now: number): number {
  const bannedUntil = /banned until (\d+)/.exec(message ?? '')?.[1];
  const asked =
    retryAfterMs(retryAfter ?? '', now) ??
    (bannedUntil === undefined ? undefined : Number(bannedUntil) - now) ??
    MINUTE_MS - (now % MINUTE_MS);
  return Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, asked));
}

/** The header contains seconds or a date. A date in the past is ignored. */
function retryAfterMs(header: string, now: number): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const until = /^[A-Z][a-z]{2}, .* GMT$/.test(header) ? Date.parse(header) : NaN;
  return until > now ? until - now : undefined;
}
