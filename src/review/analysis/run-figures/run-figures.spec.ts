import type { AnalysedTrades } from '../analysed-trades.js';
import { DAY_MS } from '../../../shared/market/intervals.js';
import { VERSION_OF_RETURNS } from '../../../sessions/figures-version.js';
import { riskTask } from '../risk/risk.task.js';
import { runFigures } from './run-figures.js';

const MARKETS = [{ symbol: 'BTCUSDT', feed: 'venue-spot' }];
const SETTINGS = { initialBalance: 1000, timezone: 'UTC', markets: MARKETS };
const START = Date.UTC(2024, 0, 1);

/** Returns one long trade for each pair of a day and a result. The trade is open from 00:00 to 12:00 of the day. */
function tradesOf(results: readonly (readonly [day: number, plNet: number])[]): AnalysedTrades {
  const column = (valueOf: (day: number, plNet: number) => number) =>
    Float64Array.from(results, ([day, plNet]) => valueOf(day, plNet));
  return {
    count: results.length,
    entryTime: column((day) => START + day * DAY_MS),
    exitTime: column((day) => START + (day + 0.5) * DAY_MS),
    plGross: column((_, plNet) => plNet),
    plNet: column((_, plNet) => plNet),
    plPct: column((_, plNet) => plNet / 10),
    feesPaid: column(() => 0),
    rMultiple: column(() => NaN),
    direction: column(() => 1),
    quantity: column(() => 1),
    entryPrice: column(() => 1000),
    exitPrice: column((_, plNet) => 1000 + plNet),
    stopLoss: column(() => NaN),
    asset: column(() => 0),
  };
}

const figuresOf = (...results: readonly (readonly [day: number, plNet: number])[]) =>
  runFigures(tradesOf(results), SETTINGS);

describe('the figures of a run', () => {
  it('include the moments of all days, with a return of 0 for days without an exit', () => {
    const returns = [0.1, 0, 0, 0.1];
    const mean = 0.05;
    const power = (k: number) => returns.reduce((sum, r) => sum + (r - mean) ** k, 0) / 4;
    const figures = figuresOf([0, 100], [3, 110]);
    expect(figures).toMatchObject({
      days: 4,
      tradingDays: 2,
      firstDay: '2024-01-01',
      lastDay: '2024-01-04',
      dailyPlNet: [
        { day: '2024-01-01', plNet: '100' },
        { day: '2024-01-04', plNet: '110' },
      ],
      firstEntry: START,
      lastExit: START + 3.5 * DAY_MS,
      tradeCount: 2,
      equityNotPositive: false,
      statistics: { plNet: 210, breakEvenThreshold: 0 },
    });
    expect(figures.sharpePerDay).toBeCloseTo(mean / Math.sqrt((power(2) * 4) / 3), 14);
    expect(figures.skewness).toBeCloseTo(power(3) / power(2) ** 1.5, 14);
    expect(figures.kurtosis).toBeCloseTo(power(4) / power(2) ** 2, 14);
    expect(figures.returns.sharpe).toBeCloseTo(figures.sharpePerDay! * Math.sqrt(365), 8);
  });

  it('have the curve of the equity after each exit, thinned to 40 points that keep the extremes', () => {
    expect(figuresOf([0, 100], [0.1, -250], [0.2, 300]).curve).toEqual([100, 110, 85, 115]);
    const many = Array.from({ length: 500 }, (_, place): [number, number] => [
      place / 100,
      place === 250 ? -400 : place === 251 ? 700 : 1,
    ]);
    const { curve } = figuresOf(...many);
    expect(curve).toHaveLength(40);
    expect([curve[0], curve.at(-1), Math.min(...curve), Math.max(...curve)]).toEqual([100, 179.8, 85, 179.8]);
    expect(figuresOf().curve).toEqual([]);
  });

  it('have null moments if there is a single day or if the returns of all days are equal', () => {
    const none = { sharpePerDay: null, skewness: null, kurtosis: null };
    expect(figuresOf([0, 100])).toMatchObject(none);
    expect(figuresOf([0, 100], [1, 110])).toMatchObject(none);
  });

  it('state whether a day starts with an equity of 0 or less, whatever the equity at the end of the last day is', () => {
    expect(figuresOf([0, 5], [1, -1005])).toMatchObject({ equityNotPositive: false });
    expect(figuresOf([0, -1000], [1, 5])).toMatchObject({ equityNotPositive: true, sharpePerDay: null });
  });

  it('are empty if there are no trades', () => {
    expect(figuresOf()).toMatchObject({
      days: 0,
      tradingDays: 0,
      tradeCount: 0,
      dailyPlNet: [],
      firstEntry: null,
      lastExit: null,
      firstDay: null,
      lastDay: null,
      sharpePerDay: null,
      equityNotPositive: false,
    });
  });
});

it('the stored figures have the version of the risk analysis, which computes the returns', () => {
  expect(VERSION_OF_RETURNS).toBe(riskTask.version);
});
