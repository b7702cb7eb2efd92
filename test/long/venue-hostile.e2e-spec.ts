import type { Candle } from '../../src/candles/store/bar-columns.js';
import type { ProblemCode } from '../../src/shared/problems/problem.js';
import { FEEDS, type Feed } from '../../src/shared/market/feeds.js';
import type { Scenario } from '../../venue-double/scenario.js';
import { DAY, HOUR, MINUTE } from '../support/factories.js';
import {
  type Asked,
  LiveApp,
  impatient,
  ownSymbol,
  pathOf,
  setClock,
  startLiveApp,
  truth,
} from '../support/live-app.js';
import { expectProblem } from '../support/problems.js';
import { settled } from '../support/until.js';

/**
 * Tests of a hostile or broken venue. The service must refuse its responses quickly and in bounded memory, and must
 * then recover.
 */

const [SPOT, USDM] = FEEDS;

let t: LiveApp;
beforeAll(async () => {
  t = await startLiveApp();
});
afterAll(() => t.close());
beforeEach(() => {
  t.venue.clearScenarios();
  t.venue.setClock(Math.ceil(t.venue.now() / MINUTE) * MINUTE + 10 * MINUTE + 30_000);
  t.venue.setLimits({});
});
afterEach(() => {
  t.venue.clearScenarios();
  t.venue.advanceClock(3 * DAY);
});

const get = (asked: Asked) => t.call.get(pathOf(asked));

/** A request for a new symbol, with faults for this symbol. */
function withFaults(feed: Feed, ...scenarios: readonly Scenario[]): Asked {
  const symbol = ownSymbol(t.venue);
  for (const scenario of scenarios) t.venue.play({ ...scenario, symbol, feed });
  return { symbol, feed, count: 50 };
}

/** Ends the faults of the symbol, and moves the clock past any pause. */
function heal({ symbol }: Asked, afterMs = 2_001): void {
  t.venue.clearScenarios();
  t.venue.play({ kind: 'listing', symbol, listedAt: Date.UTC(2019, 0, 1) });
  t.venue.advanceClock(afterMs);
}

async function requestsOf<T>(work: () => PromiseLike<T>): Promise<[T, number]> {
  const before = t.venue.requests.length;
  return [await work(), t.venue.requests.length - before];
}

async function expectHealed(asked: Asked): Promise<void> {
  const { body } = await get(asked).expect(200);
  expect(body.candles).toEqual(truth(t.venue, asked));
}

/** Waits for the end of loads that continue after their requests. */
const loadsEnd = () =>
  settled(
    () => t.venue.requests.length,
    () => t.call.get('/projects'),
    60,
  );

/** Maximum number of bytes in buffers, including garbage, while seven responses are refused. */
const MAX_HELD_BYTES = 128 * 2 ** 20;

describe('the body of a response', () => {
  const bodies: [fault: 'endless-body' | 'gzip-bomb' | 'trickle', ProblemCode][] = [
    ['endless-body', 'VENUE_ERROR'],
    ['gzip-bomb', 'VENUE_ERROR'],
    ['trickle', 'VENUE_UNAVAILABLE'],
  ];
  it.each(bodies)(
    '%s is refused with %s in time, even six at once, and the next requests succeed',
    async (kind, code) => {
      impatient(t);
      t.venue.play({ kind, feed: SPOT });
      const first = t.venue.requests.length;
      const inBuffers = () => process.memoryUsage().arrayBuffers;
      const before = inBuffers();
      let most = 0;
      const sampling = setInterval(() => (most = Math.max(most, inBuffers() - before)), 20);
      expectProblem(await get(withFaults(SPOT)), code);
      const faulty = Array.from({ length: 6 }, () => withFaults(SPOT));
      const responses = await Promise.all(faulty.map((asked) => get(asked)));
      clearInterval(sampling);
      // A body is read up to 2 MB. A gzip bomb unpacks to 1 GB. The venue of the test runs in this process, so its
      // memory counts as well.
      expect(most).toBeLessThan(MAX_HELD_BYTES);
      // If the host has failed repeatedly, the circuit breaker refuses with 503.
      for (const { status } of responses) expect([502, 503]).toContain(status);
      for (const { bytesSent } of t.venue.requests.slice(first)) expect(bytesSent).toBeLessThan(12_000_000);

      t.venue.clearScenarios();
      setClock(t, t.venue);
      // The loads end shortly after the requests that waited for them. Then the circuit breaker closes in 10 s.
      await loadsEnd();
      t.venue.advanceClock(10_000);
      const healthy = Array.from({ length: 6 }, () => withFaults(SPOT));
      for (const asked of healthy) await expectHealed(asked);
    },
  );
});

