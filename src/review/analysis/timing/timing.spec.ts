import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { fullyKnown, walkedEquity } from '../../../../test/support/marked-equity.js';
import { DOCUMENTED, type Moment, START, trade } from '../../../../test/support/documented-trades.js';
import { EXAMPLE_BARS, ohlcBars } from '../../../../test/support/ohlc-bars.js';
import {
  type GivenColumns,
  RECORDED_FEE_PCT,
  givenColumns,
  readRecorded,
} from '../../../../test/support/recorded-columns.js';
import { recordedMinutes } from '../../../../test/support/recorded-lists.js';
import { realData } from '../../../../test/support/real-data.js';
import { repeatableRandom } from '../../../../test/support/repeatable-random.js';
import { describeWith } from '../../../../test/support/with-recordings.js';
import { markedReturns } from '../equity/marked-returns.js';
import { localDays } from '../local-time/local-days.js';
import type { OhlcMinutes } from '../minutes/ohlc-minutes.js';
import { EXACT_STAMPS, type StampResolution, resolutionOf } from '../minutes/stamp-resolution.js';
import { timelineOf } from '../equity/equity-limits.js';
import { buyAndHold, marketComparison, returnsOverDays } from './market-comparison.js';
import { marketGrid } from './market-grid.js';
import { measureTrades } from './timed-trades.js';
import { defaultPaths, mostPaths, type TimingMethod } from './timing-limits.js';
import { timingResults } from './timing.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY_MINUTES = 1_440;

interface Case {
  readonly trades: GivenColumns;
  readonly bars: readonly (OhlcMinutes | null)[];
  readonly decimals?: number;
  readonly resolution?: StampResolution;
  readonly method?: TimingMethod;
  readonly paths?: number;
  readonly seed?: number;
}

function timed({
  trades,
  bars,
  decimals = 0,
  resolution = EXACT_STAMPS,
  method = 'shift',
  paths = 1_000,
  seed = 42,
}: Case) {
  const { start, end } = timelineOf(trades, resolution);
  const horizonMinutes = method === 'bracket' ? DAY_MINUTES : 0;
  const length = (end - start) / MINUTE + 2 + horizonMinutes;
  const grids = new Map(
    bars.flatMap((of, asset) => (of ? [[asset, marketGrid(start, length, of)] as const] : [])),
  );
  const digits = new Map(bars.map((_, asset) => [asset, decimals]));
  const measured = measureTrades(trades, start, resolution, grids, digits, method);
  const results = timingResults(trades, measured, grids, { method, paths, seed, horizonMinutes });
  return { measured, results, grids, start };
}

describe('the timing of the documented trades', () => {
  const of = { trades: givenColumns(DOCUMENTED), bars: [ohlcBars(EXAMPLE_BARS, START)] };

  it('has the same result as the best shift of all entries', () => {
    const { measured, results } = timed(of);
    expect(measured).toMatchObject({
      counts: { total: 4, measured: 3, tooShort: 1, noCandles: 0, invalidRisk: 0 },
      minutes: 5,
    });
    expect([...measured.entry]).toEqual([1, 0, 3]);
    expect([...measured.held]).toEqual([2, 3, 1]);
    expect(results.net).toMatchObject({ observed: 14.02970297, pValue: 0.19180819 });
    expect(results.actual.net).toBe(13);
    const { histogram } = results.net;
    expect([histogram.length, histogram[0]!.from, histogram.at(-1)!.to]).toEqual([
      32, -15.52443223, 14.02970297,
    ]);
    expect(histogram.filter(({ count }) => count > 0)).toHaveLength(5);
    expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
    expect(histogram.at(-1)!.count).toBe(Math.round(results.net.pValue! * 1_001 - 1));
    const random = xoroshiro128plus(42);
    const draws = Array.from({ length: 8 }, () => uniformInt(random, 0, 4));
    expect(draws).toEqual([0, 0, 0, 0, 4, 4, 2, 2]);
    // There are five shifts, each with another result.
    const { net } = timed({ ...of, paths: 20_000 }).results;
    expect([net.p05, net.p25, net.p50, net.p75, net.p95]).toEqual([
      -15.52443223, -11.73182461, -8.8968888, 11.09047619, 14.02970297,
    ]);
  });

  it('can be compared with random entries that have the same stops', () => {
    const { measured, results } = timed({ ...of, method: 'bracket' });
    expect(measured.counts).toMatchObject({ measured: 3, invalidRisk: 1, tooShort: 0 });
    expect(results.net).toMatchObject({ observed: -13.02970297, p50: -13.02970297, pValue: 0.60639361 });
  });
});

describe('the number of paths', () => {
  it('depends on the number of trades', () => {
    expect([defaultPaths('shift', 10), defaultPaths('shift', 100_000)]).toEqual([1_000, 200]);
    expect([mostPaths('shift', 10), mostPaths('shift', 1_000), mostPaths('shift', 1_001)]).toEqual([
      20_000, 20_000, 19_980,
    ]);
    expect([mostPaths('shift', 200_000), mostPaths('shift', 200_001)]).toEqual([100, 0]);
    expect([mostPaths('bracket', 20_000), mostPaths('bracket', 20_001)]).toEqual([100, 0]);
    expect(mostPaths('shift', 0)).toBe(20_000);
  });
});

