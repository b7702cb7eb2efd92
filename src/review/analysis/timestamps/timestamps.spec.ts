import fc from 'fast-check';
import {
  type RecordedTrade,
  recordedMinutes,
  recordedTrades,
} from '../../../../test/support/recorded-lists.js';
import { repeatableRandom } from '../../../../test/support/repeatable-random.js';
import { describeWith } from '../../../../test/support/with-recordings.js';
import { covers, mergeSpans } from '../../../shared/market/spans.js';
import { zoneClock } from '../../../shared/market/zone-clock.js';
import { judgeTimestamps } from './judge-timestamps.js';
import type { BarsOf } from './price-fits.js';
import { type Ranges, rungBars } from './rung-bars.js';
import { commonLength, resolutionOf } from '../minutes/stamp-resolution.js';
import { type StampedTrades, sampledTrades } from './stamps.js';
import { timeUnit } from './time-unit.js';
import { timestampSpans } from './timestamp-spans.js';
import { propertyCases, propertyRuns } from '../../../../test/support/property-runs.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const T = Date.UTC(2024, 1, 1);
const DAYS = 60;

/** The minutes of a random walk. The range of each bar is a few hundredths of a percent. */
const MARKET = (() => {
  const random = repeatableRandom(11);
  const count = DAYS * 1_440;
  const [low, high, close] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  let price = 1_000;
  for (let i = 0; i < count; i += 1) {
    const open = price;
    price = Math.round((open + (random() - 0.5) * 1.2) * 100) / 100;
    low[i] = Math.min(open, price) - 0.1;
    high[i] = Math.max(open, price) + 0.1;
    close[i] = price;
  }
  return { count, ts: Float64Array.from({ length: count }, (_, i) => T + i * MINUTE), low, high, close };
})();

const NO_BARS: Ranges = {
  count: 0,
  ts: new Float64Array(0),
  low: new Float64Array(0),
  high: new Float64Array(0),
};
const inMarket: BarsOf = () => MARKET;

interface Trade {
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly exitTime: number;
  readonly exitPrice: number;
  readonly asset?: number;
}

const sampleOf = (trades: readonly Trade[]) => sampledTrades(columnsOf(trades));

const columnsOf = (trades: readonly Trade[]): StampedTrades => {
  const column = (value: (trade: Trade) => number) => Float64Array.from(trades, value);
  return {
    count: trades.length,
    entryTime: column(({ entryTime }) => entryTime),
    exitTime: column(({ exitTime }) => exitTime),
    entryPrice: column(({ entryPrice }) => entryPrice),
    exitPrice: column(({ exitPrice }) => exitPrice),
    asset: column(({ asset = 0 }) => asset),
  };
};

/** Returns a price within the bar of the given length that opens at the given time. */
function priceIn(ts: number, lengthMs: number, part: number): number {
  const from = (ts - T) / MINUTE;
  const to = from + lengthMs / MINUTE;
  const [low, high] = [
    Math.min(...MARKET.low.subarray(from, to)),
    Math.max(...MARKET.high.subarray(from, to)),
  ];
  return low + (high - low) * part;
}

/**
 * Returns trades of 20 h each, from day 2 to day 50. Their times are open times of bars, and their prices lie within
 * these bars.
 */
function stamped(entryMs: number, exitMs: number, count = 40): Trade[] {
  const random = repeatableRandom(3);
  return Array.from({ length: count }, (_, i) => {
    const day = T + (2 + Math.floor((i * 48) / count)) * DAY;
    const entryTime = day + Math.floor((random() * 20 * HOUR) / entryMs) * entryMs;
    const exitTime = Math.floor((entryTime + 20 * HOUR) / exitMs) * exitMs;
    const entryPrice = priceIn(entryTime, entryMs, random());
    return { entryTime, entryPrice, exitTime, exitPrice: priceIn(exitTime, exitMs, random()) };
  });
}

const shifted = (trades: readonly Trade[], of: (time: number) => number): Trade[] =>
  trades.map((trade) => ({ ...trade, entryTime: of(trade.entryTime), exitTime: of(trade.exitTime) }));

const judge = (trades: readonly Trade[], barsOf: BarsOf = inMarket, accountTimezone = 'UTC') =>
  judgeTimestamps(sampledTrades(columnsOf(trades)), barsOf, accountTimezone);

