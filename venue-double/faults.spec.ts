import type { AnswerFault, ROW_DEFECTS } from './scenario.js';
import { startVenueDouble, type VenueDouble } from './venue-double.js';
import { takesAtLeast } from '../test/support/at-least.js';
import { settled, until } from '../test/support/until.js';

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
])('%j leads to status %d', async (fault, status, body) => {
  venue.play(fault);
  for (const response of [await spot(), await usdm()]) {
    expect(response.status).toBe(status);
    expect(response.headers.get('X-MBX-USED-WEIGHT-1M')).not.toBeNull();
    const text = await response.text();
    if (typeof body === 'string') expect(text).toContain(body);
    else expect(JSON.parse(text)).toMatchObject(body);
  }
});

test('a rate limit and a ban can be simulated without using weight', async () => {
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

test('a fault applies only to its feed, symbol, interval and number of responses', async () => {
  venue.play({ kind: 'internal-error', feed: 'venue-spot', symbol: 'BTCUSDT', interval: '1m', times: 2 });
  const statuses = [];
  for (const ask of [usdm, () => spot('ETHUSDT'), spot, spot, spot]) statuses.push((await ask()).status);
  expect(statuses).toEqual([200, 200, 500, 500, 200]);
  venue.play({ kind: 'internal-error', interval: '5m' });
  expect((await spot()).status).toBe(200);
});

test('faults apply in the order in which they were started', async () => {
  venue.play({ kind: 'overload', times: 1 });
  venue.play({ kind: 'firewall', times: 1 });
  expect([(await spot()).status, (await spot()).status, (await spot()).status]).toEqual([503, 403, 200]);
});

test('faults do not apply to other endpoints', async () => {
  venue.play({ kind: 'internal-error' });
  expect((await fetch(`${venue.spotUrl}/api/v3/ping`)).status).toBe(200);
});

test('garbage, or half of a body, is sent with status 200', async () => {
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

test('a body without an end is sent until the client hangs up, and its bytes are counted', async () => {
  venue.play({ kind: 'endless-body', times: 1 });
  const { status, body } = await spot();
  expect(status).toBe(200);
  const reader = body!.getReader();
  let received = 0;
  while (received < 500_000) received += (await reader.read()).value!.length;
  await reader.cancel();
  const [request] = venue.requests;
  expect(request!.bytesSent).toBeGreaterThanOrEqual(500_000);
  const sentUntilThen = request!.bytesSent;
  const sentLater = await settled(() => request!.bytesSent, spot);
  expect(sentLater - sentUntilThen).toBeLessThan(5_000_000);
});

test('a small gzip body holds a gigabyte', async () => {
  venue.play({ kind: 'gzip-bomb', times: 1 });
  const { headers, body } = await spot();
  expect(headers.get('content-encoding')).toBe('gzip');
  const reader = body!.getReader();
  let unpacked = 0;
  while (unpacked < 50_000_000) unpacked += (await reader.read()).value!.length;
  await reader.cancel();
  expect(venue.requests[0]!.bytesSent).toBeLessThan(2_000_000);
});

test('a trickle sends one byte per second', async () => {
  venue.play({ kind: 'trickle', times: 1 });
  const { body } = await spot();
  const reader = body!.getReader();
  const first = await reader.read();
  const second = await takesAtLeast(900, () => reader.read());
  await reader.cancel();
  expect([first.value, second.value].map((bytes) => String.fromCharCode(...bytes!))).toEqual(['[', '[']);
});

test('the headers can be wrong: Retry-After with any text, Date with any time', async () => {
  venue.play({ kind: 'rate-limited', retryAfter: 'later', times: 1 });
  expect((await spot()).headers.get('Retry-After')).toBe('later');
  venue.play({ kind: 'wrong-date', date: 0, times: 1 });
  const { status, headers } = await spot();
  expect([status, headers.get('Date')]).toEqual([200, 'Thu, 01 Jan 1970 00:00:00 GMT']);
});

test('a connection is reset', async () => {
  venue.play({ kind: 'reset', times: 1 });
  await expect(spot()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(venue.requests.map(({ status, faults }) => [status, faults])).toEqual([[null, ['reset']]]);
});

test('a response can be late or missing', async () => {
  venue.play({ kind: 'silent', times: 1 });
  await expect(spot('BTCUSDT', { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
  venue.play({ kind: 'slow', latencyMs: 120, times: 1 });
  expect((await takesAtLeast(110, () => spot())).status).toBe(200);
});

test('a double with silent connections can still be closed', async () => {
  const other = await startVenueDouble();
  other.play({ kind: 'silent' });
  const asked = fetch(`${other.spotUrl}/api/v3/klines?symbol=BTCUSDT&interval=1m`).catch(() => 'hung up');
  await until(() => other.requests.length > 0);
  await other.close();
  expect(await asked).toBe('hung up');
});

describe('a page', () => {
  let good: Rows;
  beforeEach(async () => {
    good = await rowsOf();
  });

  test('can be truncated', async () => {
    venue.play({ kind: 'truncated-page' });
    expect(await rowsOf()).toEqual(good.slice(0, 5));
    venue.reset();
    venue.play({ kind: 'truncated-page', rows: 3 });
    expect(await rowsOf()).toEqual(good.slice(0, 3));
  });
  test('can repeat the first and the last row', async () => {
    venue.play({ kind: 'duplicated-edge' });
    expect(await rowsOf()).toEqual([good[0], ...good, good[9]]);
  });
  test('can have a row outside the window', async () => {
    venue.play({ kind: 'outside-window' });
    const rows = await rowsOf();
    expect(rows.slice(0, 10)).toEqual(good);
    expect(rows.slice(10).map(([ts]) => ts)).toEqual([FROM + 10 * MINUTE]);
  });
  test('can be in the wrong order', async () => {
    venue.play({ kind: 'reversed' });
    expect(await rowsOf()).toEqual(good.toReversed());
  });
  test('can have all rows moved in time', async () => {
    venue.play({ kind: 'shifted-rows', shiftMs: 17_000 });
    expect((await rowsOf()).map(([ts]) => Number(ts))).toEqual(good.map(([ts]) => Number(ts) + 17_000));
  });
  test.each<[(typeof ROW_DEFECTS)[number], (row: (string | number)[]) => boolean]>([
    ['low-above-open', (row) => Number(row[3]) > Number(row[1])],
    ['high-below-close', (row) => Number(row[2]) < Number(row[4])],
    ['not-a-number', (row) => row[4] === 'NaN'],
    ['eleven-fields', (row) => row.length === 11],
    ['absurd-price', (row) => Number(row[2]) > 1e12],
    ['time-as-text', (row) => typeof row[0] === 'string'],
  ])('can have a row of kind %s, in the middle or at a given time', async (defect, isInvalid) => {
    venue.play({ kind: 'invalid-row', defect, times: 1 });
    const invalidRows = async () => (await rowsOf()).flatMap((row, i) => (isInvalid(row) ? [i] : []));
    expect(await invalidRows()).toEqual([5]);
    venue.play({ kind: 'invalid-row', defect, ts: FROM + 2 * MINUTE });
    expect(await invalidRows()).toEqual([2]);
  });
  test('changes only in transit: the expected candles stay the same', async () => {
    const expected = venue.expectedCandles('venue-spot', 'BTCUSDT', '1m', FROM, NOW);
    venue.play({ kind: 'truncated-page', rows: 0 });
    expect(await rowsOf()).toEqual([]);
    expect(venue.expectedCandles('venue-spot', 'BTCUSDT', '1m', FROM, NOW)).toEqual(expected);
  });
});
