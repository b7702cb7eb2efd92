import fc from 'fast-check';
import { EXAMPLE_BARS, type Ohlc, ohlcBars, partsOf } from '../../../../test/support/ohlc-bars.js';
import {
  type RecordedTrade,
  recordedMinutes,
  recordedTrades,
} from '../../../../test/support/recorded-lists.js';
import { describeWith } from '../../../../test/support/with-recordings.js';
import { type OhlcMinutes, walkableOhlc } from '../minutes/ohlc-minutes.js';
import { summarizeExcursions, unmeasuredExcursions } from './excursion-summary.js';
import { EXACT_STAMPS, NOTHING_CERTAIN, type StampResolution } from '../minutes/stamp-resolution.js';
import { excursionSpans } from './excursion-window.js';
import { type Excursion, type ExcursionTrades, excursionOf } from './excursion.js';
import { newExcursionWalks, walkExcursions } from './walk-excursions.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';

const T = Date.UTC(2024, 0, 10);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MINUTE_STAMPS: StampResolution = { entryMs: MINUTE, exitMs: MINUTE };

type Bars = readonly (Ohlc | undefined)[];

interface Trade {
  readonly side: 'long' | 'short';
  /** The price, and the time in seconds after the first bar. */
  readonly entry: readonly [price: number, time: number];
  readonly exit: readonly [price: number, time: number];
  readonly risk?: number;
}

const columnsOf = (trades: readonly Trade[]): ExcursionTrades => ({
  count: trades.length,
  direction: Float64Array.from(trades, ({ side }) => (side === 'long' ? 1 : -1)),
  entryTime: Float64Array.from(trades, ({ entry }) => T + entry[1] * SECOND),
  exitTime: Float64Array.from(trades, ({ exit }) => T + exit[1] * SECOND),
  entryPrice: Float64Array.from(trades, ({ entry }) => entry[0]),
  exitPrice: Float64Array.from(trades, ({ exit }) => exit[0]),
  stopLoss: Float64Array.from(trades, ({ side, entry, risk = NaN }) =>
    side === 'long' ? entry[0] - risk : entry[0] + risk,
  ),
});

/** Returns the excursions of the trades over the bars, as rows and as a summary. */
function excursions(trades: ExcursionTrades, parts: readonly OhlcMinutes[], resolution: StampResolution) {
  const walks = newExcursionWalks(trades);
  const places = Uint32Array.from({ length: trades.count }, (_, i) => i);
  for (const part of parts) walkExcursions({ trades, places, resolution, walks }, walkableOhlc(part));
  return {
    rows: Array.from(places, (trade) => excursionOf(trades, walks, trade, resolution)),
    summary: summarizeExcursions(trades, walks, resolution),
  };
}

const measure = (trade: Trade, bars: Bars = EXAMPLE_BARS, resolution = EXACT_STAMPS): Excursion =>
  excursions(columnsOf([trade]), [ohlcBars(bars, T)], resolution).rows[0]!;

const FIRST: Trade = { side: 'long', entry: [100, 0], exit: [104, 180], risk: 5 };
const SECOND_TRADE: Trade = { side: 'long', entry: [102, 30], exit: [104, 150], risk: 8 };
const THIRD: Trade = { side: 'short', entry: [104, 135], exit: [97, 240], risk: 5 };

type Range = readonly [min: number | null, max: number | null];

describe('excursions of trades whose times do not fit the candles', () => {
  it('have only two certain prices: the entry price and the exit price', () => {
    // If the times were exact, the bars of this trade would be certain, with an MFE of 8 and an MAE of 2.
    const { status, price } = measure(FIRST, EXAMPLE_BARS, NOTHING_CERTAIN);
    expect([status, price]).toEqual(['complete', { mfe: { min: 4, max: 8 }, mae: { min: 0, max: 2 } }]);
  });
});