describe('a pause that the venue asks for', () => {
  const DEFAULT = '30'; // Seconds until the next minute.
  const pauses: [name: string, Feed, Scenario, retryAfter: string][] = [
    ['of 20 digits', SPOT, { kind: 'rate-limited', retryAfter: '9'.repeat(20) }, '3600'],
    ['of a day', SPOT, { kind: 'rate-limited', retryAfter: '86400' }, '3600'],
    ['below zero', SPOT, { kind: 'rate-limited', retryAfter: '-5' }, DEFAULT],
    ['with a fraction', SPOT, { kind: 'rate-limited', retryAfter: '1.5' }, DEFAULT],
    ['that is not a number', SPOT, { kind: 'rate-limited', retryAfter: 'soon' }, DEFAULT],
    [
      'until a date in the past',
      SPOT,
      { kind: 'rate-limited', retryAfter: new Date(0).toUTCString() },
      DEFAULT,
    ],
    ['until the year 2286, by a ban', USDM, { kind: 'banned', banMs: 8_200_000_000_000 }, '3600'],
  ];
  it.each(pauses)('%s gives the client a useful Retry-After', async (_name, feed, scenario, retryAfter) => {
    const response = await get(withFaults(feed, scenario));
    expectProblem(response, 'VENUE_RATE_LIMITED');
    expect(response.headers['retry-after']).toBe(retryAfter);
  });

  it('ends at a given date', async () => {
    const retryAfter = new Date(t.venue.now() + 90_000).toUTCString();
    const response = await get(withFaults(SPOT, { kind: 'rate-limited', retryAfter }));
    expect(response.headers['retry-after']).toBe('90');
  });

  it('ends after at most three days, and then a single request tests whether the venue still asks for a pause', async () => {
    const asked = withFaults(USDM, { kind: 'banned', banMs: 8_200_000_000_000 });
    const asking = () => requestsOf(() => get(asked));
    expect((await asking())[1]).toBe(1);
    t.venue.advanceClock(3 * DAY - MINUTE);
    expect((await asking())[1]).toBe(0);
    t.venue.advanceClock(MINUTE);
    const [response, requests] = await asking();
    expect([response.body.code, requests]).toEqual(['VENUE_RATE_LIMITED', 1]);
    heal(asked, 3 * DAY);
    await expectHealed(asked);
  });
});

