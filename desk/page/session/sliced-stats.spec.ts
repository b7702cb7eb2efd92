import { ALL_TRADES } from '../router/trade-filter.js';
import { slicedEquity, slicedStats } from './sliced-stats.js';

type Stats = Parameters<typeof slicedStats>[0];
type Days = Parameters<typeof slicedEquity>[3]['calendar'];
type Marked = Parameters<typeof slicedEquity>[3]['marked'];

const session = { accountTimezone: 'Europe/Berlin', initialBalance: 1000 };
const stats = {
  tradeCount: 8,
  plNet: 98.5,
  avgWin: 12,
  equityCurve: [{ time: 1, equity: 1000 }],
  idealRAnalysis: { state: 'ready' },
  expectancyComponents: { winProbability: 0.5 },
} as unknown as Stats;
const calendar = {
  days: [
    { date: '2024-05-01', equity: 1010 },
    { date: '2024-05-03', equity: 990 },
  ],
} as Days;
const MAY_1 = Date.parse('2024-04-30T22:00:00Z');
const MAY_3_END = Date.parse('2024-05-03T21:59:59.999Z');

describe('the statistics of a slice', () => {
  it('contain the figures of the slice, with 0 for an undefined figure, and the ideal R of all trades', () => {
    const figures = {
      tradeCount: 2,
      plNet: -10,
      avgWin: null,
      expectancyComponents: { winProbability: null },
    };
    const sliced = slicedStats(stats, { figures } as unknown as Parameters<typeof slicedStats>[1], []);
    expect(sliced).toMatchObject({ tradeCount: 2, plNet: -10, avgWin: 0, equityCurve: [] });
    expect(sliced.expectancyComponents).toEqual({ winProbability: 0 });
    expect(sliced.idealRAnalysis).toBe(stats.idealRAnalysis);
  });

  it('have the equity at the ends of days, starting from the initial balance', () => {
    const side = { ...ALL_TRADES, side: 'long' } as const;
    expect(slicedEquity(side, session, stats, { calendar, marked: undefined })).toEqual([
      { time: MAY_1, equity: 1000 },
      { time: Date.parse('2024-05-01T21:59:59.999Z'), equity: 1010 },
      { time: MAY_3_END, equity: 990 },
    ]);
    expect(slicedEquity(side, session, stats, { calendar: undefined, marked: undefined })).toEqual([]);
    const span = { from: MAY_1 + 5, to: MAY_3_END - 5 };
    const times = slicedEquity({ ...side, span }, session, stats, {
      calendar,
      marked: undefined,
    }).map(({ time }) => time);
    expect([times[0], times[2]]).toEqual([span.from, span.to]);
  });

  it('have the realised equity at the ends of candles if there are more candles than days', () => {
    const side = { ...ALL_TRADES, side: 'long' } as const;
    const points = [1000, 1010, 990].map((realised, hour) => ({ time: MAY_1 + hour * 3_600_000, realised }));
    const marked = { points, interval: '1h', barsPerPoint: 1 } as unknown as Marked;
    expect(slicedEquity(side, session, stats, { calendar, marked })).toEqual([
      { time: MAY_1, equity: 1000 },
      ...points.map(({ time, realised }) => ({ time: time + 3_600_000, equity: realised })),
    ]);
    const few = { points: points.slice(1), interval: '1h', barsPerPoint: 1 } as unknown as Marked;
    expect(slicedEquity(side, session, stats, { calendar, marked: few })).toHaveLength(3);
  });

  it('have the equity of all trades if the only filter of the slice is a span of time', () => {
    const span = { from: 1, to: 2 };
    expect(slicedEquity({ ...ALL_TRADES, span }, session, stats, { calendar, marked: undefined })).toBe(
      stats.equityCurve,
    );
  });
});