describe('excursions over the documented bars', () => {
  const check = (trade: Trade, mfe: Range, mae: Range, efficiency: Range, resolution = EXACT_STAMPS) => {
    const { status, price, exitEfficiency } = measure(trade, EXAMPLE_BARS, resolution);
    expect(status).toBe('complete');
    expect([price.mfe.min, price.mfe.max]).toEqual(mfe);
    expect([price.mae.min, price.mae.max]).toEqual(mae);
    expect([exitEfficiency!.min, exitEfficiency!.max]).toEqual(efficiency);
  };

  it('are exact if each bar lies completely inside or outside the trade', () => {
    check(FIRST, [8, 8], [2, 2], [0.5, 0.5]); // high 108 and low 98 after an entry at 100; (104 − 100) / 8
  });

  it('have different bounds if a bar lies only partly within the trade', () => {
    check(SECOND_TRADE, [4, 6], [2, 4], [0.33333333, 0.5]);
    check(THIRD, [9, 9], [8, 8], [0.77777778, 0.77777778]);
    check({ side: 'long', entry: [101, 10], exit: [102, 50] }, [1, 2], [0, 3], [0.5, 1]);
  });

  it('have bounds that are further apart if the resolution of the times is a minute', () => {
    check(FIRST, [8, 12], [0, 5], [0.33333333, 0.5], MINUTE_STAMPS);
  });

  it('are also given in R and in percent', () => {
    const { r, pct } = measure(SECOND_TRADE);
    expect(r).toEqual({ mfe: { min: 0.5, max: 0.75 }, mae: { min: 0.25, max: 0.5 } });
    expect(pct).toEqual({
      mfe: { min: 3.92156863, max: 5.88235294 }, // 4 / 102, 6 / 102
      mae: { min: 1.96078431, max: 3.92156863 },
    });
    expect(measure({ ...FIRST, risk: NaN }).r).toBeNull();
  });

  it('are averaged over the trades with an initial risk', () => {
    const trades = [FIRST, SECOND_TRADE, THIRD, { ...FIRST, risk: NaN }];
    const { summary } = excursions(columnsOf(trades), [ohlcBars(EXAMPLE_BARS, T)], EXACT_STAMPS);
    expect(summary).toEqual({
      measured: 4,
      incomplete: 0,
      avgMfeR: { min: 1.3, max: 1.38333333 }, // (1.6 + 0.5 + 1.8) / 3, (1.6 + 0.75 + 1.8) / 3
      avgMaeR: { min: 0.75, max: 0.83333333 }, // (0.4 + 0.25 + 1.6) / 3, (0.4 + 0.5 + 1.6) / 3
      edgeRatio: { min: 1.56, max: 1.84444444 }, // 3.9 / 2.5, 4.15 / 2.25
    });
  });
});

describe('the open and the close of a bar that lies partly within the trade', () => {
  const wild: Ohlc = [100, 150, 50, 120];
  const check = (entry: number, exit: number, [mfe, mae]: readonly [number, number], bars: Bars) => {
    const { price } = measure({ side: 'long', entry: [100, entry], exit: [100, exit] }, bars);
    expect([price.mfe.min, price.mae.min]).toEqual([mfe, mae]);
  };

  it('are certain prices if their times are within the trade', () => {
    check(30, 60, [20, 0], [wild]); // the bar closes at 120 at the time of the exit
    check(30, 59.999, [0, 0], [wild]);
    check(60, 61, [0, 10], [wild, [90, 150, 50, 120]]); // the bar opens at 90 at the time of the entry
    check(60.001, 61, [0, 0], [wild, [90, 150, 50, 120]]);
    check(0, 60, [50, 50], [wild]);
    check(60, 60, [0, 0], [wild, wild]);
  });
});

describe('missing bars', () => {
  it('make the upper bounds of the excursions unknown', () => {
    const { status, price, r, exitEfficiency } = measure(FIRST, [...EXAMPLE_BARS.slice(0, 2), undefined]);
    expect(status).toBe('incomplete');
    expect(price).toEqual({ mfe: { min: 6, max: null }, mae: { min: 2, max: null } });
    expect(r).toEqual({ mfe: { min: 1.2, max: null }, mae: { min: 0.4, max: null } });
    expect(exitEfficiency).toEqual({ min: null, max: 0.66666667 });
  });

  it('do not affect lower bounds that come from later bars', () => {
    const { price } = measure(FIRST, [EXAMPLE_BARS[0], undefined, EXAMPLE_BARS[2]]);
    expect(price.mfe).toEqual({ min: 8, max: null });
  });

  it('do not affect lower bounds that come from prices of the trade itself', () => {
    expect(measure(THIRD, []).price).toEqual({ mfe: { min: 7, max: null }, mae: { min: 0, max: null } });
  });

  it('do not affect a trade that opens and closes at the exact start of a minute', () => {
    const moment: Trade = { side: 'long', entry: [100, 60], exit: [101, 60] };
    expect(measure(moment, [])).toMatchObject({ status: 'complete', price: { mfe: { min: 1, max: 1 } } });
    expect(measure(moment, [], MINUTE_STAMPS).status).toBe('incomplete');
  });

  it('exclude their trade from the averages', () => {
    const { summary } = excursions(
      columnsOf([FIRST, SECOND_TRADE]),
      [ohlcBars([undefined, ...EXAMPLE_BARS.slice(1)], T)],
      EXACT_STAMPS,
    );
    expect(summary).toEqual(unmeasuredExcursions(2));
    expect(summarizeExcursions(columnsOf([]), newExcursionWalks({ count: 0 }), EXACT_STAMPS)).toEqual({
      measured: 0,
      incomplete: 0,
      avgMfeR: null,
      avgMaeR: null,
      edgeRatio: null,
    });
  });
});

