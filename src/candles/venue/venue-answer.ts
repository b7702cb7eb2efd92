import { MINUTE_MS } from '../intervals.js';
import { VenueFailure } from './venue-failure.js';

/** How long a host that shut us out is left alone when it does not say, ms. */
const SHUT_OUT_MS = 60_000;

/** Codes of a 400 that mean that the symbol does not exist: invalid symbol, invalid pair. */
const UNKNOWN_SYMBOL_CODES = new Set([-1121, -4144]);

/** Code of a 400 for a parameter with illegal characters, or with too many. */
const ILLEGAL_CHARACTERS = -1100;

/** The shortest pause after a refusal, ms. */
const SHORTEST_PAUSE_MS = 1_000;

export interface RawAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
  /** When the host sent it by its own clock, epoch ms, NaN when it does not say. */
  readonly sentAt: number;
}

/**
 * The parsed body of a good answer.
 * @throws VenueFailure for every other one, with what follows from it
 */
export function venueAnswer({ status, retryAfter, text, sentAt }: RawAnswer, now: number): unknown {
  if (status === 200) return parse(text);
  const failure = errorBody(text);
  switch (status) {
    case 429:
    case 418:
      throw new VenueFailure('rate-limited', `status ${status}`, {
        retryAfterMs: pauseOf(retryAfter, failure?.msg, Number.isFinite(sentAt) ? sentAt : now),
        again: true,
      });
    case 403:
      // The venue's firewall, which answers in HTML: asking on would make it worse.
      throw new VenueFailure('unavailable', 'refused by the firewall of the venue', {
        retryAfterMs: SHUT_OUT_MS,
      });
    case 451:
      throw new VenueFailure('region-blocked', 'the region is blocked', { retryAfterMs: SHUT_OUT_MS });
    default:
  }
  if (status === 400 && failure && meansUnknownSymbol(failure)) {
    throw new VenueFailure('unknown-symbol', failure.msg);
  }
  if (status === 408 || status >= 500)
    throw new VenueFailure('unavailable', `status ${status}`, { transient: true });
  throw new VenueFailure(
    'error',
    `status ${status}: ${failure ? `${failure.code} ${failure.msg}` : 'no error body'}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new VenueFailure('error', 'the answer is not JSON', { transient: true, cause });
  }
}

/** A symbol of more than 20 characters is refused for its form, and no symbol either. */
function meansUnknownSymbol({ code, msg }: { code: number; msg: string }): boolean {
  return (
    UNKNOWN_SYMBOL_CODES.has(code) || (code === ILLEGAL_CHARACTERS && /parameter '(symbol|pair)'/.test(msg))
  );
}

function errorBody(text: string): { code: number; msg: string } | null {
  try {
    const { code, msg } = JSON.parse(text) as { code?: unknown; msg?: unknown };
    return typeof code === 'number' && typeof msg === 'string' ? { code, msg } : null;
  } catch {
    return null;
  }
}

/**
 * Retry-After where it is sent, else the end of the ban that the message names, else the next minute.
 * @param now by the clock of the host
 */
function pauseOf(retryAfter: string | null, message: string | undefined, now: number): number {
  if (retryAfter !== null && /^\d+$/.test(retryAfter))
    return Math.max(SHORTEST_PAUSE_MS, Number(retryAfter) * 1000);
  const bannedUntil = /banned until (\d{13})/.exec(message ?? '')?.[1];
  if (bannedUntil !== undefined) return Math.max(SHORTEST_PAUSE_MS, Number(bannedUntil) - now);
  return MINUTE_MS - (now % MINUTE_MS);
}
