import type { AnswerFault } from './scenario.js';
import { startVenueDouble, type VenueDouble } from './venue-double.js';

const MINUTE = 60_000;
const NOW = Date.UTC(2024, 4, 15, 12, 0, 30);
const FROM = NOW - 30_000 - 10 * MINUTE;

let venue: VenueDouble;
beforeAll(async () => {
  venue = await startVenueDouble({ now: NOW });
});
afterAll(() => venue.close());
beforeEach(() => venue.reset());

const spot = (symbol = 'BTCUSDT', init?: RequestInit) =>
  fetch(
    `${venue.spotUrl}/api/v3/klines?symbol=${symbol}&interval=1m&startTime=${FROM}&endTime=${FROM + 9 * MINUTE}`,
    init,
  );
const usdm = () =>
  fetch(
    `${venue.usdmUrl}/fapi/v1/continuousKlines?pair=BTCUSDT&contractType=CURRENT_QUARTER&interval=1m&limit=10`,
  );

type Rows = (string | number)[][];
const rowsOf = async () => (await (await spot()).json()) as Rows;

test.each<[AnswerFault, number, string | object]>([
  [{ kind: 'firewall' }, 403, '<HTML>'],
  [{ kind: 'region-blocked' }, 451, { code: 0 }],
  [{ kind: 'backend-timeout' }, 408, { code: -1007 }],
  [{ kind: 'internal-error' }, 500, { code: -1001 }],
  [{ kind: 'overload' }, 503, { msg: 'Unknown error, please check your request or try again later.' }],
  [{ kind: 'overload', variant: 'service-unavailable' }, 503, 'Service Unavailable.'],
  [{ kind: 'overload', variant: 'overloaded' }, 503, { code: -1008 }],
])('%j answers %d', async (fault, status, body) => {
  venue.play(fault);
  for (const response of [await spot(), await usdm()]) {
    expect(response.status).toBe(status);
    expect(response.headers.get('X-MBX-USED-WEIGHT-1M')).not.toBeNull();
    const text = await response.text();
    if (typeof body === 'string') expect(text).toContain(body);
    else expect(JSON.parse(text)).toMatchObject(body);
  }
});

test('a rate limit and a ban can be played without using any weight', async () => {
  venue.play({ kind: 'rate-limited', times: 2, retryAfterSeconds: 7 });
  const limited = await spot();
  expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, '7']);
  const futures = await usdm();
  expect([futures.status, futures.headers.get('Retry-After')]).toEqual([429, null]);
  venue.play({ kind: 'banned', times: 1, banMs: 5_000 });
  const banned = await spot();
  expect([banned.status, banned.headers.get('Retry-After')]).toEqual([418, '5']);
  expect(await banned.json()).toMatchObject({ msg: expect.stringContaining(`banned until ${NOW + 5_000}.`) });
  expect((await spot()).status).toBe(200);
});

test('a fault keeps to its feed, symbol, interval and number of times', async () => {
  venue.play({ kind: 'internal-error', feed: 'venue-spot', symbol: 'BTCUSDT', interval: '1m', times: 2 });
  const statuses = [];
  for (const ask of [usdm, () => spot('ETHUSDT'), spot, spot, spot]) statuses.push((await ask()).status);
  expect(statuses).toEqual([200, 200, 500, 500, 200]);
  venue.play({ kind: 'internal-error', interval: '5m' });
  expect((await spot()).status).toBe(200);
});

test('faults follow each other in the order in which they were put in play', async () => {
  venue.play({ kind: 'overload', times: 1 });
  venue.play({ kind: 'firewall', times: 1 });
  expect([(await spot()).status, (await spot()).status, (await spot()).status]).toEqual([503, 403, 200]);
});

test('faults leave other endpoints alone', async () => {
  venue.play({ kind: 'internal-error' });
  expect((await fetch(`${venue.spotUrl}/api/v3/ping`)).status).toBe(200);
});