describe('rows that are not bars', () => {
  it('cause an error if they are all off the grid, and are requested again', async () => {
    const asked = withFaults(SPOT, { kind: 'shifted-rows', shiftMs: 17_000 });
    expectProblem(await get(asked), 'VENUE_ERROR');
    heal(asked);
    await expectHealed(asked);
  });

  const defects = [
    'not-a-number',
    'low-above-open',
    'absurd-price',
    'time-as-text',
    'eleven-fields',
  ] as const;
  it.each(defects)(
    'are left out if five rows have the defect %s, and are returned once the venue has corrected them',
    async (defect) => {
      const end = Math.floor(t.venue.now() / MINUTE) * MINUTE;
      const bad = [1, 2, 3, 20, 30].map((minutesAgo) => end - minutesAgo * MINUTE - 15 * MINUTE);
      const asked = withFaults(SPOT, ...bad.map((ts): Scenario => ({ kind: 'invalid-row', defect, ts })));
      const without = truth(t.venue, { ...asked, count: 55 }).filter(({ ts }) => !bad.includes(ts));
      const { body } = await get(asked).expect(200);
      expect(body.candles).toEqual(without);
      heal(asked);
      await expectHealed(asked);
      const [again, requests] = await requestsOf(() => get(asked).expect(200));
      expect([again.body.source, requests]).toEqual(['cache', 0]);
    },
  );

  it('cause an error if the response has no other row', async () => {
    const ts = Math.floor(t.venue.now() / MINUTE) * MINUTE - MINUTE;
    const asked = { ...withFaults(SPOT, { kind: 'invalid-row', defect: 'absurd-price', ts }), count: 1 };
    expectProblem(await get(asked), 'VENUE_ERROR');
    heal(asked);
    await expectHealed(asked);
  });

  it('cause one more request per page, but the next read does not request these rows again at once', async () => {
    const end = Math.floor(t.venue.now() / MINUTE) * MINUTE;
    const ts = end - 40 * MINUTE;
    const asked = { ...withFaults(SPOT, { kind: 'invalid-row', defect: 'not-a-number', ts }), count: 2000 };
    const [{ body }, requests] = await requestsOf(() => get(asked).expect(200));
    expect(body.candles).toHaveLength(2000);
    expect(body.candles.filter((bar: Candle) => bar.ts === ts)).toEqual([]);
    expect(requests).toBeLessThan(6);
    // The row is not requested again at once.
    expect((await requestsOf(() => get(asked).expect(200)))[1]).toBe(0);
  });
});

describe('a response that leaves the requested bars unknown', () => {
  const answers: [name: string, Scenario][] = [
    ['rows of another day', { kind: 'shifted-rows', shiftMs: DAY }],
    ['rows of the year before', { kind: 'shifted-rows', shiftMs: -365 * DAY }],
    ['a Date of 1970', { kind: 'wrong-date', date: 0 }],
    ['a Date before its rows', { kind: 'wrong-date', date: Date.UTC(2025, 5, 4, 9) }],
  ];
  it.each(answers)('is an error after a few requests: %s', async (_name, scenario) => {
    const asked = withFaults(SPOT, scenario);
    const [response, requests] = await requestsOf(() => get(asked));
    expectProblem(response, 'VENUE_ERROR');
    expect(requests).toBeLessThan(6);
    heal(asked, 10_000);
    await expectHealed(asked);
  });

  it('is an error after a few requests: an empty list with a Date of 1970', async () => {
    const asked = withFaults(SPOT, { kind: 'truncated-page', rows: 0 }, { kind: 'wrong-date', date: 0 });
    const [response, requests] = await requestsOf(() => get(asked));
    expectProblem(response, 'VENUE_ERROR');
    expect(requests).toBeLessThan(6);
  });
});

describe('pages with few bars', () => {
  it.each([50, 2000])(
    'are an error after a few requests for %d bars, and the received bars are stored',
    async (count) => {
      const asked = { ...withFaults(SPOT, { kind: 'truncated-page', rows: 1 }), count };
      const [response, requests] = await requestsOf(() => get(asked));
      expectProblem(response, 'VENUE_ERROR');
      expect(requests).toBeLessThan(20);
      // The service may still load the other page. This load ends shortly afterwards.
      await loadsEnd();
      heal(asked);
      const { body } = await get(asked).expect(200);
      expect(body.candles).toEqual(truth(t.venue, asked));
      expect(body.source).toBe('mixed');
    },
  );

  it('are fetched by several reads, each with a bounded number of requests, if there is one bar every two hours', async () => {
    const symbol = ownSymbol(t.venue);
    const end = Math.floor(t.venue.now() / HOUR) * HOUR;
    for (let i = 1; i < 300; i += 1) {
      const from = end - i * 2 * HOUR;
      t.venue.play({ kind: 'gap', symbol, from: from + MINUTE, to: from + 2 * HOUR });
    }
    const asked = { symbol, count: 200 };
    const statuses: number[] = [];
    for (let read = 0; read < 10 && statuses.at(-1) !== 200; read += 1) {
      const [{ status }, requests] = await requestsOf(() => get(asked));
      expect(requests).toBeLessThan(60);
      statuses.push(status);
    }
    expect(statuses.at(-1)).toBe(200);
    expect((await get(asked)).body.candles).toHaveLength(200);
  });
});
