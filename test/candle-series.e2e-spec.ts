import type { SeriesDto } from '../src/candles/candle-series.dto.js';
import { CandlesService } from '../src/candles/candles.service.js';
import { fromCandles } from './support/candles.js';
import { CandleStore } from '../src/candles/store/candle-store.js';
import { FEEDS, type Feed } from '../src/shared/market/feeds.js';
import { INTERVALS, type Interval, intervalMs } from '../src/shared/market/intervals.js';
import { TestApp, startTestApp } from './support/app.js';
import { T, aSymbol } from './support/factories.js';
import { expectProblem } from './support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Covers a span of a series with bars. All numbers are indexes of bars after T. */
async function cover(
  [feed, symbol, interval]: [Feed, string, Interval],
  [start, end]: [number, number],
  bars: readonly number[],
): Promise<void> {
  const store = t.app.get(CandleStore);
  const { id } = await store.getOrCreateSeries(feed, symbol, interval);
  const at = (index: number) => T + index * intervalMs(interval);
  const candles = bars.map((i) => ({ ts: at(i), open: 1, high: 1, low: 1, close: 1, volume: 1 }));
  await store.writeBars(id, fromCandles(candles), { start: at(start), end: at(end) });
}

const list = async (query: string): Promise<SeriesDto[]> =>
  (await t.call.get(`/candles/series?${query}`).expect(200)).body.series;

const covered = (feed: Feed, symbol: string, interval: Interval, ...spans: [number, number][]) => ({
  symbol,
  feed,
  interval,
  spans: spans.map(([start, end]) => ({
    from: T + start * intervalMs(interval),
    to: T + end * intervalMs(interval),
  })),
});

describe('GET /candles/series', () => {
  it('lists the series by feed, symbol and length of interval, and can be filtered by feed, symbol or interval', async () => {
    // There are so many series that the service must not look them up one by one.
    const symbols = [aSymbol(), aSymbol(), aSymbol()].toSorted();
    const [first, second] = symbols as [string, string, string];
    for (const feed of FEEDS.toReversed())
      for (const symbol of symbols.toReversed())
        for (const interval of INTERVALS.toReversed()) await cover([feed, symbol, interval], [0, 2], [0, 1]);
    const all = FEEDS.flatMap((feed) =>
      symbols.flatMap((symbol) => INTERVALS.map((interval) => covered(feed, symbol, interval, [0, 2]))),
    );
    const isOurs = ({ symbol }: SeriesDto) => symbols.includes(symbol);
    const matching = (wanted: Partial<SeriesDto>) =>
      all.filter((series) =>
        Object.entries(wanted).every(([name, value]) => series[name as keyof SeriesDto] === value),
      );
    const sorted = FEEDS.toSorted();
    const inOrder = (series: readonly SeriesDto[]) =>
      series.toSorted((a, b) => sorted.indexOf(a.feed as Feed) - sorted.indexOf(b.feed as Feed));
    const filters: Partial<Record<'feed' | 'symbol' | 'interval', string>>[] = [
      {},
      { symbol: first },
      { feed: FEEDS[1] },
      { interval: '15m' },
      { symbol: second, interval: '1d' },
      { feed: FEEDS[0], symbol: first, interval: '1m' },
    ];
    for (const wanted of filters) {
      const query = new URLSearchParams(Object.entries(wanted)).toString();
      expect((await list(query)).filter(isOurs)).toEqual(inOrder(matching(wanted)));
    }
    expect(await list(`symbol=${first.toLowerCase()}&feed=${FEEDS[0]}&interval=4h`)).toEqual([
      covered(FEEDS[0], first, '4h', [0, 2]),
    ]);
  });

  it('returns one span before and one after a range that was never loaded; a gap of the venue does not divide a span', async () => {
    const symbol = aSymbol();
    await cover([FEEDS[0], symbol, '1m'], [0, 10], [0, 9]);
    await cover([FEEDS[0], symbol, '1m'], [10, 20], [19]);
    await cover([FEEDS[0], symbol, '1m'], [30, 40], [30, 39]);
    expect(await list(`symbol=${symbol}`)).toEqual([covered(FEEDS[0], symbol, '1m', [0, 20], [30, 40])]);
  });

  it('returns the same spans as `npm run candles -- list`: they begin at the first bar of a series and end at its last bar', async () => {
    const symbols = [aSymbol(), aSymbol(), aSymbol(), aSymbol()];
    const [cut, apart, empty, none] = symbols as [string, string, string, string];
    await cover([FEEDS[0], cut, '1h'], [0, 10], [3, 5]);
    await cover([FEEDS[0], apart, '1h'], [0, 3], []);
    await cover([FEEDS[0], apart, '1h'], [5, 9], [7]);
    await cover([FEEDS[0], empty, '1h'], [0, 4], []);
    await t.app.get(CandleStore).getOrCreateSeries(FEEDS[0], none, '1h');
    const spansOf = async (symbol: string) => (await list(`symbol=${symbol}`)).flatMap(({ spans }) => spans);
    expect(await list(`symbol=${cut}`)).toEqual([covered(FEEDS[0], cut, '1h', [3, 6])]);
    expect(await list(`symbol=${apart}`)).toEqual([covered(FEEDS[0], apart, '1h', [0, 3], [7, 8])]);
    expect(await list(`symbol=${empty}`)).toEqual([covered(FEEDS[0], empty, '1h', [0, 4])]);
    expect(await list(`symbol=${none}`)).toEqual([]);
    const overview = await t.app.get(CandlesService).overview();
    for (const symbol of symbols) {
      const command = overview.filter((series) => series.symbol === symbol).flatMap(({ spans }) => spans);
      expect(await spansOf(symbol)).toEqual(command.map(({ start, end }) => ({ from: start, to: end })));
    }
  });

  it('is empty if nothing is stored', async () => {
    expect(await list(`symbol=${aSymbol()}`)).toEqual([]);
  });

  const refused: [query: string, field: string][] = [
    ['symbol=', 'symbol'],
    ['symbol=A-B', 'symbol'],
    ['symbol=A&symbol=B', 'symbol'],
    ['feed=spot', 'feed'],
    ['feed=', 'feed'],
    ['interval=2h', 'interval'],
    ['interval=', 'interval'],
    ['count=5', 'count'],
  ];
  it.each(refused)('refuses "%s"', async (query, field) => {
    expectProblem(await t.call.get(`/candles/series?${query}`), 'VALIDATION_FAILED', [field]);
  });
});