test('garbage and half a body come with status 200', async () => {
  venue.play({ kind: 'not-json', times: 1 });
  const garbage = await spot();
  expect(garbage.status).toBe(200);
  await expect(garbage.json()).rejects.toThrow('not valid JSON');
  venue.play({ kind: 'half-body', times: 1 });
  const half = await spot();
  expect(half.status).toBe(200);
  await expect(half.text()).rejects.toThrow('terminated');
  expect(await rowsOf()).toHaveLength(10);
});

test('a reset connection', async () => {
  venue.play({ kind: 'reset', times: 1 });
  await expect(spot()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(venue.requests.map(({ status, faults }) => [status, faults])).toEqual([[null, ['reset']]]);
});

test('no answer at all, and a late one', async () => {
  venue.play({ kind: 'silent', times: 1 });
  await expect(spot('BTCUSDT', { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
  venue.play({ kind: 'slow', latencyMs: 120, times: 1 });
  const start = performance.now();
  expect((await spot()).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(110);
});

test('a double with silent connections still closes', async () => {
  const other = await startVenueDouble();
  other.play({ kind: 'silent' });
  const asked = fetch(`${other.spotUrl}/api/v3/klines?symbol=BTCUSDT&interval=1m`).catch(() => 'hung up');
  while (other.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await other.close();
  expect(await asked).toBe('hung up');
});

describe('pages', () => {
  let sound: Rows;
  beforeEach(async () => {
    sound = await rowsOf();
  });

  test('truncated', async () => {
    venue.play({ kind: 'truncated-page' });
    expect(await rowsOf()).toEqual(sound.slice(0, 5));
    venue.reset();
    venue.play({ kind: 'truncated-page', rows: 3 });
    expect(await rowsOf()).toEqual(sound.slice(0, 3));
  });
  test('with both edges twice', async () => {
    venue.play({ kind: 'duplicated-edge' });
    expect(await rowsOf()).toEqual([sound[0], ...sound, sound[9]]);
  });
  test('with a row outside of the window', async () => {
    venue.play({ kind: 'outside-window' });
    const rows = await rowsOf();
    expect(rows.slice(0, 10)).toEqual(sound);
    expect(rows.slice(10).map(([ts]) => ts)).toEqual([FROM + 10 * MINUTE]);
  });
  test('in the wrong order', async () => {
    venue.play({ kind: 'reversed' });
    expect(await rowsOf()).toEqual(sound.toReversed());
  });
  test.each<
    ['low-above-open' | 'high-below-close' | 'not-a-number' | 'eleven-fields', (row: string[]) => boolean]
  >([
    ['low-above-open', (row) => Number(row[3]) > Number(row[1])],
    ['high-below-close', (row) => Number(row[2]) < Number(row[4])],
    ['not-a-number', (row) => row[4] === 'NaN'],
    ['eleven-fields', (row) => row.length === 11],
  ])('with a row of %s, in the middle or where it is wanted', async (defect, isSpoilt) => {
    venue.play({ kind: 'invalid-row', defect, times: 1 });
    const spoilt = async () => (await rowsOf()).map((row) => isSpoilt(row as string[]));
    expect((await spoilt()).map((is, i) => (is ? i : -1)).filter((i) => i >= 0)).toEqual([5]);
    venue.play({ kind: 'invalid-row', defect, ts: FROM + 2 * MINUTE });
    expect((await spoilt()).map((is, i) => (is ? i : -1)).filter((i) => i >= 0)).toEqual([2]);
  });
  test('spoilt on the way only: the expected candles stay', async () => {
    const expected = venue.expectedCandles('venue-spot', 'BTCUSDT', '1m', FROM, NOW);
    venue.play({ kind: 'truncated-page', rows: 0 });
    expect(await rowsOf()).toEqual([]);
    expect(venue.expectedCandles('venue-spot', 'BTCUSDT', '1m', FROM, NOW)).toEqual(expected);
  });
});
