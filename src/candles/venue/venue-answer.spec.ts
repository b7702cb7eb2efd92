import { venueAnswer } from './venue-answer.js';
import { VenueFailure, problemOf } from './venue-failure.js';

const MINUTE = 60_000;
/** 12 s into a minute. */
const NOW = Date.UTC(2024, 0, 10) + 12_000;

const error = (code: number, msg: string) => JSON.stringify({ code, msg });
const illegal = (parameter: string) =>
  error(-1100, `Illegal characters found in parameter '${parameter}'; legal range is 'x'.`);

function failureOf(
  status: number,
  text: string,
  retryAfter: string | null = null,
  sentAt = NaN,
): VenueFailure {
  try {
    venueAnswer({ status, text, retryAfter, sentAt }, NOW);
  } catch (failure) {
    return failure as VenueFailure;
  }
  throw new Error('that is no failure');
}

describe('an answer of the venue', () => {
  it('is its body', () => {
    expect(venueAnswer({ status: 200, text: '[]', retryAfter: null, sentAt: NaN }, NOW)).toEqual([]);
  });

  const failures: [status: number, text: string, retryAfter: string | null, kind: string, retryAfterMs: number | undefined, transient: boolean][] = [
    [429, error(-1003, 'Too much'), '7', 'rate-limited', 7_000, false],
    [429, error(-1003, 'Too much'), '0', 'rate-limited', 1_000, false],
    [429, error(-1003, 'Too many requests'), null, 'rate-limited', 48_000, false],
    [429, '<html>', 'Wed, 21 Oct 2015 07:28:00 GMT', 'rate-limited', 48_000, false],
    [418, error(-1003, `Way too many; IP banned until ${NOW + 95_000}.`), null, 'rate-limited', 95_000, false],
    [418, error(-1003, `Way too many; IP banned until ${NOW - 5}.`), null, 'rate-limited', 1_000, false],
    [403, '<HTML>', null, 'unavailable', 60_000, false],
    [451, error(0, 'restricted location'), null, 'region-blocked', 60_000, false],
    [408, error(-1007, 'Timeout'), null, 'unavailable', undefined, true],
    [500, '', null, 'unavailable', undefined, true],
    [503, 'Service Unavailable.', null, 'unavailable', undefined, true],
    [200, '[[1', null, 'error', undefined, true],
    [400, error(-1121, 'Invalid symbol.'), null, 'unknown-symbol', undefined, false],
    [400, error(-4144, 'Invalid pair'), null, 'unknown-symbol', undefined, false],
    [400, illegal('symbol'), null, 'unknown-symbol', undefined, false],
    [400, illegal('pair'), null, 'unknown-symbol', undefined, false],
    [400, illegal('endTime'), null, 'error', undefined, false],
    [400, error(-1130, 'limit'), null, 'error', undefined, false],
    [404, '', null, 'error', undefined, false],
  ]; // prettier-ignore
  for (const [status, text, retryAfter, kind, retryAfterMs, transient] of failures) {
    it(`${status} ${text} ${retryAfter ?? ''}`, () => {
      expect(failureOf(status, text, retryAfter)).toMatchObject({ kind, retryAfterMs, transient });
    });
  }

  it('counts its pause by the clock of the host', () => {
    const sentAt = NOW + 30 * MINUTE + 20_000;
    expect(failureOf(429, '', null, sentAt).retryAfterMs).toBe(28_000);
    const banned = error(-1003, `IP banned until ${sentAt + 3_000}`);
    expect(failureOf(418, banned, null, sentAt).retryAfterMs).toBe(3_000);
  });
});

describe('what a client is told of a failure', () => {
  it('has Retry-After whenever the service cannot answer for a while', () => {
    const headersOf = (failure: VenueFailure) => problemOf(failure).extras.headers;
    expect(headersOf(new VenueFailure('rate-limited', '', { retryAfterMs: 1_001 }))).toEqual({
      'Retry-After': '2',
    });
    expect(headersOf(new VenueFailure('unavailable', '', { retryAfterMs: 0 }))).toEqual({
      'Retry-After': '1',
    });
    expect(headersOf(new VenueFailure('unavailable', ''))).toEqual({ 'Retry-After': '5' });
    expect(headersOf(new VenueFailure('unknown-symbol', ''))).toBeUndefined();
    expect(headersOf(new VenueFailure('error', ''))).toBeUndefined();
  });
});