describe('exit efficiency', () => {
  const check = (exit: number, bar: Ohlc, expected: Excursion['exitEfficiency'], entry = 0) =>
    expect(
      measure({ side: 'long', entry: [100, entry], exit: [exit, 60 + entry] }, [bar, [100, 100, 100, 100]])
        .exitEfficiency,
    ).toEqual(expected);

  it('is negative for a losing trade, with a lower bound that comes from the least MFE', () => {
    check(98, [100, 104, 98, 98], { min: -0.5, max: -0.5 });
    check(98, [100, 104, 98, 98], { min: null, max: -0.5 }, 30); // no price above 100 is certain
    check(98, [100, 104, 98, 102], { min: -1, max: -0.5 }, 30); // the close of 102 is certain
  });

  it('is null if price never moved in favour of the trade', () => {
    check(98, [100, 100, 98, 98], null);
    check(100, [100, 100, 98, 98], null);
  });

  it('is 0 if the exit price equals the entry price', () => {
    check(100, [100, 104, 98, 98], { min: 0, max: 0 });
    check(100, [100, 104, 98, 98], { min: 0, max: 0 }, 30);
  });
});

/** A literal implementation of the definition: it checks each price of each bar on its own. */
function reference(trade: Trade, bars: Bars, { entryMs, exitMs }: StampResolution) {
  const [from, to] = [trade.entry[1] * SECOND, trade.exit[1] * SECOND];
  const certain = [trade.entry[0], trade.exit[0]];
  const possible: number[] = [];
  let missing = false;
  for (let i = 0; i < 40; i += 1) {
    const [opens, closes] = [i * MINUTE, (i + 1) * MINUTE];
    const bar = bars[i];
    if (opens < to + exitMs && closes > from) {
      missing ||= !bar;
      if (bar) possible.push(bar[1], bar[2]);
    }
    if (!bar) continue;
    if (opens >= from + entryMs && closes <= to) certain.push(bar[1], bar[2]);
    if (from + entryMs < closes && closes <= to) certain.push(bar[3]);
    if (from + entryMs <= opens && opens < to) certain.push(bar[0]);
  }
  possible.push(...certain);
  const above = (prices: number[]) => Math.max(...prices) - trade.entry[0];
  const below = (prices: number[]) => trade.entry[0] - Math.min(...prices);
  const range = (run: (prices: number[]) => number) => ({
    min: run(certain),
    max: missing ? null : run(possible),
  });
  return trade.side === 'long'
    ? { mfe: range(above), mae: range(below) }
    : { mfe: range(below), mae: range(above) };
}

