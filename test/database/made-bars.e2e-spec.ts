import { jest } from '@jest/globals';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { type BarColumns, type Candle, NO_BARS } from '../../src/candles/store/bar-columns.js';
import { createCandlesService } from '../../src/candles/create-candles-service.js';
import { CandleStore } from '../../src/candles/store/candle-store.js';
import { MADE_FROM_START } from '../../src/candles/store/make-older-bars.js';
import { readCandles, readWhole } from '../../src/candles/store/read-candles.js';
import { readRange } from '../../src/candles/store/read-range.js';
import { checkMadeSeries, makeSeriesAgain } from '../../src/cli/candles/made.js';
import { readEnvironment } from '../../src/platform/config/environment.js';
import { INTERVALS, type Interval, MINUTE_MS, intervalMs } from '../../src/shared/market/intervals.js';
import type { Span } from '../../src/shared/market/spans.js';
import { fromCandles, toCandles } from '../support/candles.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { openTestDatabase } from '../support/database.js';
import { writeAsEarlier } from '../support/earlier-writer.js';
import { propertyRuns } from '../support/property-runs.js';
import { until } from '../support/until.js';

/** The start of a day, which is on the grid of every interval. */
const T = Date.UTC(2024, 0, 10);
const DAY = 1440;
const FEED = 'venue-spot';
const LARGER = INTERVALS.filter((interval) => interval !== '1m');

/** A store that makes every bar afresh. */
class FreshStore extends CandleStore {
  override madeBars = () => Promise.resolve(NO_BARS);
  override settledMadeBars = () => Promise.resolve(null);
}

/** A store that counts the reads of minutes. */
class CountingStore extends CandleStore {
  reads = 0;
  override readBars(...question: Parameters<CandleStore['readBars']>) {
    this.reads += 1;
    return super.readBars(...question);
  }
}

let dataSource: DataSource;
let store: CandleStore;
let fresh: FreshStore;
beforeAll(async () => {
  dataSource = await openTestDatabase();
  store = new CandleStore(dataSource);
  fresh = new FreshStore(dataSource);
});
afterAll(() => dataSource.destroy());

const aSymbol = () => `M${randomBytes(6).toString('hex').toUpperCase()}`;
const aSeries = async (symbol: string, interval: Interval = '1m') =>
  (await store.getOrCreateSeries(FEED, symbol, interval)).id;
const span = (start: number, end: number): Span => ({
  start: T + start * MINUTE_MS,
  end: T + end * MINUTE_MS,
});

/** Returns a bar whose figures have many digits. `version` distinguishes versions of a bar. */
function aBar(minute: number, version = 0): Candle {
  const open = 100 + ((((minute * 7919 + version * 104_729) % 1013) + 1013) % 1013) / 7;
  const volume = Math.abs((minute * 31 + version) % 997) / 1e5;
  return { ts: T + minute * MINUTE_MS, open, high: open * 1.01, low: open * 0.99, close: open + 0.1, volume };
}

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, i) => start + i);
const bars = (minutes: readonly number[], version = 0): BarColumns =>
  fromCandles(minutes.map((minute) => aBar(minute, version)));

async function makeAll(id: number): Promise<void> {
  while ((await store.makeOlderBars(id)) === 'made');
}

/** Makes the series one that an earlier version created. */
const forget = (id: number, database = dataSource) =>
  database.query('UPDATE series SET made_revision = NULL, made_from = NULL WHERE id = $1', [id]);

/** Compares every answer with bars that are made afresh. */
async function expectFresh(symbol: string, count: number, endMinute: number): Promise<void> {
  for (const interval of LARGER) {
    const cellMs = intervalMs(interval);
    const end = Math.ceil((T + endMinute * MINUTE_MS) / cellMs) * cellMs;
    const key = { feed: FEED, symbol, interval } as const;
    const newest = { ...key, count, end };
    const expected = await readCandles(fresh, newest);
    expect(toCandles(await readCandles(store, newest))).toEqual(toCandles(expected));
    const oldest = { ...key, count, start: end - 2 * count * cellMs, end };
    const [found, afresh] = [await readRange(store, oldest), await readRange(fresh, oldest)];
    expect({ ...found, bars: toCandles(found.bars) }).toEqual({ ...afresh, bars: toCandles(afresh.bars) });
    const whole = await readWhole(store, key, { start: end - count * cellMs, end });
    if (whole) expect(toCandles(whole)).toEqual(toCandles(expected));
  }
}

