import { WeightBudget } from './weight-budget.js';
import { type VenueDouble, startVenueDouble } from './venue-double.js';

const MINUTE = 60_000;
const NOW = Date.UTC(2024, 4, 15, 12, 0, 15);
const NEXT_MINUTE = NOW + 45_000;

describe('the weight budget', () => {
  const charges = (budget: WeightBudget, times: number, now = NOW) =>
    Array.from({ length: times }, () => budget.charge('a', 2, now).verdict);

  test('counts weight by address and clock minute, including refused requests', () => {
    const budget = new WeightBudget(4, 10);
    expect([1, 2, 3].map(() => budget.charge('a', 2, NOW).used)).toEqual([2, 4, 6]);
    expect(budget.charge('b', 2, NOW)).toEqual({ used: 2, verdict: 'accepted', until: NOW });
    expect(budget.charge('a', 2, NEXT_MINUTE - 1)).toEqual({
      used: 8,
      verdict: 'rate-limited',
      until: NEXT_MINUTE,
    });
    expect(budget.charge('a', 2, NEXT_MINUTE)).toEqual({ used: 2, verdict: 'accepted', until: NEXT_MINUTE });
  });

  test('bans an address that continues while it is refused; each ban is twice as long as the last, up to three days', () => {
    const budget = new WeightBudget(2, 3);
    expect(charges(budget, 5)).toEqual([
      'accepted',
      'rate-limited',
      'rate-limited',
      'rate-limited',
      'banned',
    ]);
    let now = NOW;
    const bans: number[] = [];
    for (let i = 0; i < 13; i += 1) {
      const { until } = budget.charge('a', 2, now);
      bans.push((until - now) / MINUTE);
      now = until;
      charges(budget, 5, now);
    }
    expect(bans).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 4320]);
  });

  test('makes a ban longer with each request during the ban', () => {
    const budget = new WeightBudget(2, 3);
    charges(budget, 5);
    expect(charges(budget, 3)).toEqual(['banned', 'banned', 'banned']);
    expect(budget.charge('a', 2, NOW)).toMatchObject({ until: NOW + 4 * MINUTE });
  });

  test('resets the count of refused requests after an accepted request', () => {
    const budget = new WeightBudget(2, 3);
    charges(budget, 4);
    expect(charges(budget, 4, NEXT_MINUTE)).toEqual([
      'accepted',
      'rate-limited',
      'rate-limited',
      'rate-limited',
    ]);
  });
});

describe('the venue', () => {
  let venue: VenueDouble;
  beforeAll(async () => {
    venue = await startVenueDouble({ now: NOW });
  });
  afterAll(() => venue.close());
  beforeEach(() => venue.reset());

  const spot = () => fetch(`${venue.spotUrl}/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=1`);
  const usdm = (limit?: number) =>
    fetch(
      `${venue.usdmUrl}/fapi/v1/continuousKlines?pair=BTCUSDT&contractType=CURRENT_QUARTER&interval=1m` +
        (limit === undefined ? '' : `&limit=${limit}`),
    );

  test.each([
    [1, 1],
    [99, 1],
    [100, 2],
    [499, 2],
    [500, 5],
    [1000, 5],
    [1001, 10],
    [1500, 10],
    [1501, 10],
    [undefined, 5],
  ])('counts a USD-M request with limit %p as weight %p', async (limit, weight) => {
    expect((await usdm(limit)).headers.get('X-MBX-USED-WEIGHT-1M')).toBe(String(weight));
  });

  test('sends the weight of a spot request, which is 2, in two headers, and the weight of a USD-M request in one header', async () => {
    await spot();
    const second = await spot();
    expect(second.headers.get('X-MBX-USED-WEIGHT-1M')).toBe('4');
    expect(second.headers.get('X-MBX-USED-WEIGHT')).toBe('4');
    const futures = await usdm(1);
    expect(futures.headers.get('X-MBX-USED-WEIGHT-1M')).toBe('1');
    expect(futures.headers.get('X-MBX-USED-WEIGHT')).toBeNull();
  });

  test('counts a refused request like any other request', async () => {
    await fetch(`${venue.spotUrl}/api/v3/klines?symbol=nope`);
    expect((await spot()).headers.get('X-MBX-USED-WEIGHT-1M')).toBe('4');
  });

  test('returns 429 with Retry-After to spot requests over the limit, then 418, and then serves requests again', async () => {
    venue.setLimits({ spotWeight: 4, refusalsBeforeBan: 1 });
    expect((await spot()).status).toBe(200);
    expect((await spot()).status).toBe(200);
    const limited = await spot();
    expect(limited.status).toBe(429);
    expect(limited.headers.get('Retry-After')).toBe('45');
    expect(await limited.json()).toEqual({
      code: -1003,
      msg: 'Too much request weight used; current limit is 4 request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.',
    });
    const banned = await spot();
    expect(banned.status).toBe(418);
    expect(banned.headers.get('Retry-After')).toBe('120');
    expect(await banned.json()).toMatchObject({
      code: -1003,
      msg: expect.stringContaining(`Way too much request weight used; IP banned until ${NOW + 120_000}.`),
    });
    venue.advanceClock(119_999);
    expect((await spot()).status).toBe(418);
    venue.advanceClock(1);
    expect((await spot()).status).toBe(200);
    expect(venue.requests.map(({ status }) => status)).toEqual([200, 200, 429, 418, 418, 200]);
  });

  test('sends no Retry-After to USD-M requests over the limit, but names the end of a ban in the message', async () => {
    venue.setLimits({ usdmWeight: 1, refusalsBeforeBan: 1 });
    await usdm(1);
    const limited = await usdm(1);
    expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, null]);
    expect(await limited.json()).toMatchObject({
      msg: expect.stringContaining('Too many requests; current limit is 1 requests per minute.'),
    });
    const banned = await usdm(1);
    expect([banned.status, banned.headers.get('Retry-After')]).toEqual([418, null]);
    expect(await banned.json()).toMatchObject({
      msg: expect.stringContaining(`Way too many requests; IP banned until ${NOW + 120_000}.`),
    });
    expect((await spot()).status).toBe(200);
  });
});