describe('a market', () => {
  it('is counted if at least 90 % of the minutes have bars', () => {
    const trades = givenColumns([trade('long', [100, 0], [100, 19 * 60])]);
    const measuredWith = (missing: number) => {
      const bars = Array.from({ length: 20 }, (_, i) =>
        i > 0 && i <= missing ? undefined : EXAMPLE_BARS[0],
      );
      const grid = marketGrid(START, 22, ohlcBars(bars, START));
      return measureTrades(trades, START, EXACT_STAMPS, new Map([[0, grid]]), new Map([[0, 0]]), 'shift');
    };
    expect(measuredWith(2)).toMatchObject({
      counts: { measured: 1, noCandles: 0 },
      minutes: 20,
      markets: [{ requestedBars: 20, loadedBars: 18, counted: true }],
    });
    expect(measuredWith(3)).toMatchObject({
      counts: { measured: 0, noCandles: 1 },
      markets: [{ counted: false }],
    });
  });
});

/** Returns the minutes of a random walk with a drift per minute. */
function randomWalk(seed: number, minutes: number, drift = 0): OhlcMinutes {
  const random = repeatableRandom(seed);
  const open = new Float64Array(minutes);
  let price = 100;
  for (let minute = 0; minute < minutes; minute += 1) {
    open[minute] = price;
    price *= Math.exp((random() - 0.5) * 0.004 + drift);
  }
  const ts = Float64Array.from({ length: minutes }, (_, minute) => START + minute * MINUTE);
  return { count: minutes, ts, open, high: open, low: open, close: open };
}

/** Returns random trades at the opens of a market. */
function randomTrades(seed: number, { open }: OhlcMinutes, side: 'long' | 'both'): GivenColumns {
  const random = repeatableRandom(seed);
  const at = (minute: number): Moment => [open[minute]!, minute * 60];
  return givenColumns(
    Array.from({ length: 12 }, () => {
      const entry = Math.floor(random() * (open.length - 40));
      const isLong = side === 'long' || random() < 0.5;
      return trade(isLong ? 'long' : 'short', at(entry), at(entry + 1 + Math.floor(random() * 30)));
    }),
  );
}

describe('random entries', () => {
  const pValues = (drift: number, side: 'long' | 'both') =>
    Array.from({ length: 500 }, (_, seed) => {
      const bars = randomWalk(seed + 1, 400, drift);
      const trades = randomTrades(seed + 1_001, bars, side);
      return timed({ trades, bars: [bars], decimals: 12, resolution: resolutionOf(trades), paths: 199, seed })
        .results.net.pValue!;
    });

  it('have uniformly distributed p-values on random walks', () => {
    const sorted = pValues(0, 'both').toSorted((a, b) => a - b);
    const distance = Math.max(
      ...sorted.map((p, i) => Math.max(Math.abs((i + 1) / 500 - p), Math.abs(i / 500 - p))),
    );
    // Critical distance of the Kolmogorov–Smirnov test at the level of 0.1 %, plus the step of the p-values.
    expect(distance).toBeLessThan(1.95 / Math.sqrt(500) + 1 / 200);
    expect(sorted[0]).toBeGreaterThanOrEqual(1 / 200);
  });

  it('earn the drift of the market, so a drift alone does not look like skill', () => {
    const skilled = pValues(0.0005, 'long').filter((p) => p <= 0.05).length;
    expect(skilled / 500).toBeLessThan(0.09);
  });
});

describe('the daily returns of a slice', () => {
  it('are 0 on days of the session outside the slice', () => {
    expect([...returnsOverDays(Float64Array.of(0.1, -0.2), 1, 4)]).toEqual([0, 0.1, -0.2, 0]);
    expect([...returnsOverDays(Float64Array.of(0.1, -0.2), 0, 2)]).toEqual([0.1, -0.2]);
  });
});

/* A list of trades that freqtrade exported, with recorded candles. */
const MISSED = 'the timing of a real list';
const file = realData('cases/freqtrade-24-trades.json', MISSED);

describeWith(file)('the timing of a recorded list of trades', () => {
  it('is not better than chance', async () => {
    const { trades: list, session } = readRecorded(file!);
    const bars = await Promise.all(session.symbols.map((symbol) => recordedMinutes(symbol, MISSED)));
    const known = list.filter(({ symbol }) => bars[session.symbols.indexOf(symbol)]);
    const trades = givenColumns(known, { feePct: RECORDED_FEE_PCT, symbols: session.symbols });
    const resolution = resolutionOf(trades);
    const { measured, results, grids, start } = timed({ trades, bars, decimals: 5, resolution });
    expect(results.net).toMatchObject({
      observed: 1.78164665,
      p50: 1.52829097,
      mean: 1.66169755,
      pValue: 0.41858142,
    });
    expect(known).toHaveLength(17);
    // LINK, TRX, XRP and ATOM have candles for less than 90 % of the grid.
    expect(measured).toMatchObject({ counts: { measured: 13, noCandles: 4 }, minutes: 65_684 });
    const used = measured.markets.filter(({ counted }) => counted).map(({ asset }) => grids.get(asset)!);
    expect(buyAndHold(used, measured.minutes, 25).pct).toBe(9.98737586);
    const settings = { initialBalance: 25, timezone: 'UTC', interval: '1h', riskFreeRate: 0 } as const;
    const barsOf = bars.map((of) => (of ? fullyKnown(of) : undefined));
    const { walk } = await walkedEquity(trades, settings, resolution, barsOf);
    const days = walk.markedDays();
    const account = markedReturns(days)!.values;
    expect(account).toHaveLength(46);
    expect(
      marketComparison(account, account.length, used, {
        start,
        minutes: measured.minutes,
        calendar: localDays('UTC'),
      }),
    ).toMatchObject({ beta: 0.76411956, alphaPct: -4.18094295 });
  });
});