const minute = fc.integer({ min: -DAY, max: 4 * DAY });
const piece = fc.record({
  start: minute,
  length: fc.integer({ min: 1, max: 2 * DAY }),
  /** Every such minute is left out; 1 leaves out none, and 0 all. */
  gapEvery: fc.constantFrom(1, 1, 0, 2, 9, 400),
  version: fc.integer({ min: 0, max: 3 }),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), piece, rows: fc.constantFrom(300, 5_000) }),
  fc.record({ kind: fc.constant('earlier' as const), piece }),
  fc.record({ kind: fc.constant('own' as const), piece, interval: fc.constantFrom(...LARGER) }),
  fc.record({ kind: fc.constant('interrupted' as const), piece }),
  fc.record({ kind: fc.constant('make' as const), steps: fc.constantFrom(1, 9) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const minutesOf = ({ start, length, gapEvery }: Extract<Step, { piece: unknown }>['piece']) =>
  range(start, start + length).filter((at) => gapEvery === 1 || (gapEvery > 0 && at % gapEvery !== 0));

async function take(symbol: string, id: number, action: Step): Promise<void> {
  if (action.kind === 'make') {
    for (let i = 0; i < action.steps; i += 1) await store.makeOlderBars(id);
    return;
  }
  const { start, length, version } = action.piece;
  const whole = span(start, start + length);
  const written = bars(minutesOf(action.piece), version);
  if (action.kind === 'write')
    await store.writeBars(id, written, whole, {
      rowsPerTransaction: action.rows,
      gaps: { spans: [], askedAt: 0 },
    });
  if (action.kind === 'earlier') await writeAsEarlier(dataSource, id, written, whole);
  if (action.kind === 'interrupted') {
    const stop = () => {
      throw new Error('interrupted');
    };
    const write = store.writeBars(id, written, whole, { rowsPerTransaction: 500, onProgress: stop });
    await expect(write).rejects.toThrow('interrupted');
  }
  if (action.kind === 'own') {
    const cellMs = intervalMs(action.interval);
    const ts = Math.floor(whole.start / cellMs) * cellMs;
    const own = await aSeries(symbol, action.interval);
    await store.writeBars(own, fromCandles([{ ...aBar(0, 9), ts }]), { start: ts, end: ts + 2 * cellMs });
  }
}

describe('made bars', () => {
  it('give the same answers as bars made afresh, after any writes of this version and earlier ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 7 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 60 }),
        minute,
        async (steps, isOld, count, end) => {
          const symbol = aSymbol();
          const id = await aSeries(symbol);
          if (isOld) await forget(id);
          for (const action of steps) {
            await take(symbol, id, action);
            await expectFresh(symbol, count, end);
            expect(await store.checkMadeBars(id)).toMatchObject({ wrong: 0 });
          }
          await makeAll(id);
          await expectFresh(symbol, count, end);
          expect(await store.checkMadeBars(id)).toMatchObject({ made: 'all', wrong: 0 });
        },
      ),
      { numRuns: propertyRuns(20) },
    );
  });

  it('are written with the minutes, so that no minute is read', async () => {
    const symbol = aSymbol();
    const id = await aSeries(symbol);
    await store.writeBars(id, bars(range(0, 10 * DAY)), span(0, 10 * DAY));
    const counting = new CountingStore(dataSource);
    for (const interval of LARGER) {
      const end = T + 10 * DAY * MINUTE_MS;
      const key = { feed: FEED, symbol, interval } as const;
      const count = (10 * DAY * MINUTE_MS) / intervalMs(interval);
      expect((await readCandles(counting, { ...key, count, end })).count).toBe(count);
      expect((await readRange(counting, { ...key, count, start: T, end })).bars.count).toBe(count);
    }
    expect(counting.reads).toBe(0);
    const expected = LARGER.reduce((sum, interval) => sum + (10 * DAY * MINUTE_MS) / intervalMs(interval), 0);
    expect(await store.checkMadeBars(id)).toEqual({ made: 'all', bars: expected, wrong: 0 });
  });

  it('are kept after a read of a series of an earlier version, which answers at once', async () => {
    const symbol = aSymbol();
    const id = await aSeries(symbol);
    await forget(id);
    await store.writeBars(id, bars(range(0, 12 * DAY)), span(0, 12 * DAY));
    const counting = new CountingStore(dataSource);
    const asked: number[] = [];
    counting.onNotMade = (minutesId) => asked.push(minutesId);
    const days = { feed: FEED, symbol, interval: '1d', count: 12, end: T + 12 * DAY * MINUTE_MS } as const;
    const expected = toCandles(await readCandles(counting, days));
    expect(expected).toHaveLength(12);
    expect(asked).toContain(id);
    expect(counting.reads).toBeGreaterThan(0);
    expect(await store.checkMadeBars(id)).toEqual({ made: 'none', bars: 0, wrong: 0 });

    expect(await store.makeOlderBars(id)).toBe('made');
    expect(await store.checkMadeBars(id)).toMatchObject({ made: 'partly', wrong: 0 });
    await makeAll(id);
    asked.length = 0;
    counting.reads = 0;
    expect(toCandles(await readCandles(counting, days))).toEqual(expected);
    expect([asked, counting.reads]).toEqual([[], 0]);
  });

  it('are not used after an instance of an earlier version has changed a minute, until they are made again', async () => {
    const symbol = aSymbol();
    const id = await aSeries(symbol);
    await store.writeBars(id, bars(range(0, DAY)), span(0, DAY));
    const day = { feed: FEED, symbol, interval: '1d', count: 1, end: T + DAY * MINUTE_MS } as const;
    const [before] = toCandles(await readCandles(store, day));
    await writeAsEarlier(dataSource, id, bars([0], 1), span(0, 1));
    const [after] = toCandles(await readCandles(store, day));
    expect(after!.open).not.toBe(before!.open);
    expect(await store.checkMadeBars(id)).toMatchObject({ made: 'none' });
    // A write of this version does not make the bars look right again.
    await store.writeBars(id, bars([700], 2), span(700, 701));
    expect(await store.checkMadeBars(id)).toMatchObject({ made: 'none' });
    await makeAll(id);
    expect(await store.checkMadeBars(id)).toMatchObject({ made: 'all', wrong: 0 });
    expect((await readCandles(store, day)).open[0]).toBe(after!.open);
  });

  it('are made once by instances that work at the same time as a writer', async () => {
    const symbol = aSymbol();
    const id = await aSeries(symbol);
    await forget(id);
    await store.writeBars(id, bars(range(0, 20 * DAY)), span(0, 20 * DAY));
    const instances = [store, new CandleStore(dataSource), new CandleStore(dataSource)];
    const makers = instances.map(async (instance) => {
      let made = 0;
      for (let state = ''; state !== 'complete';) {
        state = await instance.makeOlderBars(id);
        made += Number(state === 'made');
      }
      return made;
    });
    const writes = range(0, 20).map((i) =>
      store.writeBars(id, bars([i * 1000], 3), span(i * 1000, i * 1000 + 1)),
    );
    const made = (await Promise.all([Promise.all(makers), Promise.all(writes)]))[0];
    expect(made.reduce((sum, steps) => sum + steps, 0)).toBeLessThan(4 + 20);
    expect(await store.checkMadeBars(id)).toMatchObject({ made: 'all', wrong: 0 });
  });

  it('that cannot be written do not keep minutes from being written', async () => {
    const symbol = aSymbol();
    const id = await aSeries(symbol);
    const key = { feed: FEED, symbol, interval: '1h', count: 24, end: T + DAY * MINUTE_MS } as const;
    const refused = `no_bars_of_${id}`;
    await dataSource.query(
      `ALTER TABLE made_bars ADD CONSTRAINT ${refused} CHECK (series_id <> ${id}) NOT VALID`,
    );
    try {
      await store.writeBars(id, bars(range(0, DAY)), span(0, DAY));
      expect(store.notMade).toBe(1);
      expect((await readCandles(store, key)).count).toBe(24);
      await expect(store.makeOlderBars(id)).rejects.toThrow(refused);
      expect((await readCandles(store, key)).count).toBe(24);
    } finally {
      await dataSource.query(`ALTER TABLE made_bars DROP CONSTRAINT ${refused}`);
    }
    await makeAll(id);
    expect(await store.checkMadeBars(id)).toEqual({ made: 'all', bars: 288 + 96 + 24 + 6 + 1, wrong: 0 });
  });

  it('that were changed by hand are found by the check', async () => {
    const symbol = aSymbol();
    const id = await aSeries(symbol);
    const series = (await store.findSeries(FEED, symbol, '1m'))!;
    await store.writeBars(id, bars(range(0, 60)), span(0, 60));
    await dataSource.query('UPDATE made_bars SET volume = volume + 1 WHERE series_id = $1 AND minutes = 15', [
      id,
    ]);
    await dataSource.query('DELETE FROM made_bars WHERE series_id = $1 AND minutes = 60', [id]);
    expect(await store.checkMadeBars(id)).toEqual({ made: 'all', bars: 12 + 4, wrong: 4 + 1 });
    // The commands, for this series alone.
    const candles = createCandlesService(dataSource, readEnvironment({}));
    jest.spyOn(candles, 'minuteSeries').mockResolvedValue([series]);
    const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await expect(checkMadeSeries(candles)).rejects.toThrow('5 bars are wrong. Make the bars of all series');
    await makeSeriesAgain(candles);
    await checkMadeSeries(candles);
    expect(printed.mock.calls.flat().join('')).toMatch(
      new RegExp(`all +16 +5\\n${FEED} ${symbol}: made.\\n[^]*all +17 +0\\n`),
    );
    printed.mockRestore();
    expect(await store.checkMadeBars(id)).toEqual({ made: 'all', bars: 12 + 4 + 1, wrong: 0 });
  });
});

