import { observe } from './observations.js';
import type { RiskedTrades } from './risked-trades.js';
import { type MinuteBars, walkableMinutes } from './walkable-minutes.js';
import { newWalks, walkMinutes } from './walk-minutes.js';

/** The start of a minute. Times in this file are counted in minutes from this time, so 0.5 is 30 s later. */
const T = Date.UTC(2024, 0, 10);
const MINUTE = 60_000;
const at = (minutes: number) => T + minutes * MINUTE;

/** Bars from minute 0 on, each as [low, high, close]. An undefined element stands for a missing bar. */
type Bars = readonly (readonly [low: number, high: number, close: number] | undefined)[];

/** Parses bars from text. Each bar is low, high and close; a dash stands for a missing bar. */
const barsOf = (text: string): Bars =>
  text
    .split(', ')
    .map((bar) => bar.split(' ').map(Number))
    .map(([low, high, close]) => (close === undefined ? undefined : [low!, high!, close]));

interface Trade {
  readonly side?: 'long' | 'short';
  readonly entry?: number;
  readonly stop?: number;
  /** Minute of the entry. */
  readonly time?: number;
}

function columnsOf(bars: Bars, from = 0): MinuteBars {
  const present = bars.flatMap((bar, i) => (bar && i >= from ? [{ bar, ts: at(i) }] : []));
  const column = (value: (row: (typeof present)[number]) => number) => Float64Array.from(present, value);
  return {
    count: present.length,
    ts: column(({ ts }) => ts),
    low: column(({ bar }) => bar[0]),
    high: column(({ bar }) => bar[1]),
    close: column(({ bar }) => bar[2]),
  };
}

const tradesOf = ({ side = 'long', entry = 100, stop = 90, time = 0 }: Trade): RiskedTrades => ({
  count: 1,
  idOf: () => 'a',
  direction: Float64Array.of(side === 'long' ? 1 : -1),
  entryTime: Float64Array.of(at(time)),
  entryPrice: Float64Array.of(entry),
  stopLoss: Float64Array.of(stop),
  plNet: Float64Array.of(-1),
  asset: Float64Array.of(0),
});

/**
 * Returns the observation of a trade whose bars arrive in the given parts. `end` is the end of the observation in
 * minutes.
 */
function observed(trade: Trade, parts: readonly MinuteBars[], horizon: number) {
  const trades = tradesOf(trade);
  const walks = newWalks(trades);
  const horizonMs = horizon * MINUTE;
  const walkers = { trades, places: Uint32Array.of(0), horizonMs, walks };
  for (const part of parts) walkMinutes(walkers, walkableMinutes(part));
  const settings = { horizonMs, thresholdR: 1, breakEvenThreshold: 0 };
  const [observation] = observe(trades, walks, settings).observations;
  const { status, bestPrice, idealR, observedEndTime } = observation!;
  return [status, bestPrice, idealR, (observedEndTime - T) / MINUTE];
}

type Expected = readonly [status: string, bestPrice: number, idealR: number, observedEnd: number];

/** Mirrors a price at 100, so that a long trade becomes a short trade with the same entry. */
const mirror = (price: number) => 200 - price;

/**
 * Checks a long trade and the mirrored short trade. By default the entry is 100, the stop is 90, the entry time is
 * minute 0, and the horizon is 3 bars.
 */
function check(trade: Trade, text: string, [status, best, idealR, end]: Expected, horizon = 3) {
  const bars = barsOf(text);
  expect(observed(trade, [columnsOf(bars)], horizon)).toEqual([status, best, idealR, end]);
  const short: Trade = {
    ...trade,
    side: 'short',
    entry: mirror(trade.entry ?? 100),
    stop: mirror(trade.stop ?? 90),
  };
  const mirrored = bars.map((bar) => bar && ([mirror(bar[1]), mirror(bar[0]), mirror(bar[2])] as const));
  expect(observed(short, [columnsOf(mirrored)], horizon)).toEqual([status, mirror(best), idealR, end]);
}

describe('a walk that reaches the end of its window', () => {
  it('uses the most favourable price of the whole window', () => {
    check({}, '99 103 101, 98 125 110, 95 112 96', ['complete', 125, 25 / 10, 3]);
  });

  it('does not use the bar that opens at the end of the window', () => {
    check({}, '99 103 101, 98 104 99, 95 105 96, 80 200 90', ['complete', 105, 0.5, 3]);
  });

  it('uses the whole last bar if the horizon ends within this bar', () => {
    // The horizon ends 90 s after minute 0: the bar of minute 1 opens before this time, the bar of minute 2 does not.
    check({}, '99 103 101, 98 110 99, 95 120 96', ['complete', 110, 1, 2], 1.5);
  });

  it('uses one more bar if the entry is within a minute, because the window then ends within this bar', () => {
    // The window ends at 0.5 + 3 = 3.5, so the window contains the bars of minutes 0 to 3.
    check({ time: 0.5 }, '99 103 101, 98 104 99, 95 105 96, 99 130 99', ['complete', 130, 3, 4]);
    // The window ends at 0.5 + 1 = 1.5, so the window contains the close of minute 0 and the whole bar of minute 1.
    check({ time: 0.5 }, '99 103 101, 98 104 99, 80 150 96', ['complete', 104, 0.4, 2], 1);
  });

  it('returns the favourable extreme even if it is worse than the entry, with an ideal R of 0', () => {
    check({}, '93 98 95, 93 99 95, 93 97 95', ['complete', 99, 0, 3]);
  });

  it('needs no bars before the entry or after the end of the window', () => {
    check({ time: 1 }, '-, 99 103 101, 98 104 99, 95 105 96, -', ['complete', 105, 0.5, 4]);
  });

  it('measures a move of exactly one risk as 1, despite rounding errors of doubles', () => {
    // As doubles, 0.4 − 0.3 is 0.10000000000000003.
    check({ entry: 0.3, stop: 0.2 }, '0.25 0.4 0.3', ['complete', 0.4, 1, 1], 1);
    const short: Trade = { side: 'short', entry: 1.1, stop: 1.4 };
    expect(observed(short, [columnsOf(barsOf('0.8 1.2 1'))], 1)).toEqual(['complete', 0.8, 1, 1]);
  });
});

