import type { Candle } from '../src/candles/store/bar-columns.js';
import { fromCandles } from './support/candles.js';
import { CandleStore } from '../src/candles/store/candle-store.js';
import { INTERVALS, type Interval, floorToInterval, intervalMs } from '../src/shared/market/intervals.js';
import { TestApp, startTestApp } from './support/app.js';
import { DAY, MINUTE, T, aSymbol } from './support/factories.js';
import { expectProblem } from './support/problems.js';
import type { Feed } from '../src/shared/market/feeds.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const aBar = (ts: number, price = 100): Candle => ({
  ts,
  open: price,
  high: price + 2,
  low: price - 1,
  close: price + 1,
  volume: 0.1,
});

/** Returns `count` consecutive bars, the first of which opens at T. */
const barsFromT = (count: number, interval: Interval = '1m'): Candle[] =>
  Array.from({ length: count }, (_, i) => aBar(T + i * intervalMs(interval), 100 + i));

/** Stores bars, in ascending order, under a new symbol. */
async function seeded(
  bars: readonly Candle[],
  {
    feed = 'venue-spot',
    interval = '1m',
    symbol = aSymbol(),
  }: Partial<{ feed: Feed; interval: Interval; symbol: string }> = {},
): Promise<string> {
  const store = t.app.get(CandleStore);
  const { id } = await store.getOrCreateSeries(feed, symbol, interval);
  const end = (bars.at(-1)?.ts ?? T) + intervalMs(interval);
  await store.writeBars(id, fromCandles(bars), { start: bars[0]?.ts ?? T, end });
  return symbol;
}

const get = (query: string) => t.call.get(`/candles?${query}`);

async function candles(query: string): Promise<Candle[]> {
  return (await get(query).expect(200)).body.candles;
}

describe('GET /candles', () => {
  it('returns the bars as they are stored, in ascending order', async () => {
    const odd = { ts: T + MINUTE, open: 0.1 + 0.2, high: 1e12, low: 1e-12, close: 5e-324, volume: 0 };
    const bars = [aBar(T), odd, aBar(T + 9 * MINUTE)];
    const symbol = await seeded(bars);
    const { body } = await get(`symbol=${symbol}&interval=1m`).expect(200);
    expect(body).toEqual({ symbol, feed: 'venue-spot', interval: '1m', source: 'cache', candles: bars });
    expect(Object.keys(body.candles[0])).toEqual(['ts', 'open', 'high', 'low', 'close', 'volume']);
  });

  it('returns the newest 500 bars by default', async () => {
    const bars = barsFromT(501);
    expect(await candles(`symbol=${await seeded(bars)}&interval=1m`)).toEqual(bars.slice(1));
  });

  it('returns up to 2000 bars', async () => {
    const bars = barsFromT(2001);
    expect(await candles(`symbol=${await seeded(bars)}&interval=1m&count=2000`)).toEqual(bars.slice(1));
  });

  const bars = barsFromT(10);
  const pages: [query: string, from: number, to: number][] = [
    ['count=3', 7, 10],
    ['count=1', 9, 10],
    ['count=1e1', 0, 10],
    [`count=2&before=${T + 5 * MINUTE}`, 3, 5],
    [`count=2&before=${T + 5 * MINUTE + 1}`, 4, 6],
    [`before=${T + 1}`, 0, 1],
    [`before=${T}`, 0, 0],
    ['before=1', 0, 0],
    [`before=${Number.MAX_SAFE_INTEGER}`, 0, 10],
  ];
  it.each(pages)('returns, for the query %s, bars %d to %d', async (query, from, to) => {
    expect(await candles(`symbol=${await seeded(bars)}&interval=1m&${query}`)).toEqual(bars.slice(from, to));
  });

  it('returns every bar once if the pages are read backward', async () => {
    const symbol = await seeded(bars);
    const seen: Candle[] = [];
    for (let before = ''; ;) {
      const page = await candles(`symbol=${symbol}&interval=1m&count=4${before}`);
      if (page.length === 0) break;
      seen.unshift(...page);
      before = `&before=${page[0]?.ts}`;
    }
    expect(seen).toEqual(bars);
  });

  it('accepts a symbol in lower case and returns it in upper case', async () => {
    const symbol = await seeded(bars);
    const { body } = await get(`symbol=${symbol.toLowerCase()}&interval=1m`).expect(200);
    expect(body.symbol).toBe(symbol);
    expect(body.candles).toHaveLength(10);
  });

  it('returns only bars of the requested feed', async () => {
    const symbol = await seeded([aBar(T, 1)]);
    await seeded([aBar(T, 2)], { symbol, feed: 'venue-usdm-current-quarter' });
    const query = `symbol=${symbol}&interval=1m`;
    expect(await candles(query)).toEqual([aBar(T, 1)]);
    expect(await candles(`${query}&feed=venue-spot`)).toEqual([aBar(T, 1)]);
    const { body } = await get(`${query}&feed=venue-usdm-current-quarter`).expect(200);
    expect(body).toMatchObject({ feed: 'venue-usdm-current-quarter', candles: [aBar(T, 2)] });
  });

  it.each(INTERVALS)('returns bars of the interval %s', async (interval) => {
    const stored = barsFromT(3, interval);
    const symbol = await seeded(stored, { interval });
    const { body } = await get(`symbol=${symbol}&interval=${interval}`).expect(200);
    expect(body).toMatchObject({ interval, candles: stored });
  });

  it('aggregates larger bars from minutes', async () => {
    // Minute i opens at 100 + i, ranges from 99 + i to 102 + i and closes at 101 + i.
    const symbol = await seeded(barsFromT(12));
    expect(await candles(`symbol=${symbol}&interval=5m`)).toEqual([
      { ts: T, open: 100, high: 106, low: 99, close: 105, volume: 0.5 },
      { ts: T + 5 * MINUTE, open: 105, high: 111, low: 104, close: 110, volume: 0.5 },
      // Minutes 10 and 11 are not enough for a whole bar.
    ]);
  });

  it('never returns a bar that is still open', async () => {
    const today = floorToInterval(Date.now(), '1d');
    const symbol = await seeded([aBar(today - DAY), aBar(today), aBar(today + DAY)], { interval: '1d' });
    const days = (await candles(`symbol=${symbol}&interval=1d`)).map(({ ts }) => ts);
    expect(days).toContain(today - DAY);
    expect(Math.max(...days)).toBeLessThanOrEqual(Date.now() - DAY);
  });

  it('returns an empty list for an unknown symbol in offline mode', async () => {
    const symbol = aSymbol();
    const { body } = await get(`symbol=${symbol}&interval=1h`).expect(200);
    expect(body).toEqual({ symbol, feed: 'venue-spot', interval: '1h', source: 'cache', candles: [] });
  });

  it.each(['1', 'A1'.repeat(16)])('accepts the symbol %s', async (symbol) => {
    expect(await candles(`symbol=${symbol}&interval=1m`)).toEqual([]);
  });
});

