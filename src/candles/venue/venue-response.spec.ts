import { VenueFailure } from './venue-failure.js';
import { parseResponse } from './venue-response.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** A time 12 s after the start of a minute. */
const NOW = Date.UTC(2024, 0, 10) + 12_000;

const error = (code: number, msg: string) => JSON.stringify({ code, msg });
const illegal = (parameter: string) =>
  error(-1100, `Illegal characters found in parameter '${parameter}'; legal range is 'x'.`);

function failureOf(status: number, text: string, retryAfter: string | null = null, date = NaN): VenueFailure {
  try {
    parseResponse({ status, text, retryAfter, date }, NOW);
  } catch (failure) {
    return failure as VenueFailure;
  }
  throw new Error('parseResponse did not throw');
}

const httpDate = (ms: number) => new Date(ms).toUTCString();

describe('parseResponse', () => {
  it('returns the parsed body of a good response', () => {
    expect(parseResponse({ status: 200, text: '[]', retryAfter: null, date: NaN }, NOW)).toEqual([]);
  });

  it('refuses a Date header more than a day behind our clock', () => {
    const parse = (date: number) => parseResponse({ status: 200, text: '[]', retryAfter: null, date }, NOW);
    expect(parse(NOW - DAY)).toEqual([]);
    expect(parse(NOW + 9 * DAY)).toEqual([]);
    for (const date of [NOW - DAY - 1, 0]) expect(() => parse(date)).toThrow(VenueFailure);
  });

  const failures: [status: number, text: string, retryAfter: string | null, kind: string, retryAfterMs: number | undefined, isTransient: boolean][] = [
    [429, error(-1003, 'Too much'), '7', 'rate-limited', 7_000, false],
    [429, error(-1003, 'Too much'), '0', 'rate-limited', 1_000, false],
    [429, error(-1003, 'Too many requests'), null, 'rate-limited', 48_000, false],
    [429, '<html>', httpDate(NOW - 1000), 'rate-limited', 48_000, false],
    [429, '<html>', httpDate(NOW + 90_000), 'rate-limited', 90_000, false],
    [429, '<html>', httpDate(NOW + 9 * DAY), 'rate-limited', 3 * DAY, false],
    [429, '<html>', '9'.repeat(20), 'rate-limited', 3 * DAY, false],
    [429, '<html>', '259200', 'rate-limited', 3 * DAY, false],
    [429, '<html>', '-5', 'rate-limited', 48_000, false],
    [429, '<html>', '1.5', 'rate-limited', 48_000, false],
    [429, '<html>', '0x10', 'rate-limited', 48_000, false],
    [429, '<html>', 'Monday', 'rate-limited', 48_000, false],
    [418, error(-1003, `Way too many; IP banned until ${NOW + 95_000}.`), null, 'rate-limited', 95_000, false],
    [418, error(-1003, `Way too many; IP banned until ${NOW - 5}.`), null, 'rate-limited', 1_000, false],
    [418, error(-1003, 'Way too many; IP banned until 9999999999999.'), null, 'rate-limited', 3 * DAY, false],
    [418, error(-1003, `IP banned until ${'9'.repeat(40)}.`), null, 'rate-limited', 3 * DAY, false],
    [418, error(-1003, 'IP banned until tomorrow.'), null, 'rate-limited', 48_000, false],
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
  for (const [status, text, retryAfter, kind, retryAfterMs, isTransient] of failures) {
    it(`recognises ${status} ${text} ${retryAfter ?? ''}`, () => {
      expect(failureOf(status, text, retryAfter)).toMatchObject({ kind, retryAfterMs, isTransient });
    });
  }

  it("computes a pause by the host's clock, unless the host's clock is more than a day off", () => {
    const date = NOW + 30 * MINUTE + 20_000;
    const banned = error(-1003, `IP banned until ${date + 3_000}`);
    expect(failureOf(429, '', null, date).retryAfterMs).toBe(28_000);
    expect(failureOf(429, '', httpDate(date + 7_000), date).retryAfterMs).toBe(7_000);
    expect(failureOf(418, banned, null, date).retryAfterMs).toBe(3_000);
    expect(failureOf(429, '', null, 0).retryAfterMs).toBe(48_000);
    expect(failureOf(418, error(-1003, `IP banned until ${NOW + 5_000}`), null, 0).retryAfterMs).toBe(5_000);
  });
});

describe('VenueFailure', () => {
  it('has a Retry-After between 1 s and 1 h if the failure is temporary', () => {
    const secondsOf = (...failure: ConstructorParameters<typeof VenueFailure>) =>
      new VenueFailure(...failure).extras.retryAfterS;
    const seconds = (retryAfterMs: number) => secondsOf('rate-limited', '', { retryAfterMs });
    expect(seconds(0)).toBe(1);
    expect(seconds(1_001)).toBe(2);
    expect(seconds(3_600_000)).toBe(3600);
    expect(seconds(3 * DAY)).toBe(3600);
    expect(secondsOf('unavailable', '')).toBe(5);
    expect(secondsOf('unknown-symbol', '')).toBeUndefined();
    expect(secondsOf('error', '', { retryAfterMs: 5_000 })).toBeUndefined();
  });
});
