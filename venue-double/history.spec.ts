import type { Candle, Feed } from './candle.js';
import { generatedCandles } from './generated-candles.js';
import { type Interval, nextOpenTime, openTimeAt } from './intervals.js';
import { startVenueDouble, type VenueDouble } from './venue-double.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2024, 4, 15, 12, 0, 30);
const NOON = NOW - 30_000;

let venue: VenueDouble;
beforeAll(async () => {
  venue = await startVenueDouble({ now: NOW });
});
afterAll(() => venue.close());
beforeEach(() => venue.reset());

const SPOT: Feed = 'venue-spot';
const USDM: Feed = 'venue-usdm-current-quarter';

/** Returns the candles that the host serves in a window. The upper bound is exclusive. */
async function shown(
  feed: Feed,
  symbol: string,
  interval: Interval,
  from: number,
  to: number,
): Promise<Candle[]> {
  const range = `interval=${interval}&startTime=${from}&endTime=${to - 1}`;
  const url =
    feed === SPOT
      ? `${venue.spotUrl}/api/v3/klines?symbol=${symbol}&limit=1000&${range}`
      : `${venue.usdmUrl}/fapi/v1/continuousKlines?pair=${symbol}&contractType=CURRENT_QUARTER&limit=1500&${range}`;
  const rows = (await (await fetch(url)).json()) as (number | string)[][];
  return rows.map((row) => {
    const [ts, open, high, low, close, volume] = row.map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return { ts, open, high, low, close, volume };
  });
}

/** Checks that the host's candles equal the expected candles in a closed window. Returns the candles. */
async function agreed(
  feed: Feed,
  symbol: string,
  interval: Interval,
  from: number,
  to: number,
): Promise<Candle[]> {
  const candles = await shown(feed, symbol, interval, from, to);
  expect(venue.expectedCandles(feed, symbol, interval, from, to)).toEqual(candles);
  return candles;
}

test.each<[Feed, Interval, number]>([
  [SPOT, '1m', 600],
  [SPOT, '5m', 288],
  [SPOT, '1h', 480],
  [SPOT, '1d', 100],
  [USDM, '1m', 600],
  [USDM, '4h', 600],
])('the host serves the expected candles for %s at %s', async (feed, interval, count) => {
  const midnight = openTimeAt('1d', NOW);
  const from = midnight - count * (nextOpenTime(interval, midnight) - midnight);
  expect(await agreed(feed, 'BTCUSDT', interval, from, midnight)).toHaveLength(count);
});

test('only bars that closed two seconds ago or earlier are expected', () => {
  const last = () => venue.expectedCandles(SPOT, 'BTCUSDT', '1m', NOON - HOUR, NOON + HOUR).at(-1)!.ts;
  venue.setClock(NOON + 1_998);
  expect(last()).toBe(NOON - 2 * MINUTE);
  venue.setClock(NOON + 1_999);
  expect(last()).toBe(NOON - MINUTE);
});

test('a gap removes its minutes, and larger bars consist of the remaining minutes', async () => {
  const from = NOON - 3 * HOUR - 20 * MINUTE;
  const to = NOON - HOUR;
  venue.play({ kind: 'gap', symbol: 'BTCUSDT', from, to });
  const minutes = await agreed(SPOT, 'BTCUSDT', '1m', NOON - 4 * HOUR, NOON);
  expect(minutes).toHaveLength(240 - 140);
  expect(minutes.some(({ ts }) => from <= ts && ts < to)).toBe(false);
  const hours = await agreed(SPOT, 'BTCUSDT', '1h', NOON - 4 * HOUR, NOON);
  expect(hours.map(({ ts }) => ts)).toEqual([NOON - 4 * HOUR, NOON - HOUR]);
  expect(hours[0]!.close).toBe(minutes[39]!.close);
  expect(await agreed(SPOT, 'ETHUSDT', '1m', from, to)).toHaveLength(140);
});

test('a limit counts only existing rows, so a page can extend beyond a gap', async () => {
  venue.play({ kind: 'gap', from: NOON - 5 * MINUTE, to: NOON - 2 * MINUTE });
  const page = async (range: string) => {
    const response = await fetch(`${venue.spotUrl}/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=3${range}`);
    return ((await response.json()) as number[][]).map(([ts]) => (ts! - NOON) / MINUTE);
  };
  expect(await page('')).toEqual([-2, -1, 0]);
  expect(await page(`&endTime=${NOON - MINUTE}`)).toEqual([-6, -2, -1]);
  expect(await page(`&startTime=${NOON - 6 * MINUTE}`)).toEqual([-6, -2, -1]);
});

test('a gap with `filledAt` is filled when the clock reaches that time', async () => {
  venue.play({ kind: 'gap', from: NOON - HOUR, to: NOON, filledAt: NOW + HOUR });
  expect(await agreed(SPOT, 'BTCUSDT', '1m', NOON - HOUR, NOON)).toEqual([]);
  venue.advanceClock(HOUR);
  expect(await agreed(SPOT, 'BTCUSDT', '1m', NOON - HOUR, NOON)).toHaveLength(60);
});

