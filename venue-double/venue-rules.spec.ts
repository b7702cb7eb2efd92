import { type VenueDouble, startVenueDouble } from './venue-double.js';

const NOW = Date.UTC(2024, 4, 15, 12, 0, 30);

let venue: VenueDouble;
beforeAll(async () => {
  venue = await startVenueDouble({ now: NOW });
});
afterAll(() => venue.close());
beforeEach(() => venue.reset());

async function get(url: string): Promise<{ status: number; body: never; headers: Headers }> {
  const response = await fetch(url);
  return { status: response.status, body: (await response.json()) as never, headers: response.headers };
}
const spot = (query: string) => get(`${venue.spotUrl}/api/v3/klines?${query}`);
const usdm = (query: string) => get(`${venue.usdmUrl}/fapi/v1/continuousKlines?${query}`);
const SPOT = 'symbol=BTCUSDT&interval=1m';
const USDM = 'pair=BTCUSDT&contractType=CURRENT_QUARTER&interval=1m';

describe('parameters of spot', () => {
  test.each([
    ['interval=1m', -1102, "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed."],
    [
      'symbol=&interval=1m',
      -1102,
      "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.",
    ],
    ['symbol=BTCUSDT', -1102, "Mandatory parameter 'interval' was not sent, was empty/null, or malformed."],
    [
      'symbol=btcusdt&interval=1m',
      -1100,
      "Illegal characters found in parameter 'symbol'; legal range is '^[A-Z0-9-_.]{1,20}$'.",
    ],
    [
      `${SPOT}&endTime=yesterday`,
      -1100,
      "Illegal characters found in parameter 'endTime'; legal range is '^[0-9]{1,20}$'.",
    ],
    [
      `${SPOT}&startTime=-1`,
      -1100,
      "Illegal characters found in parameter 'startTime'; legal range is '^[0-9]{1,20}$'.",
    ],
    [
      `${SPOT}&limit=1.5`,
      -1100,
      "Illegal characters found in parameter 'limit'; legal range is '^[0-9]{1,20}$'.",
    ],
    [`${SPOT}&limit=`, -1105, "Parameter 'limit' was empty."],
    [`${SPOT}&limit=0`, -1130, "Data sent for parameter 'limit' is not valid."],
    [`${SPOT}&timeZone=8`, -1130, "Data sent for parameter 'timeZone' is not valid."],
    [
      `${SPOT}&start=1&end=2`,
      -1104,
      "Not all sent parameters were read; read '2' parameter(s) but was sent '4'.",
    ],
    [
      `${SPOT}&startTime=1&endTime=2&limit=3&timeZone=0&count=4`,
      -1101,
      "Too many parameters; expected '6' and received '7'.",
    ],
    [`${SPOT}&symbol=ETHUSDT`, -1101, 'Duplicate values for a parameter detected.'],
    ['symbol=BTCUSDT&interval=2m', -1120, 'Invalid interval.'],
    ['symbol=BTCUSDT&interval=1H', -1120, 'Invalid interval.'],
    ['symbol=BTCUSDT&interval=1s', -1120, 'Invalid interval.'],
    ['symbol=NOTAREALSYM&interval=1m', -1121, 'Invalid symbol.'],
  ])('such as %s lead to error code %d', async (query, code, msg) => {
    expect(await spot(query)).toMatchObject({ status: 400, body: { code, msg } });
  });
});

describe('parameters of USD-M', () => {
  test.each([
    [
      'contractType=PERPETUAL&interval=1m',
      -1102,
      "Mandatory parameter 'pair' was not sent, was empty/null, or malformed.",
    ],
    [
      'pair=BTCUSDT&interval=1m',
      -1102,
      "Mandatory parameter 'contractType' was not sent, was empty/null, or malformed.",
    ],
    [
      'pair=btcusdt&contractType=PERPETUAL&interval=1m',
      -1100,
      "Illegal characters found in parameter 'pair'; legal range is '^[A-Z0-9-_.]{1,20}$'.",
    ],
    ['pair=BTCUSDT&contractType=QUARTER&interval=1m', -4104, 'Invalid contract type'],
    ['pair=BTCUSDT&contractType=constructor&interval=1m', -4104, 'Invalid contract type'],
    ['pair=BTCUSDT_240628&contractType=CURRENT_QUARTER&interval=1m', -4144, 'Invalid pair'],
    ['pair=BTCUSDT&contractType=PERPETUAL&interval=1s', -1120, 'Invalid interval.'],
    [`${USDM}&limit=1501`, -1130, "Data sent for parameter 'limit' is not valid."],
    [`${USDM}&startTime=2&endTime=1`, -1023, 'Start time is greater than end time.'],
    [
      `${USDM}&timeZone=0`,
      -1104,
      "Not all sent parameters were read; read '3' parameter(s) but was sent '4'.",
    ],
  ])('such as %s lead to error code %d', async (query, code, msg) => {
    expect(await usdm(query)).toMatchObject({ status: 400, body: { code, msg } });
  });

  test('give no rows for a known pair without dated contracts, or for a contract type that no pair has', async () => {
    const quarter = 'pair=ADAUSDT&contractType=CURRENT_QUARTER&interval=1m';
    expect(await usdm(quarter)).toMatchObject({ status: 200, body: [] });
    const tradifi = 'pair=BTCUSDT&contractType=TRADIFI_PERPETUAL&interval=1m';
    expect(await usdm(tradifi)).toMatchObject({ status: 200, body: [] });
  });
});

describe('the other endpoints', () => {
  test('are ping, time and exchangeInfo on spot', async () => {
    expect(await get(`${venue.spotUrl}/api/v3/ping`)).toMatchObject({ status: 200, body: {} });
    expect(await get(`${venue.spotUrl}/api/v3/time`)).toMatchObject({ body: { serverTime: NOW } });
    const { body } = await get(`${venue.spotUrl}/api/v3/exchangeInfo`);
    expect(body).toMatchObject({
      rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 }],
    });
  });
  test('list the current contract in the exchangeInfo of USD-M', async () => {
    const { body } = await get(`${venue.usdmUrl}/fapi/v1/exchangeInfo`);
    const { symbols } = body as { symbols: { symbol: string }[] };
    expect(symbols.find(({ symbol }) => symbol === 'BTCUSDT_240628')).toMatchObject({
      pair: 'BTCUSDT',
      contractType: 'CURRENT_QUARTER',
      deliveryDate: Date.UTC(2024, 5, 28, 8),
    });
  });
  test('refuse unknown paths, the paths of the other host and other methods', async () => {
    expect((await fetch(`${venue.spotUrl}/fapi/v1/continuousKlines?${USDM}`)).status).toBe(404);
    expect((await fetch(`${venue.spotUrl}/api/v3/klines?${SPOT}`, { method: 'POST' })).status).toBe(404);
    expect(await get(`${venue.usdmUrl}/api/v3/klines`)).toMatchObject({ status: 404, body: { code: -5000 } });
  });
});
