import { type VenueDouble, startVenueDouble } from './venue-double.js';

const MINUTE = 60_000;
const NOW = Date.UTC(2024, 4, 15, 12, 0, 30);
const LAST = NOW - 30_000;

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
const openTimes = (rows: number[][]) => rows.map(([openTime]) => openTime);
const minutes = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i * MINUTE);

describe('a range', () => {
  for (const [name, ask, base] of [
    ['spot', spot, SPOT],
    ['USD-M', usdm, USDM],
  ] as const) {
    const rowsFor = async (range: string) => openTimes((await ask(`${base}${range}`)).body);

    test(`of ${name} without bounds gives the most recent 500 bars, including the unclosed bar`, async () => {
      expect(await rowsFor('')).toEqual(minutes(LAST - 499 * MINUTE, 500));
    });
    test(`of ${name} with a start gives the oldest bars from the start on`, async () => {
      expect(await rowsFor(`&startTime=${LAST - 60 * MINUTE}&limit=3`)).toEqual(
        minutes(LAST - 60 * MINUTE, 3),
      );
      expect(await rowsFor(`&startTime=${LAST - 60 * MINUTE + 1}&limit=1`)).toEqual([LAST - 59 * MINUTE]);
      expect(await rowsFor('&startTime=0&limit=1')).toEqual([
        name === 'spot' ? Date.UTC(2017, 7, 17, 4) : Date.UTC(2021, 1, 3, 8),
      ]);
    });
    test(`of ${name} with an end gives the most recent bars up to the end`, async () => {
      expect(await rowsFor(`&endTime=${LAST - MINUTE}&limit=2`)).toEqual(minutes(LAST - 2 * MINUTE, 2));
      expect(await rowsFor(`&endTime=${LAST - 1}&limit=1`)).toEqual([LAST - MINUTE]);
    });
    test(`of ${name} with both bounds gives the bars from start to end; the bounds are inclusive open times`, async () => {
      const from = LAST - 10 * MINUTE;
      expect(await rowsFor(`&startTime=${from}&endTime=${from + 4 * MINUTE}`)).toEqual(minutes(from, 5));
      expect(await rowsFor(`&startTime=${from}&endTime=${from + 4 * MINUTE}&limit=2`)).toEqual(
        minutes(from, 2),
      );
      expect(await rowsFor(`&startTime=${from}&endTime=${from}`)).toEqual([from]);
      expect(await rowsFor(`&startTime=${from + 1}&endTime=${from + 2}`)).toEqual([]);
    });
    test(`of ${name} in the future gives no bars`, async () => {
      expect(await rowsFor(`&startTime=${LAST + MINUTE}`)).toEqual([]);
      expect(await rowsFor(`&endTime=${LAST + 90 * MINUTE}&limit=1`)).toEqual([LAST]);
    });
  }

  test('of spot is limited to 1000 bars, and is empty if the start is after the end', async () => {
    expect((await spot(`${SPOT}&limit=5000`)).body).toHaveLength(1000);
    expect(await spot(`${SPOT}&startTime=${LAST}&endTime=${LAST - 1}`)).toMatchObject({
      status: 200,
      body: [],
    });
  });
  test('of USD-M can have 1500 bars', async () => {
    expect((await usdm(`${USDM}&limit=1500`)).body).toHaveLength(1500);
  });
  test('of spot accepts bounds in microseconds, and gives its times in microseconds if a header requests microseconds', async () => {
    const query = `${SPOT}&startTime=${LAST - MINUTE}000&endTime=${LAST - 1}999`;
    expect(openTimes((await spot(query)).body)).toEqual([LAST - MINUTE]);
    const response = await fetch(`${venue.spotUrl}/api/v3/klines?${query}`, {
      headers: { 'X-MBX-TIME-UNIT': 'MICROSECOND' },
    });
    const [row] = (await response.json()) as number[][];
    expect([row![0], row![6]]).toEqual([(LAST - MINUTE) * 1000, LAST * 1000 - 1]);
  });
});

describe('rows', () => {
  const shapes = (row: unknown[]) =>
    row.map((field) =>
      typeof field === 'string' ? field.replace(/\d+/, '#').replace(/\d/g, '0') : typeof field,
    );

  test('have twelve fields and 8 decimals on spot', async () => {
    const { body } = await spot(`${SPOT}&limit=2`);
    const price = '#.00000000';
    expect(shapes(body[0])).toEqual([
      'number',
      price,
      price,
      price,
      price,
      price,
      'number',
      price,
      'number',
      price,
      price,
      '#',
    ]);
    expect((body[0] as number[])[6]).toBe(LAST - 1);
  });
  test('have twelve fields on USD-M, with 2 decimals for prices, 3 for amounts and 5 for quote amounts', async () => {
    const { body } = await usdm(`${USDM}&limit=2`);
    const [price, amount, quote] = ['#.00', '#.000', '#.00000'];
    expect(shapes(body[0])).toEqual([
      'number',
      price,
      price,
      price,
      price,
      amount,
      'number',
      quote,
      'number',
      amount,
      quote,
      '#',
    ]);
  });
  test('of an open bar change with every response, and rows of closed bars do not', async () => {
    const pages = [
      await spot(`${SPOT}&limit=3`),
      await spot(`${SPOT}&limit=3`),
      await spot(`${SPOT}&limit=3`),
    ];
    const [a, b, c] = pages.map(({ body }) => body as number[][]);
    expect(a!.slice(0, 2)).toEqual(b!.slice(0, 2));
    expect(a![2]).not.toEqual(b![2]);
    expect(b![2]).not.toEqual(c![2]);
    expect(a![2]![6]).toBeGreaterThan(NOW);
    venue.advanceClock(MINUTE);
    const later = (await spot(`${SPOT}&startTime=${LAST}&limit=1`)).body as (string | number)[][];
    const [truth] = venue.expectedCandles('venue-spot', 'BTCUSDT', '1m', LAST, LAST + 1);
    expect(later[0]!.slice(0, 6).map(Number)).toEqual(Object.values(truth!));
  });
  test('show an open daily bar with the elapsed minutes', async () => {
    const { body } = await spot('symbol=BTCUSDT&interval=1d&limit=1');
    const day = Date.UTC(2024, 4, 15);
    const hours = venue.expectedCandles('venue-spot', 'BTCUSDT', '1h', day, NOW);
    const [ts, open, high] = (body as number[][])[0]!.map(Number);
    expect([ts, open]).toEqual([day, hours[0]!.open]);
    expect(high).toBeGreaterThanOrEqual(Math.max(...hours.map((bar) => bar.high)));
  });
});
