import type { Scenario } from './scenario.js';
import { isLoopback, startVenueDouble, type VenueDouble } from './venue-double.js';

const MINUTE = 60_000;
const NOW = Date.UTC(2024, 4, 15, 12, 0, 30);

let venue: VenueDouble;
beforeAll(async () => {
  venue = await startVenueDouble({ now: NOW, limits: { spotWeight: 100 } });
});
afterAll(() => venue.close());
beforeEach(() => venue.reset());

async function control(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${venue.url}/control${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: response.status, body: await response.json() };
}
const spot = () => fetch(`${venue.spotUrl}/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=1`);

test('scenarios are started, listed and ended by HTTP on either host', async () => {
  const added = await control('POST', '/scenarios', { kind: 'overload', symbol: 'BTCUSDT', times: 3 });
  expect(added).toEqual({ status: 201, body: { active: 1 } });
  expect((await spot()).status).toBe(503);
  const overview = (await (await fetch(`${venue.usdmUrl}/control`)).json()) as object;
  expect(overview).toMatchObject({
    now: NOW,
    scenarios: [{ scenario: { kind: 'overload', symbol: 'BTCUSDT', times: 3 }, answersLeft: 2 }],
    kinds: { gap: expect.arrayContaining(['from!', 'to!', 'filledAt']) },
  });
  expect(await control('DELETE', '/scenarios')).toEqual({ status: 200, body: { active: 0 } });
  expect((await spot()).status).toBe(200);
});

test('a list of scenarios is started completely or not at all', async () => {
  const list = [{ kind: 'silent' }, { kind: 'sillent' }];
  expect((await control('POST', '/scenarios', list)).status).toBe(400);
  expect((await spot()).status).toBe(200);
  expect(await control('POST', '/scenarios', [list[0], { kind: 'reset' }])).toMatchObject({
    body: { active: 2 },
  });
});

test.each([
  [null, 'a scenario is an object with a kind'],
  [{ kind: 'toString' }, 'kind is one of gap, off-grid'],
  [{ kind: 'gap', from: 1 }, 'to is missing or not valid'],
  [{ kind: 'gap', from: '1', to: 2 }, 'from is missing or not valid'],
  [{ kind: 'silent', times: 0 }, 'times is missing or not valid'],
  [{ kind: 'silent', feed: 'spot' }, 'feed is missing or not valid'],
  [{ kind: 'silent', interval: '2m' }, 'interval is missing or not valid'],
  [{ kind: 'silent', latencyMs: 5 }, 'there is no field latencyMs'],
  [{ kind: 'invalid-row', defect: 'odd' }, 'defect is missing or not valid'],
])('the invalid scenario %j is refused by HTTP and in process', async (scenario, message) => {
  expect(() => venue.play(scenario as unknown as Scenario)).toThrow(message);
  const answer = await control('POST', '/scenarios', scenario);
  expect(answer).toEqual({ status: 400, body: { error: expect.any(String) } });
});

test('the clock can be stopped, advanced and reset', async () => {
  expect(await control('POST', '/clock', { set: 1_700_000_000_000 })).toEqual({
    status: 200,
    body: { now: 1_700_000_000_000 },
  });
  expect(await control('POST', '/clock', { advance: 5 })).toEqual({
    status: 200,
    body: { now: 1_700_000_000_005 },
  });
  expect(venue.now()).toBe(1_700_000_000_005);
  await control('POST', '/clock', { system: true });
  expect(Math.abs(venue.now() - Date.now())).toBeLessThan(5_000);
  venue.reset();
  expect(venue.now()).toBe(NOW);
  expect((await control('POST', '/clock', { set: 'now' })).status).toBe(400);
});

test('the clock can follow a function, with an offset', async () => {
  let time = NOW;
  const other = await startVenueDouble({ now: () => time });
  time += MINUTE;
  expect(other.now()).toBe(NOW + MINUTE);
  other.advanceClock(MINUTE);
  expect(other.now()).toBe(NOW + 2 * MINUTE);
  await other.close();
});

test('the log shows all requests except requests to the control endpoints', async () => {
  await spot();
  await fetch(`${venue.usdmUrl}/fapi/v1/ping`);
  const { body } = await control('GET', '/requests');
  expect(body).toEqual([
    {
      time: NOW,
      feed: 'venue-spot',
      method: 'GET',
      path: '/api/v3/klines',
      query: { symbol: 'BTCUSDT', interval: '1m', limit: '1' },
      weight: 2,
      usedWeight: 2,
      status: 200,
      rows: 1,
      bytesSent: 0,
      faults: [],
    },
    expect.objectContaining({
      feed: 'venue-usdm-current-quarter',
      path: '/fapi/v1/ping',
      weight: 1,
      rows: null,
    }),
  ]);
  expect(venue.requests).toEqual(body);
});

test('limits are changed by HTTP and restored by a reset', async () => {
  await control('POST', '/limits', { spotWeight: 1 });
  expect((await spot()).status).toBe(429);
  expect(await control('POST', '/reset')).toMatchObject({ status: 200 });
  expect(venue.requests).toEqual([]);
  expect((await spot()).status).toBe(200);
  expect((await control('POST', '/limits', { spot: 1 })).status).toBe(400);
});

test('the expected candles are served by HTTP', async () => {
  const window = `feed=venue-spot&symbol=BTCUSDT&interval=1m&from=${NOW - 10 * MINUTE}&to=${NOW}`;
  const { body } = await control('GET', `/candles?${window}`);
  expect(body).toEqual(venue.expectedCandles('venue-spot', 'BTCUSDT', '1m', NOW - 10 * MINUTE, NOW));
  expect(body).toHaveLength(9);
  expect((await control('GET', '/candles?symbol=BTCUSDT')).status).toBe(400);
});

test('an unknown control path returns the list of paths, and a body that is not JSON is refused', async () => {
  expect(await control('GET', '/nothing')).toMatchObject({
    status: 404,
    body: { error: 'no GET /control/nothing' },
  });
  const response = await fetch(`${venue.url}/control/scenarios`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(400);
});

test('the double listens on loopback addresses only', async () => {
  await expect(startVenueDouble({ host: '0.0.0.0' })).rejects.toThrow('not a loopback address');
  expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost'].map(isLoopback)).toEqual([true, true, true, true]);
  expect(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.org', ''].map(isLoopback)).toEqual(
    Array(5).fill(false),
  );
});

test('a port in use is an error, and no port stays open after the error', async () => {
  const port = Number(new URL(venue.usdmUrl).port);
  await expect(startVenueDouble({ port: port - 1 })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect(startVenueDouble({ port: port - 1 })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
