import type { ProblemCode } from '../../../src/shared/problems/problem.js';
import type { Scenario } from '../../../venue-double/scenario.js';
import { DAY, MINUTE } from '../../support/factories.js';
import {
  type Asked,
  LiveApp,
  ownSymbol,
  pathOf,
  impatient,
  startLiveApp,
  truth,
} from '../../support/live-app.js';
import { expectProblem } from '../../support/problems.js';
import { FEEDS, type Feed } from '../../../src/shared/market/feeds.js';

let t: LiveApp;
beforeAll(async () => {
  t = impatient(await startLiveApp());
});
afterAll(() => t.close());

// Each test begins in the middle of a minute, after a successful response of each host.
beforeEach(async () => {
  t.venue.clearScenarios();
  t.venue.setClock(Math.ceil(t.venue.now() / MINUTE) * MINUTE + 10 * MINUTE + 30_000);
  t.venue.setLimits({});
  for (const feed of FEEDS) await get({ symbol: ownSymbol(t.venue), feed, count: 1 }).expect(200);
});

const SPOT = FEEDS[0];
const USDM = FEEDS[1];

const get = (asked: Asked) => t.call.get(pathOf(asked));
const requestsSince = (count: number) => t.venue.requests.slice(count);

/** A request for a new symbol, with faults for this symbol. */
function withFaults(feed: Feed, ...scenarios: readonly Scenario[]): Asked {
  const symbol = ownSymbol(t.venue);
  for (const scenario of scenarios) t.venue.play({ ...scenario, symbol, feed });
  return { symbol, feed, count: 50 };
}

const NO_CONNECTION = 'There is no connection to 127.0.0.1:9; try again later.';

