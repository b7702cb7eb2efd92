import { heldEquity } from './held-equity.js';
import type { SheetData } from './sheet-data.js';

const BARS = { symbol: 'A', feed: 'own', intervalMs: 1, open: [], high: [], low: [] };

const dataOf = (closes: readonly (readonly [time: number, close: number])[], markets = 1): SheetData => {
  const market = { ...BARS, times: closes.map(([time]) => time), close: closes.map(([, close]) => close) };
  return {
    session: { initialBalance: 1_000 },
    markedEquity: { points: [{ time: 10 }, { time: 30 }] },
    candles: Array.from({ length: markets }, () => market),
  } as unknown as SheetData;
};

describe('held equity', () => {
  it('is the initial balance times the ratio of each close to the first close within the curve', () => {
    const closes = [
      [5, 1],
      [10, 50],
      [20, 60],
      [30, 40],
      [40, 9],
    ] as const;
    expect(heldEquity(dataOf(closes))).toEqual([
      { time: 10, equity: 1_000 },
      { time: 20, equity: 1_200 },
      { time: 30, equity: 800 },
    ]);
  });

  it('has no points if the candles begin after the first bar of the curve', () => {
    expect(
      heldEquity(
        dataOf([
          [11, 50],
          [20, 60],
        ]),
      ),
    ).toEqual([]);
  });

  it('has no points if there are several markets, no candles or no curve', () => {
    expect(heldEquity(dataOf([[10, 50]], 2))).toEqual([]);
    expect(heldEquity(dataOf([]))).toEqual([]);
    const { markedEquity: _, ...withoutCurve } = dataOf([[10, 50]]);
    expect(heldEquity(withoutCurve)).toEqual([]);
  });
});
