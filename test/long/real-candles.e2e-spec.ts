import type { Candle } from '../../src/candles/store/bar-columns.js';
import { toCandles } from '../support/candles.js';
import { CandleStore } from '../../src/candles/store/candle-store.js';
import { importCandles } from '../../src/candles/import/import-candles.js';
import { readCandleFile } from '../../src/candles/import/read-candle-file.js';
import { type Interval, intervalMs } from '../../src/shared/market/intervals.js';
import { TestApp, startTestApp } from '../support/app.js';
import { aSymbol } from '../support/factories.js';
import { realData } from '../support/real-data.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const NOW = Date.UTC(2026, 0, 1);
const recorded = (name: string) => realData(`candles/${name}`, `candles as a venue recorded them: ${name}`);

/** Imports a file under a symbol that only this test uses. */
const imported = (file: string, symbol: string) =>
  importCandles(t.app.get(CandleStore), { file, feed: 'venue-spot', symbol, interval: '1m', now: NOW });

/** Returns every candle of a series by HTTP, page by page backward. */
async function served(symbol: string, interval: Interval): Promise<Candle[]> {
  const pages: Candle[][] = [];
  for (let before = NOW; ; before = pages[0]![0]!.ts) {
    const { body } = await t.call
      .get(`/candles?symbol=${symbol}&interval=${interval}&count=2000&before=${before}`)
      .expect(200);
    if (body.candles.length === 0) return pages.flat();
    pages.unshift(body.candles);
  }
}

const OUTAGE_START = Date.UTC(2023, 2, 24, 12, 40);
const OUTAGE_MINUTES = 80;

const WITH_LARGER_CANDLES = new Set(['BTCUSDT', 'ETHUSDT']);

async function checkOutage(symbol: string): Promise<void> {
  const before = OUTAGE_START + (OUTAGE_MINUTES + 1) * intervalMs('1m');
  const { body } = await t.call.get(`/candles?symbol=${symbol}&interval=1m&count=2&before=${before}`);
  expect(body.candles.map(({ ts }: Candle) => ts)).toEqual([
    OUTAGE_START - intervalMs('1m'),
    OUTAGE_START + OUTAGE_MINUTES * intervalMs('1m'),
  ]);
}

/** Checks that bars aggregated from minutes equal the candles of the venue in every value, wherever both have a bar. */
async function checkLargerCandles(name: string, symbol: string): Promise<void> {
  for (const interval of ['5m', '15m', '1h'] as const) {
    const file = recorded(`venue-spot/${name}-${interval}-2023.csv.gz`);
    if (!file) continue;
    const own = toCandles((await readCandleFile(file, { interval, now: NOW })).bars);
    const made = new Map((await served(symbol, interval)).map((candle) => [candle.ts, candle]));
    const both = own.filter(({ ts }) => made.has(ts));
    expect(both.length).toBeGreaterThan(700);
    expect(both.map(({ ts }) => made.get(ts))).toEqual(both);
  }
}

describe('recorded one-minute candles', () => {
  it.each([
    ['BTCUSDT', 66_087, 1],
    ['ETHUSDT', 66_087, 1],
    ['ADAUSDT', 66_087, 1],
    ['LINKUSDT', 43_199, 0],
    ['TRXUSDT', 43_199, 0],
    ['XRPUSDT', 43_199, 0],
    ['ATOMUSDT', 43_199, 0],
  ])(
    'are imported whole for %s, including the outage, and a second import changes nothing',
    async (name, bars, gaps) => {
      const file = recorded(`venue-spot/${name}-1m-2023.csv.gz`);
      if (!file) return;
      const symbol = aSymbol();
      expect(await imported(file, symbol)).toMatchObject({
        rows: bars,
        inserted: bars,
        changed: 0,
        unchanged: 0,
        leftOut: 0,
        gaps,
      });
      expect(await imported(file, symbol)).toMatchObject({
        rows: bars,
        inserted: 0,
        changed: 0,
        unchanged: bars,
      });
      const overview = (await t.app.get(CandleStore).overview()).find((series) => series.symbol === symbol);
      expect(overview!.spans).toMatchObject([{ bars, gaps, missingBars: gaps * OUTAGE_MINUTES }]);
      if (gaps > 0) await checkOutage(symbol);
      if (WITH_LARGER_CANDLES.has(name)) await checkLargerCandles(name, symbol);
    },
  );

  it('can be imported from the zip that the venue publishes', async () => {
    const file = recorded('public-archive/FILUSDT-1m-2023-08.zip');
    if (!file) return;
    expect(await imported(file, aSymbol())).toMatchObject({ rows: 44_640, inserted: 44_640, gaps: 0 });
  });
});
