import type { Feed } from './candle.js';
import type { AnswerFault } from './scenario.js';
import { banned, rateLimited, VenueError } from './venue-error.js';

/** The faults that replace the whole response. */
export const REPLACING_FAULTS = [
  'rate-limited',
  'banned',
  'overload',
  'firewall',
  'region-blocked',
  'backend-timeout',
  'internal-error',
  'not-json',
] as const satisfies readonly AnswerFault['kind'][];

export type ReplacingFault = Extract<AnswerFault, { kind: (typeof REPLACING_FAULTS)[number] }>;

export interface FaultAnswer {
  readonly status: number;
  readonly type: 'json' | 'html' | 'text';
  readonly body: string;
  /** The text of the `Retry-After` header. */
  readonly retryAfter?: string;
}

const DEFAULT_RETRY_AFTER_SECONDS = 1;
const DEFAULT_BAN_MS = 120_000;

const FIREWALL_PAGE = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">
<HTML><HEAD><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=iso-8859-1">
<TITLE>ERROR: The request could not be satisfied</TITLE>
</HEAD><BODY>
<H1>403 ERROR</H1>
<H2>The request could not be satisfied.</H2>
<HR noshade size="1px">
Request blocked.
</BODY></HTML>
`;

/** Returns the response that the host sends instead of candles. */
export function faultAnswer(fault: ReplacingFault, feed: Feed, limit: number, now: number): FaultAnswer {
  switch (fault.kind) {
    case 'rate-limited':
      return {
        ...errorAnswer(rateLimited(feed, limit)),
        retryAfter: fault.retryAfter ?? String(fault.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS),
      };
    case 'banned': {
      const banMs = fault.banMs ?? DEFAULT_BAN_MS;
      const retryAfter = fault.retryAfter ?? String(Math.ceil(banMs / 1_000));
      return { ...errorAnswer(banned(feed, now + banMs)), retryAfter };
    }
    case 'overload':
      return overloadAnswer(fault.variant ?? 'unknown-error', feed);
    case 'firewall':
      return { status: 403, type: 'html', body: FIREWALL_PAGE };
    case 'region-blocked':
      return errorAnswer(
        new VenueError(
          0,
          "Service unavailable from a restricted location according to 'b. Eligibility' in the terms of use. Please contact customer service if you believe you received this message in error.",
          451,
        ),
      );
    case 'backend-timeout':
      return errorAnswer(
        new VenueError(
          -1007,
          'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
          408,
        ),
      );
    case 'internal-error':
      return errorAnswer(
        new VenueError(-1001, 'Internal error; unable to process your request. Please try again.', 500),
      );
    case 'not-json':
      break;
  }
  return { status: 200, type: 'json', body: '[[1700000000000,"1.0",<!-- upstream -->' };
}

/** Returns the venue's own error body. */
export const errorAnswer = ({ status, code, message }: VenueError): FaultAnswer => ({
  status,
  type: 'json',
  body: JSON.stringify({ code, msg: message }),
});

function overloadAnswer(
  variant: 'unknown-error' | 'service-unavailable' | 'overloaded',
  feed: Feed,
): FaultAnswer {
  if (variant === 'service-unavailable') return { status: 503, type: 'text', body: 'Service Unavailable.' };
  if (variant === 'unknown-error') {
    return errorAnswer(
      new VenueError(-1000, 'Unknown error, please check your request or try again later.', 503),
    );
  }
  const message =
    feed === 'venue-spot'
      ? 'Server is currently overloaded with other requests. Please try again in a few minutes.'
      : 'Request throttled by system-level protection. Reduce-only/close-position orders are exempt. Please try again.';
  return errorAnswer(new VenueError(-1008, message, 503));
}