describe('times that fit unchanged', () => {
  it('are aligned, with the resolution of the entries and of the exits', () => {
    const check = (entryMs: number, exitMs: number, known: number) =>
      expect(judge(stamped(entryMs, exitMs))).toMatchObject({
        verdict: 'aligned',
        unit: 'ms',
        resolution: { entryMs, exitMs },
        shiftMs: 0,
        zone: null,
        known,
        fitting: known,
      });
    check(MINUTE, MINUTE, 40);
    check(MINUTE, HOUR, 40); // only the entries are checked
    check(5 * MINUTE, 5 * MINUTE, 80);
    check(HOUR, HOUR, 80);
    check(DAY, DAY, 80);
  });

  it('have a resolution of 0 if a time is not on a whole minute', () => {
    const trades = stamped(MINUTE, MINUTE).map((trade, i) =>
      i === 0 ? { ...trade, exitTime: trade.exitTime + 1 } : trade,
    );
    expect(judge(trades).resolution).toEqual({ entryMs: MINUTE, exitMs: 0 });
  });

  it('are aligned even if some prices do not fit', () => {
    const some = stamped(MINUTE, MINUTE);
    const wrong = (count: number) =>
      some.map((trade, i) => (i < count ? { ...trade, entryPrice: 1, exitPrice: 1 } : trade));
    expect(judge(wrong(8))).toMatchObject({ verdict: 'aligned', known: 40, fitting: 32 }); // 80 % fit
    expect(judge(wrong(9)).verdict).toBe('no-fit'); // 77.5 % of the entries fit, and 77.5 % of all prices
  });

  it('are aligned even if a tool printed prices with an additional digit', () => {
    const flat: Ranges = {
      ...MARKET,
      low: MARKET.low.map(() => 0.07361),
      high: MARKET.low.map(() => 0.07361),
    };
    const trades = stamped(MINUTE, MINUTE).map((trade) => ({
      ...trade,
      entryPrice: 0.07361000000000001,
      exitPrice: 0.07361000000000001,
    }));
    expect(judge(trades, () => flat)).toMatchObject({ verdict: 'aligned', medianDistanceBp: 0 });
  });
});

describe('times of a different clock', () => {
  it('are recognised as shifted, and the verdict states the shift that makes them fit', () => {
    const check = (entryMs: number, exitMs: number, by: number) =>
      expect(judge(shifted(stamped(entryMs, exitMs), (time) => time + by))).toMatchObject({
        verdict: 'shifted',
        shiftMs: -by,
        resolution: null,
        zone: null,
        medianDistanceBp: 0,
      });
    check(MINUTE, MINUTE, 2 * HOUR);
    check(MINUTE, HOUR, -5 * HOUR);
    check(MINUTE, MINUTE, 5.75 * HOUR);
    check(MINUTE, MINUTE, 14 * HOUR);
    check(MINUTE, MINUTE, -14 * HOUR);
    check(HOUR, HOUR, 5.5 * HOUR); // The unchanged times are not multiples of an hour.
    check(5 * MINUTE, 5 * MINUTE, -3 * HOUR);
  });

  it('are not recognised if the shift exceeds 14 h', () => {
    expect(judge(shifted(stamped(MINUTE, MINUTE), (time) => time + 14.25 * HOUR)).verdict).toBe('no-fit');
  });

  it('are recognised as times of a zone if the offset of the zone changes between the trades', () => {
    // The clocks of New York changed on 10 March 2024.
    const clock = zoneClock('America/New_York');
    const wallTime = (time: number) =>
      [4, 5].map((hours) => time - hours * HOUR).find((wall) => clock(wall) === time)!;
    const trades = shifted(stamped(MINUTE, MINUTE, 60), wallTime);
    expect(judge(trades)).toMatchObject({
      verdict: 'zone',
      shiftMs: null,
      resolution: null,
      known: 60,
      fitting: 60,
      medianDistanceBp: 0,
    });
    expect(judge(trades, inMarket, 'America/New_York').zone).toBe('America/New_York');
    expect(judge(trades, inMarket, 'America/Toronto').zone).toBe('America/Toronto');
    // Several zones have the same clock. The first of them by name is returned.
    expect(judge(trades).zone).toBe('America/Detroit');
  });

  it('are not recognised if another shift fits nearly as well', () => {
    // The market repeats itself every two hours.
    const period = (column: Float64Array) => column.map((_, i) => column[i % 120]!);
    const repeated = { ...MARKET, low: period(MARKET.low), high: period(MARKET.high) };
    const trades = stamped(MINUTE, MINUTE).map((trade) => {
      const priceAt = (time: number) => repeated.high[(time - T) / MINUTE]!;
      return { ...trade, entryPrice: priceAt(trade.entryTime), exitPrice: priceAt(trade.exitTime) };
    });
    expect(judge(trades, () => repeated).verdict).toBe('aligned');
    const late = shifted(trades, (time) => time + HOUR);
    expect(judge(late, () => repeated).verdict).toBe('no-fit');
  });

  it('never lead to a wrong shift', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -60, max: 60 }),
        fc.constantFrom(MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR),
        fc.constantFrom(MINUTE, 15 * MINUTE, HOUR, 4 * HOUR),
        (quarters, entryMs, exitMs) => {
          const by = quarters * 15 * MINUTE;
          const { verdict, shiftMs } = judge(shifted(stamped(entryMs, exitMs, 24), (time) => time + by));
          if (shiftMs !== null)
            expect([verdict, shiftMs + 0]).toEqual([by === 0 ? 'aligned' : 'shifted', 0 - by]);
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});