describe('a request to which the venue does not respond', () => {
  const failures: [
    name: string,
    Feed,
    Scenario,
    ProblemCode,
    retryAfter: string | undefined,
    asked: number,
  ][] = [
    [
      '429 with a long pause',
      SPOT,
      { kind: 'rate-limited', retryAfterSeconds: 30 },
      'VENUE_RATE_LIMITED',
      '30',
      1,
    ],
    [
      '429 without Retry-After, until the next minute',
      USDM,
      { kind: 'rate-limited' },
      'VENUE_RATE_LIMITED',
      '30',
      1,
    ],
    ['418 with Retry-After', SPOT, { kind: 'banned', banMs: 180_000 }, 'VENUE_RATE_LIMITED', '180', 1],
    [
      '418 with the end of the ban in its message',
      USDM,
      { kind: 'banned', banMs: 90_000 },
      'VENUE_RATE_LIMITED',
      '90',
      1,
    ],
    ['403 of the firewall', SPOT, { kind: 'firewall' }, 'VENUE_UNAVAILABLE', '60', 1],
    ['451', USDM, { kind: 'region-blocked' }, 'VENUE_REGION_BLOCKED', '60', 1],
    ['408', USDM, { kind: 'backend-timeout' }, 'VENUE_UNAVAILABLE', '5', 4],
    ['503', SPOT, { kind: 'overload' }, 'VENUE_UNAVAILABLE', '5', 4],
    [
      '503 in plain text',
      USDM,
      { kind: 'overload', variant: 'service-unavailable' },
      'VENUE_UNAVAILABLE',
      '5',
      4,
    ],
    ['503 by its protection', USDM, { kind: 'overload', variant: 'overloaded' }, 'VENUE_UNAVAILABLE', '5', 4],
    ['500', SPOT, { kind: 'internal-error' }, 'VENUE_UNAVAILABLE', '5', 4],
    ['a reset connection', SPOT, { kind: 'reset' }, 'VENUE_UNAVAILABLE', '5', 4],
    ['half a body', USDM, { kind: 'half-body' }, 'VENUE_UNAVAILABLE', '5', 4],
    ['a body that is not JSON', SPOT, { kind: 'not-json' }, 'VENUE_ERROR', undefined, 4],
    ['rows in the wrong order', USDM, { kind: 'reversed' }, 'VENUE_ERROR', undefined, 4],
  ];
  for (const [name, feed, scenario, code, retryAfter, requests] of failures) {
    it(`is refused with ${code} after ${name}`, async () => {
      const asked = withFaults(feed, scenario);
      const before = t.venue.requests.length;
      const response = await get(asked);
      expectProblem(response, code);
      expect(response.headers['retry-after']).toBe(retryAfter);
      expect(requestsSince(before)).toHaveLength(requests);
      t.venue.clearScenarios();
      t.venue.advanceClock(3 * MINUTE);
      t.venue.play({ kind: 'listing', symbol: asked.symbol, listedAt: Date.UTC(2019, 0, 1) });
      const { body } = await get(asked).expect(200);
      expect(body.candles).toEqual(truth(t.venue, asked));
    });
  }

  it('is refused with VENUE_UNAVAILABLE if the venue is silent', async () => {
    const asked = withFaults(SPOT, { kind: 'silent' });
    const response = await get(asked);
    expectProblem(response, 'VENUE_UNAVAILABLE');
    expect(response.headers['retry-after']).toBe('1');
  });

  it('is refused with VENUE_UNAVAILABLE if nothing listens at the address of the venue', async () => {
    const alone = await startLiveApp({
      VENUE_SPOT_URL: 'http://127.0.0.1:9',
      VENUE_USDM_URL: 'http://127.0.0.1:9',
    });
    try {
      for (const feed of FEEDS) {
        const response = await alone.call.get(pathOf({ symbol: ownSymbol(t.venue), feed }));
        expectProblem(response, 'VENUE_UNAVAILABLE');
        expect(response.headers['retry-after']).toBe('5');
        expect(response.body.message).toBe(NO_CONNECTION);
      }
      // After five failures no request is sent for 10 s. The message stays the same, because the cause has not changed.
      for (let request = 0; request < 2; request += 1) {
        const response = await alone.call.get(pathOf({ symbol: ownSymbol(t.venue), feed: SPOT }));
        expectProblem(response, 'VENUE_UNAVAILABLE');
        expect(response.body.message).toBe(NO_CONNECTION);
      }
    } finally {
      await alone.close();
    }
  });

  it('succeeds if all requested bars are stored', async () => {
    const asked = { symbol: ownSymbol(t.venue), count: 50 };
    const { body } = await get(asked).expect(200);
    t.venue.play({ kind: 'firewall' });
    expectProblem(await get({ symbol: ownSymbol(t.venue) }), 'VENUE_UNAVAILABLE');
    const again = await get(asked).expect(200);
    expect(again.body).toEqual({ ...body, source: 'cache' });
    // A request for one more bar than the stored bars gets an error, not a shorter list.
    expectProblem(await get({ ...asked, count: 51 }), 'VENUE_UNAVAILABLE');
  });
});

describe('a request to which the venue responds after failures', () => {
  const recoveries: [name: string, Feed, requests: number, ...Scenario[]][] = [
    ['after three overloads', SPOT, 4, { kind: 'overload', times: 3 }],
    ['after a short pause', SPOT, 2, { kind: 'rate-limited', times: 1 }],
    [
      'after a reset connection, half a body and a body that is not JSON',
      USDM,
      4,
      { kind: 'reset', times: 1 },
      { kind: 'half-body', times: 1 },
      { kind: 'not-json', times: 1 },
    ],
    ['even if the response of the venue is slow', SPOT, 1, { kind: 'slow', latencyMs: 300 }],
    ['after rows in the wrong order', SPOT, 2, { kind: 'reversed', times: 1 }],
    ['after two pages that the venue cut short', SPOT, 3, { kind: 'truncated-page', times: 2 }],
    [
      'without the rows that the venue sends from outside the requested range',
      USDM,
      1,
      { kind: 'outside-window' },
    ],
    ['without the rows that the venue sends twice', USDM, 1, { kind: 'duplicated-edge' }],
    [
      'after a row with its low above its open',
      SPOT,
      2,
      { kind: 'invalid-row', defect: 'low-above-open', times: 1 },
    ],
    ['after a row that is not a number', USDM, 2, { kind: 'invalid-row', defect: 'not-a-number', times: 1 }],
  ];
  for (const [name, feed, requests, ...scenarios] of recoveries) {
    it(`gets a complete response ${name}`, async () => {
      const asked = withFaults(feed, ...scenarios);
      const before = t.venue.requests.length;
      const { body } = await get(asked).expect(200);
      expect(body.candles).toEqual(truth(t.venue, asked));
      expect(requestsSince(before)).toHaveLength(requests);
      t.venue.clearScenarios();
      expect((await get(asked).expect(200)).body).toEqual({ ...body, source: 'cache' });
    });
  }

  for (const defect of ['low-above-open', 'high-below-close', 'not-a-number', 'eleven-fields'] as const) {
    it(`gets a response without the bar of an invalid row (${defect}) until the venue corrects the row`, async () => {
      const ts = Math.floor(t.venue.now() / MINUTE) * MINUTE - 20 * MINUTE;
      const asked = { ...withFaults(SPOT, { kind: 'invalid-row', defect, ts }), before: ts + 10 * MINUTE };
      const whole = truth(t.venue, { ...asked, count: 51 });
      const { body } = await get(asked).expect(200);
      expect(body.candles).toEqual(whole.filter((bar) => bar.ts !== ts));
      t.venue.clearScenarios();
      t.venue.play({ kind: 'listing', symbol: asked.symbol, listedAt: Date.UTC(2019, 0, 1) });
      t.venue.advanceClock(DAY);
      expect((await get(asked).expect(200)).body).toMatchObject({ source: 'mixed', candles: whole.slice(1) });
    });
  }
});