describe('a query', () => {
  const valid = 'symbol=BTCUSDT&interval=1m';
  const refused: [query: string, ...fields: string[]][] = [
    ['', 'interval', 'symbol'],
    ['symbol=BTCUSDT', 'interval'],
    ['interval=1m', 'symbol'],
    ['symbol=&interval=', 'interval', 'symbol'],
    [`symbol=${'A'.repeat(33)}&interval=1m`, 'symbol'],
    ['symbol=BTC-USDT&interval=1m', 'symbol'],
    ['symbol=%20BTCUSDT&interval=1m', 'symbol'],
    ['symbol=BTC%00&interval=1m', 'symbol'],
    ['symbol=BTCU%C5%BFDT&interval=1m', 'symbol'],
    ['symbol=A&symbol=B&interval=1m', 'symbol'],
    ['symbol[]=A&interval=1m', 'symbol', 'symbol[]'],
    ['symbol=A&interval=1M', 'interval'],
    ['symbol=A&interval=3m', 'interval'],
    ['symbol=A&interval=60', 'interval'],
    ['symbol=A&interval=1m&interval=1m', 'interval'],
    [`${valid}&feed=`, 'feed'],
    [`${valid}&feed=spot`, 'feed'],
    [`${valid}&feed=VENUE-SPOT`, 'feed'],
    [`${valid}&feed=venue-spot&feed=venue-spot`, 'feed'],
    ...[
      '',
      '0',
      '-1',
      '2001',
      '1.5',
      '0x10',
      '010',
      '%205',
      '5%20',
      '+5',
      '5,0',
      'ten',
      'NaN',
      '1e400',
      '5&count=5',
    ].map((count): [string, string] => [`${valid}&count=${count}`, 'count']),
    ...[
      '',
      '0',
      '-1',
      '1.5',
      '0x10',
      '01',
      '%201',
      '2024-01-10',
      'now',
      '9007199254740992',
      '1&before=2',
    ].map((before): [string, string] => [`${valid}&before=${before}`, 'before']),
    [`${valid}&limit=5`, 'limit'],
    [`${valid}&Count=5`, 'Count'],
    [`${valid}&__proto__=x`, '__proto__'],
    [`${valid}&constructor=x`, 'constructor'],
    [`${valid}&=x`, ''],
    ['symbol=-&interval=-&count=-&before=-&feed=-&x=-', 'before', 'count', 'feed', 'interval', 'symbol', 'x'],
  ];
  it.each(refused)('is refused: "%s"', async (query, ...fields) => {
    expectProblem(await get(query), 'VALIDATION_FAILED', fields);
  });
});