describe('GET /candles on minutes that an earlier version stored', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp();
  });
  afterAll(() => t.close());

  it('answers as before, and keeps the bars that it made in the background', async () => {
    const own = t.app.get(CandleStore);
    const symbol = aSymbol();
    const { id } = await own.getOrCreateSeries(FEED, symbol, '1m');
    await forget(id, t.app.get(DataSource));
    await own.writeBars(id, bars(range(0, 12 * DAY)), span(0, 12 * DAY));
    const ask = async (path: string) => (await t.call.get(path).expect(200)).body;
    const range12 = `/candles/range?symbol=${symbol}&interval=4h&from=${T}&to=${T + 12 * DAY * MINUTE_MS}`;
    const newest = (count: number) => ask(`/candles?symbol=${symbol}&interval=1d&count=${count}`);
    const before = [await newest(20), await ask(`${range12}&count=100`)];
    expect(before[0].candles).toHaveLength(12);
    // The check would hold the lock of the series, and the service does not wait for this lock.
    const isMade = 'SELECT FROM series WHERE id = $1 AND made_revision = revision AND made_from = $2';
    const values = [id, MADE_FROM_START];
    await until(async () => (await dataSource.query<unknown[]>(isMade, values)).length > 0);
    expect(await own.checkMadeBars(id)).toMatchObject({ made: 'all', wrong: 0 });
    // Another count, because the first response is cached.
    expect([await newest(21), await ask(`${range12}&count=101`)]).toEqual(before);
  });
});