describe('prices of another feed', () => {
  it('do not fit, and the verdict states their distance from the bars', () => {
    const trades = stamped(MINUTE, MINUTE).map((trade) => ({
      ...trade,
      entryPrice: priceIn(trade.entryTime, MINUTE, 0) * 0.98,
      exitPrice: priceIn(trade.exitTime, MINUTE, 0) * 0.98,
    }));
    const answer = judge(trades);
    expect(answer).toMatchObject({
      verdict: 'no-fit',
      resolution: null,
      shiftMs: null,
      known: 80,
      fitting: 0,
    });
    expect(answer.medianDistanceBp).toBeCloseTo(-200, 6);
  });

  it('have a distance that is measured from the nearer edge of the bar', () => {
    // The bars range from 100 to 200. The median is the middle price, or the mean of the two middle prices.
    const bars: Ranges = { ...MARKET, low: MARKET.low.map(() => 100), high: MARKET.low.map(() => 200) };
    const check = (prices: readonly number[], expected: number) => {
      const trades = stamped(MINUTE, MINUTE, prices.length).map((trade, i) => ({
        ...trade,
        entryPrice: prices[i]!,
        exitPrice: prices[i]!,
      }));
      expect(judge(trades, () => bars).medianDistanceBp).toBe(expected);
    };
    check([99, 150, 204], 0);
    check([99, 99, 204], -100);
    check([150, 204, 204], 200);
    check([99, 204], 50); // the mean of −100 and 200
    check([150, 200.6000010005], 15.00002501); // half of 30.000050025, rounded once
  });
});

describe('unknown bars', () => {
  const unknown = { verdict: 'unknown', shiftMs: null, zone: null };

  it('make the verdict `unknown` if too few bars are known', () => {
    expect(judge(stamped(MINUTE, MINUTE), () => NO_BARS)).toMatchObject({
      ...unknown,
      known: 0,
      medianDistanceBp: null,
    });
    expect(judge([])).toMatchObject({ ...unknown, known: 0, resolution: null });
    expect(judge(stamped(MINUTE, MINUTE, 3))).toMatchObject({ ...unknown, known: 6, fitting: 6 });
  });

  it('do not affect the verdict if enough other bars are known', () => {
    const trades = stamped(MINUTE, MINUTE).map((trade, i) => ({ ...trade, asset: i < 8 ? 0 : 1 }));
    const barsOf: BarsOf = (asset) => (asset === 0 ? MARKET : NO_BARS);
    expect(judge(trades, barsOf)).toMatchObject({ verdict: 'aligned', known: 8, fitting: 8 });
  });
});

describe('the unit of times', () => {
  it('is recognised by the size of the numbers', () => {
    const now = 1_706_745_600;
    const check = (time: number, unit: string) => {
      expect(timeUnit(Float64Array.of(time, time, time))).toBe(unit);
    };
    check(now, 's');
    check(now * 1e3, 'ms');
    check(now * 1e6, 'us');
    check(now * 1e9, 'ns');
    check(1e9, 's');
    check(1e11 - 1, 's');
    check(1e11, 'ms');
    check(1e9 - 1, 'ms');
    check(1e14, 'us');
    check(1e17, 'ns');
  });

  it('is checked before the times are compared with candles', () => {
    const seconds = shifted(stamped(MINUTE, MINUTE), (time) => time / 1e3);
    expect(judge(seconds)).toEqual({
      verdict: 'unit',
      unit: 's',
      resolution: null,
      shiftMs: null,
      zone: null,
      known: 0,
      fitting: 0,
      medianDistanceBp: null,
      message: 'The times look like seconds, not milliseconds.',
    });
  });
});