describe('excursions of random trades', () => {
  const price = fc.integer({ min: 90, max: 110 });
  const bars = fc.array(
    fc.option(
      fc
        .tuple(price, price, fc.nat(5), fc.nat(5))
        .map(([open, close, up, down]): Ohlc => [
          open,
          Math.max(open, close) + up,
          Math.min(open, close) - down,
          close,
        ]),
      { nil: undefined, freq: 30 },
    ),
    { minLength: 1, maxLength: 30 },
  );
  const time = fc.oneof(fc.nat(20).map((minutes) => minutes * 60), fc.nat(1_200)); // prettier-ignore
  const trade = fc.record({
    side: fc.constantFrom('long', 'short'),
    entry: fc.tuple(price, time),
    exit: fc.tuple(price, time),
  });
  const resolution = fc.constantFrom(0, MINUTE, 5 * MINUTE);

  it('agree with a check of every price of every bar', () => {
    fc.assert(
      fc.property(
        trade,
        bars,
        resolution,
        resolution,
        fc.integer({ min: 1, max: 9 }),
        (trade, bars, entryMs, exitMs, size) => {
          fc.pre(trade.entry[1] <= trade.exit[1]);
          const parts = partsOf(ohlcBars(bars, T), size);
          const { rows } = excursions(columnsOf([trade]), parts, { entryMs, exitMs });
          expect(rows[0]!.price).toEqual(reference(trade, bars, { entryMs, exitMs }));
        },
      ),
      { numRuns: propertyRuns(1_500) },
    );
  });

  it('are correct for trades that cross the boundary of a block', () => {
    const long = Array.from({ length: 500 }, (_, i): Ohlc => [
      100,
      101 + ((i * 37) % 91),
      99 - ((i * 53) % 89),
      100,
    ]);
    for (let exit = 1; exit < 500; exit += 7) {
      for (const entry of [0, 1, 63, 64, 65, 200].filter((minute) => minute < exit)) {
        const { price } = measure({ side: 'long', entry: [100, entry * 60], exit: [100, exit * 60] }, long);
        const within = long.slice(entry, exit);
        expect(price.mfe.max).toBe(Math.max(...within.map((bar) => bar[1])) - 100);
        expect(price.mae.min).toBe(100 - Math.min(...within.map((bar) => bar[2])));
      }
    }
  });
});

describe('the minutes that excursions need', () => {
  it('extend from the minute of the entry to the last bar that may contain the exit', () => {
    const trades = columnsOf([SECOND_TRADE, THIRD, { side: 'long', entry: [1, 600], exit: [1, 660] }]);
    const spans = (places: number[], resolution: StampResolution) =>
      excursionSpans(trades, Uint32Array.from(places), resolution).map(({ start, end }) => [
        (start - T) / MINUTE,
        (end - T) / MINUTE,
      ]);
    expect(spans([0], EXACT_STAMPS)).toEqual([[0, 3]]);
    expect(spans([0, 1, 2], EXACT_STAMPS)).toEqual([[0, 4], [10, 11]]); // prettier-ignore
    expect(spans([2], MINUTE_STAMPS)).toEqual([[10, 12]]);
    expect(spans([2], { entryMs: 0, exitMs: 60 * MINUTE })).toEqual([[10, 71]]);
  });
});

/*
 * Trades that freqtrade recorded, with the extremes that it recorded over the bars from the entry bar to the exit bar.
 */
const recorded = recordedTrades(
  'freqtrade-24-trades',
  'excursions against the extremes that freqtrade recorded',
);

describeWith(recorded)('the excursions of 24 recorded trades', () => {
  it('have the extremes that the tool recorded as their upper bounds', async () => {
    const statuses: string[] = [];
    for (const symbol of new Set(recorded!.map((trade) => trade.symbol))) {
      const bars = await recordedMinutes(symbol, `excursions of ${symbol}`);
      if (bars === null) continue;
      const own = recorded!.filter((trade) => trade.symbol === symbol);
      const column = (value: (trade: RecordedTrade) => number) => Float64Array.from(own, value);
      const columns: ExcursionTrades = {
        count: own.length,
        direction: column(() => 1),
        entryTime: column(({ entryTime }) => entryTime),
        exitTime: column(({ exitTime }) => exitTime),
        entryPrice: column(({ entryPrice }) => entryPrice),
        exitPrice: column(({ exitPrice }) => exitPrice),
        stopLoss: column(({ stopLoss }) => stopLoss),
      };
      const { rows } = excursions(columns, [bars], MINUTE_STAMPS);
      for (const [i, { status, price }] of rows.entries()) {
        statuses.push(status);
        if (status === 'incomplete') continue;
        const { entryPrice, tool } = own[i]!;
        expect([symbol, i, price.mfe.max]).toEqual([symbol, i, difference(tool.max_rate, entryPrice)]);
        expect([symbol, i, price.mae.max]).toEqual([symbol, i, difference(entryPrice, tool.min_rate)]);
      }
    }
    expect(statuses).toHaveLength(17);
    expect(statuses.filter((status) => status === 'complete')).toHaveLength(15);
  });

  const difference = (a: number, b: number) => Math.round((a - b) * 1e8) / 1e8;
});