test('a gap with `times: 2` is filled after it has affected two responses', async () => {
  venue.play({ kind: 'gap', feed: SPOT, from: NOON - HOUR, to: NOON, times: 2 });
  await shown(SPOT, 'BTCUSDT', '1m', NOON - 3 * HOUR, NOON - HOUR);
  await shown(USDM, 'BTCUSDT', '1m', NOON - HOUR, NOON);
  expect(await agreed(SPOT, 'BTCUSDT', '1m', NOON - HOUR, NOON)).toEqual([]);
  expect(await shown(SPOT, 'BTCUSDT', '1m', NOON - HOUR, NOON)).toEqual([]);
  expect(await agreed(SPOT, 'BTCUSDT', '1m', NOON - HOUR, NOON)).toHaveLength(60);
});

test('`off-grid` serves rows with shifted times, and `expectedCandles` leaves their bars out', async () => {
  venue.play({
    kind: 'off-grid',
    symbol: 'BTCUSDT',
    from: NOON - 10 * MINUTE,
    to: NOON - 8 * MINUTE,
    shiftMs: 9_000,
  });
  const times = async () =>
    (await shown(SPOT, 'BTCUSDT', '1m', NOON - 11 * MINUTE, NOON - 7 * MINUTE)).map(({ ts }) => ts - NOON);
  expect(await times()).toEqual([-11 * MINUTE, -10 * MINUTE + 9_000, -9 * MINUTE + 9_000, -8 * MINUTE]);
  const expected = venue.expectedCandles(SPOT, 'BTCUSDT', '1m', NOON - 11 * MINUTE, NOON - 7 * MINUTE);
  expect(expected.map(({ ts }) => ts - NOON)).toEqual([-11 * MINUTE, -8 * MINUTE]);
  expect(await agreed(SPOT, 'BTCUSDT', '5m', NOON - HOUR, NOON)).toHaveLength(12);
});

test('a series has no bars before its listing date or after its end, even for a new symbol, and its first bar may be partial', async () => {
  const listedAt = NOON - 10 * HOUR + 30 * MINUTE;
  venue.play({ kind: 'listing', symbol: 'NEWUSDT', listedAt, delistedAt: NOON - HOUR });
  const hours = await agreed(SPOT, 'NEWUSDT', '1h', NOON - 24 * HOUR, NOON);
  expect(hours).toHaveLength(9);
  expect(hours[0]!.ts).toBe(NOON - 10 * HOUR);
  expect(await agreed(SPOT, 'NEWUSDT', '1m', NOON - 10 * HOUR, NOON - 9 * HOUR)).toHaveLength(30);
  expect(await agreed(USDM, 'NEWUSDT', '1m', NOON - 2 * HOUR, NOON)).toHaveLength(60);
  const newest = await fetch(`${venue.spotUrl}/api/v3/klines?symbol=NEWUSDT&interval=1m&limit=1`);
  expect(((await newest.json()) as number[][])[0]![0]).toBe(NOON - HOUR - MINUTE);
});

test('an unknown symbol is refused and has no expected candles', async () => {
  venue.play({ kind: 'unknown-symbol', symbol: 'ETHUSDT' });
  const spot = await fetch(`${venue.spotUrl}/api/v3/klines?symbol=ETHUSDT&interval=1m`);
  expect([spot.status, await spot.json()]).toEqual([400, { code: -1121, msg: 'Invalid symbol.' }]);
  const quarter = 'pair=ETHUSDT&contractType=CURRENT_QUARTER&interval=1m';
  const usdm = await fetch(`${venue.usdmUrl}/fapi/v1/continuousKlines?${quarter}`);
  expect([usdm.status, await usdm.json()]).toEqual([400, { code: -4144, msg: 'Invalid pair' }]);
  expect(venue.expectedCandles(SPOT, 'ETHUSDT', '1m', 0, NOW)).toEqual([]);
  expect(venue.expectedCandles(SPOT, 'NOTAREALSYM', '1m', 0, NOW)).toEqual([]);
});

test('the series jumps at a delivery, when the next contract becomes current', async () => {
  const delivery = Date.UTC(2024, 2, 29, 8);
  const bars = await agreed(USDM, 'BTCUSDT', '1m', delivery - HOUR, delivery + HOUR);
  const jumps = bars.slice(1).map(({ open }, i) => Math.abs(open / bars[i]!.close - 1));
  expect(jumps[59]).toBeGreaterThan(0.009);
  expect(Math.max(...jumps.toSpliced(59, 1))).toBe(0);
});

test('the expected candles are the generated candles if there are no scenarios', () => {
  const window = [NOON - 30 * HOUR, NOON - HOUR] as const;
  expect(venue.expectedCandles(SPOT, 'XRPUSDT', '15m', ...window)).toEqual(
    generatedCandles('XRPUSDT', '15m', ...window),
  );
});