describe('the sample of trades', () => {
  it('is evenly spread over trade order', () => {
    const trades = (count: number) =>
      columnsOf(
        Array.from({ length: count }, (_, i) => ({ entryTime: i, exitTime: i, entryPrice: 1, exitPrice: 1 })),
      );
    expect([...sampledTrades(trades(5)).entryTime]).toEqual([0, 1, 2, 3, 4]);
    expect([...sampledTrades(trades(0)).entryTime]).toEqual([]);
    const of100 = [...sampledTrades(trades(100)).entryTime];
    expect(of100).toHaveLength(60);
    expect(of100.slice(0, 5)).toEqual([0, 1, 3, 5, 6]); // floor(i · 100 / 60)
    expect(of100.at(-1)).toBe(98);
  });
});

describe('larger bars', () => {
  it('are known only if all their minutes are known', () => {
    const minutes = Array.from({ length: 20 }, (_, i) => i).filter((minute) => minute !== 7);
    const column = (value: (minute: number) => number) => Float64Array.from(minutes, value);
    const bars = rungBars(
      {
        count: minutes.length,
        ts: column((minute) => minute * MINUTE),
        low: column((minute) => 100 - minute),
        high: column((minute) => 100 + ((minute * 7) % 10)),
      },
      5 * MINUTE,
    );
    expect([...bars.ts]).toEqual([0, 10, 15].map((minute) => minute * MINUTE));
    expect([...bars.low]).toEqual([96, 86, 81]);
    expect([...bars.high]).toEqual([108, 108, 109]); // 7 · 4 = 28, 7 · 14 = 98, 7 · 17 = 119
  });
});

describe('the resolution of times', () => {
  const check = (times: readonly number[], expected: number) =>
    expect(commonLength(Float64Array.from(times))).toBe(expected);

  it('is the length of the longest bars for which every time could be an open time', () => {
    check([0, HOUR], HOUR);
    check([30 * MINUTE, 2 * HOUR], 30 * MINUTE);
    check([2 * HOUR, 6 * HOUR], 2 * HOUR);
    check([9 * HOUR, 12 * HOUR], 3 * HOUR);
    check([12 * HOUR, 36 * HOUR], 12 * HOUR);
    check([T], DAY);
    check([T + 7 * MINUTE, T + 14 * MINUTE], MINUTE); // 7 minutes do not divide a day
    check([0, HOUR, HOUR + 1], 0);
    check([0, 30_000], 0);
    check([], DAY);
  });

  it('is returned even if too few prices are known, but is null if the times do not fit', () => {
    const few = stamped(HOUR, 5 * MINUTE, 3);
    expect(judge(few)).toMatchObject({ verdict: 'unknown', resolution: resolutionOf(columnsOf(few)) });
    const late = shifted(stamped(HOUR, HOUR), (time) => time + 3 * HOUR);
    expect(judge(late)).toMatchObject({ verdict: 'shifted', resolution: null });
  });

  it('is computed from all trades, not only from the sample', () => {
    const trades = stamped(HOUR, HOUR, 200).map((trade, i) =>
      i === 1 ? { ...trade, exitTime: trade.exitTime + 5 * MINUTE } : trade,
    );
    const sample = sampleOf(trades);
    expect([...sample.exitTime].every((time) => time % HOUR === 0)).toBe(true);
    expect(sample).toMatchObject({
      resolution: { entryMs: HOUR, exitMs: 5 * MINUTE },
      stampMs: 5 * MINUTE,
      newestStamp: Math.max(...trades.map(({ exitTime }) => exitTime)),
    });
  });

  it.each([30 * MINUTE, 2 * HOUR, 3 * HOUR, 12 * HOUR])(
    'leads to a rule for bars of %i ms, although no interval of candles has this length',
    (lengthMs) => {
      expect(judge(stamped(lengthMs, lengthMs))).toMatchObject({
        verdict: 'aligned',
        resolution: { entryMs: lengthMs, exitMs: lengthMs },
        known: 80,
        fitting: 80,
      });
    },
  );
});