describe('a host that asks for a pause', () => {
  it('gets no requests until the pause ends, while the other host gets requests', async () => {
    const end = t.venue.now() + 120_000;
    await get(withFaults(SPOT, { kind: 'banned', banMs: 120_000, times: 1 }));
    const before = t.venue.requests.length;
    for (let i = 0; i < 2; i += 1)
      expect((await get({ symbol: ownSymbol(t.venue) })).headers['retry-after']).toBe('120');
    expect(requestsSince(before)).toHaveLength(0);
    await get({ symbol: ownSymbol(t.venue), feed: USDM, count: 5 }).expect(200);
    t.venue.advanceClock(113_000);
    // The rest of the pause is so short that the service waits for its end.
    await get({ symbol: ownSymbol(t.venue), count: 5 }).expect(200);
    expect(t.venue.now()).toBe(end);
  });
});

describe('a host that fails repeatedly', () => {
  it('gets no requests for a while, and then a single test request', async () => {
    t.venue.play({ kind: 'internal-error', feed: SPOT });
    const ask = () => get({ symbol: ownSymbol(t.venue), count: 5 });
    const requests = async (answers: number) => {
      const before = t.venue.requests.length;
      const responses = await Promise.all(Array.from({ length: answers }, () => ask()));
      return { responses, sent: t.venue.requests.length - before };
    };
    expect((await requests(1)).sent).toBe(4);
    expect((await requests(1)).sent).toBe(1);
    const refused = await requests(5);
    expect(refused.sent).toBe(0);
    for (const response of refused.responses) {
      expectProblem(response, 'VENUE_UNAVAILABLE');
      expect(response.headers['retry-after']).toBe('10');
    }
    t.venue.advanceClock(10_000);
    expect((await requests(5)).sent).toBe(1);
    t.venue.advanceClock(10_000);
    t.venue.clearScenarios();
    await ask().expect(200);
    expect((await requests(3)).responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('the weight budget', () => {
  it('counts requests of other clients at the same address, and is never exceeded', async () => {
    let used = 0;
    while (used < 4_770) {
      const { headers } = await fetch(`${t.venue.spotUrl}/api/v3/exchangeInfo`);
      used = Number(headers.get('x-mbx-used-weight-1m'));
    }
    const before = t.venue.requests.length;
    const ask = () => get({ symbol: ownSymbol(t.venue), count: 5 });
    let response = await ask().expect(200);
    while (response.status === 200) response = await ask();
    expectProblem(response, 'VENUE_RATE_LIMITED');
    expect(response.headers['retry-after']).toBe('30');
    const sent = requestsSince(before);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.at(-1)?.usedWeight).toBeLessThanOrEqual(4_800);
    t.venue.advanceClock(30_000);
    await ask().expect(200);
  });
});