describe('a walk that reaches its stop', () => {
  it('ends with the bar that touches the stop, and ignores the high of this bar', () => {
    check({}, '99 103 101, 90 130 110, 95 150 96', ['complete', 103, 0.3, 2]);
  });

  it('does not end at a low just above the stop', () => {
    check({}, '99 103 101, 90.00000001 130 110, 95 110 96', ['complete', 130, 3, 3]);
  });

  it('returns the entry price if the trade had no favourable extreme before the stop', () => {
    check({}, '85 130 95, 98 130 110', ['complete', 100, 0, 1]);
  });

  it('is complete even if bars are missing after the stop', () => {
    check({}, '99 103 101, 89 104 91', ['complete', 103, 0.3, 2]);
    check({}, '89 104 91, -, 99 103 101', ['complete', 100, 0, 1]);
  });
});

describe('the entry bar', () => {
  const bars = '85 130 104, 99 103 101, 99 102 101, 99 101 100';

  it('is used as a whole if the entry is at the start of the minute', () => {
    check({}, bars, ['complete', 100, 0, 1]);
    check({ stop: 80 }, bars, ['complete', 130, 30 / 20, 3]);
  });

  it('is used only with its close if the entry is within the minute', () => {
    check({ time: 0.5 }, bars, ['complete', 104, 0.4, 4]);
    check({ time: 1 / 60_000 }, bars, ['complete', 104, 0.4, 4]);
  });

  it('stops a trade that enters within the minute if the close reaches the stop', () => {
    check({ time: 0.5 }, '85 130 90, 99 103 101', ['complete', 100, 0, 1]);
    check({ time: 0.5 }, '85 130 86, 99 103 101', ['complete', 100, 0, 1]);
    check({ time: 0.5 }, '85 130 90.5, 89 103 101', ['complete', 90.5, 0, 2]);
  });
});

describe('a walk that lacks a bar', () => {
  it('returns the extreme up to the missing bar', () => {
    check({}, '99 103 101, -, 95 130 96', ['incomplete', 103, 0.3, 1]);
    check({}, '99 103 101, 99 107 101, -', ['incomplete', 107, 0.7, 2]);
  });

  it('ignores a stop that is touched after the missing bar', () => {
    check({}, '99 103 101, -, 80 130 96', ['incomplete', 103, 0.3, 1]);
  });

  it('returns the entry price if the first bar is missing', () => {
    check({}, '-, 99 103 101, 80 130 96', ['incomplete', 100, 0, 0]);
    check({ time: 0.5 }, '-, 99 103 101, 80 130 96', ['incomplete', 100, 0, 0.5]);
    check({ time: 1.5 }, '99 103 101, -, 99 107 104', ['incomplete', 100, 0, 1.5]);
    check({ time: 7 }, '99 103 101', ['incomplete', 100, 0, 7]);
    check({}, '', ['incomplete', 100, 0, 0]);
  });

  it('ends at the last bar if the bars end before the window', () => {
    check({ time: 2 }, '99 103 101, 99 103 101, 99 109 101, 98 108 99', ['incomplete', 109, 0.9, 4]);
  });

  it('is incomplete if the bar after the entry bar is missing', () => {
    check({ time: 0.25 }, '80 130 102, -, 99 103 101', ['incomplete', 102, 0.2, 1]);
  });
});

describe('a long sequence of bars', () => {
  const bars: Bars = Array.from({ length: 400 }, (_, i) => [95 - i / 400, 101 + (i % 90), 100] as const);
  const whole = columnsOf(bars);
  const partsOf = (size: number) =>
    Array.from({ length: Math.ceil(bars.length / size) }, (_, i) =>
      columnsOf(bars.slice(0, (i + 1) * size), i * size),
    );

  it('leads to the same walk if the bars arrive in parts', () => {
    for (const trade of [{}, { time: 3.5 }, { time: 63 }, { stop: 94.5 }, { stop: 94.2, time: 0.1 }]) {
      for (const horizon of [1, 64, 65, 130, 250, 399, 1000]) {
        const expected = observed(trade, [whole], horizon);
        for (const size of [1, 7, 64, 100, 399])
          expect(observed(trade, partsOf(size), horizon)).toEqual(expected);
      }
    }
  });

  it('stops the walk at the first bar that touches the stop', () => {
    // Lows fall by 1/400 per bar from 95, so a stop at 95 − i/400 is first touched by bar i.
    for (let i = 0; i < bars.length; i += 1) {
      const stop = 95 - i / 400;
      const best = Math.max(-Infinity, ...bars.slice(0, i).map((bar) => bar![1]));
      const [status, bestPrice, , end] = observed({ stop }, [whole], 1000);
      expect([status, bestPrice, end]).toEqual(['complete', i === 0 ? 100 : best, i + 1]);
    }
  });
});