describe('the minutes of a check', () => {
  const check = (trades: readonly Trade[], lengthMs: number) => {
    const found = timestampSpans(sampleOf(trades));
    expect(found.map(({ asset }) => asset)).toEqual([...new Set(trades.map(({ asset = 0 }) => asset))]);
    for (const { entryTime, exitTime, asset = 0 } of trades) {
      const { spans } = found.find((one) => one.asset === asset)!;
      expect(spans).toEqual(mergeSpans(spans));
      for (const time of [entryTime, exitTime]) {
        const opens = (ts: number) => Math.floor(ts / lengthMs) * lengthMs;
        const span = { start: opens(time - 14 * HOUR), end: opens(time + 14 * HOUR) + lengthMs };
        expect(covers(spans, span)).toBe(true);
      }
    }
    return found;
  };

  it('include every shift, extended to whole bars of the longest possible length', () => {
    check(stamped(MINUTE, MINUTE), MINUTE);
    check(stamped(HOUR, HOUR), HOUR);
    check(shifted(stamped(HOUR, HOUR), (time) => time + 30 * MINUTE), HOUR); // prettier-ignore
    check(stamped(DAY, DAY), DAY);
    check(stamped(MINUTE, HOUR).map((trade, i) => ({ ...trade, asset: i % 3 })), MINUTE); // prettier-ignore
    expect(timestampSpans(sampleOf([]))).toEqual([]);
    const one = { entryTime: T, exitTime: T + 90_001, entryPrice: 1, exitPrice: 1 };
    expect(timestampSpans(sampleOf([one]))).toEqual([
      { asset: 0, spans: [{ start: T - 14 * HOUR, end: T + 14 * HOUR + 2 * MINUTE }] },
    ]);
  });

  it('are sufficient for the verdict', () => {
    for (const trades of [stamped(MINUTE, HOUR, 12), stamped(HOUR, 4 * HOUR, 12)]) {
      for (const by of [0, 3 * HOUR, 5.5 * HOUR, -13 * HOUR]) {
        const late = shifted(trades, (time) => time + by);
        const [{ spans }] = timestampSpans(sampleOf(late)) as [ReturnType<typeof timestampSpans>[0]];
        const isRead = (ts: number) => spans.some(({ start, end }) => start <= ts && ts < end);
        const kept = [...MARKET.ts.keys()].filter((i) => isRead(MARKET.ts[i]!));
        const column = (values: Float64Array) => Float64Array.from(kept, (i) => values[i]!);
        const bars = {
          count: kept.length,
          ts: column(MARKET.ts),
          low: column(MARKET.low),
          high: column(MARKET.high),
        };
        expect(judge(late, () => bars)).toEqual(judge(late));
      }
    }
  });
});

describe('messages', () => {
  it('describe the verdict in one sentence', () => {
    const trades = stamped(MINUTE, MINUTE);
    expect(judge(trades).message).toBe(
      'The trades fit the candles: 40 of 40 known prices lie within their bar.',
    );
    expect(judge(shifted(trades, (time) => time + 5.5 * HOUR)).message).toBe(
      'The times look shifted: 40 of 40 known prices fit the candles when they are read 5:30 h earlier.',
    );
    expect(judge([]).message).toBe(
      'Whether the trades fit the candles is unknown: candles are stored for 0 of their prices.',
    );
  });
});

/* Lists of trades that freqtrade exported, with recorded candles. */
const MISSED = 'whether the times of real lists fit real candles';
const lists = ['freqtrade-24-trades', 'freqtrade-8-trades-no-loser'].flatMap((name) => {
  const trades = recordedTrades(name, MISSED);
  return trades === null ? [] : [{ name, trades }];
});

describeWith(lists[0] ?? null)('the times of recorded lists of trades', () => {
  const bars = new Map<string, Ranges>();
  const symbols = [...new Set(lists.flatMap(({ trades }) => trades.map(({ symbol }) => symbol)))];
  const barsOf: BarsOf = (asset) => bars.get(symbols[asset]!) ?? NO_BARS;
  const withAsset = (trades: readonly RecordedTrade[]): Trade[] =>
    trades.map((trade) => ({ ...trade, asset: symbols.indexOf(trade.symbol) }));

  beforeAll(async () => {
    for (const symbol of symbols) {
      const minutes = await recordedMinutes(symbol, `${MISSED}, those of ${symbol}`);
      if (minutes) bars.set(symbol, minutes);
    }
  });

  it('fit the recorded candles without a shift', () => {
    for (const { name, trades } of lists) {
      expect([name, judge(withAsset(trades), barsOf).verdict]).toEqual([name, 'aligned']);
    }
  });

  it('lead to the correct shift or to no shift if they are shifted', () => {
    const found: number[] = [];
    const shifts = propertyCases(Array.from({ length: 113 }, (_, i) => (i - 56) * 15 * MINUTE));
    for (const { name, trades } of lists) {
      for (const by of shifts) {
        const times = shifted(withAsset(trades), (time) => time + by);
        const { verdict, shiftMs, zone } = judge(times, barsOf);
        if (verdict === 'zone') {
          const clock = zoneClock(zone!);
          expect([name, by, times.map(({ entryTime }) => clock(entryTime))]).toEqual([
            name,
            by,
            trades.map(({ entryTime }) => entryTime),
          ]);
        } else if (shiftMs !== null) {
          expect([name, by, shiftMs + 0]).toEqual([name, by, 0 - by]);
          found.push(by);
        }
      }
    }
    expect(found.length).toBeGreaterThan(shifts.length);
  });
});
