import type { SheetTrade } from '../sheet-data.js';
import { type OutcomeFilter, type TradeOrder, sortTrades } from './sort-trades.js';

const trades = [
  { plNet: 5, rMultiple: 1 },
  { plNet: -3, rMultiple: null },
  { plNet: 0.5, rMultiple: 2 },
  { plNet: 5, rMultiple: -1 },
].map((fields, index) => ({ id: String(index), ...fields }) as SheetTrade);

const check = (order: TradeOrder, outcome: OutcomeFilter, expected: number[]) =>
  expect(sortTrades(trades, outcome, 1, order).map(({ number }) => number)).toEqual(expected);

describe('sorted trades', () => {
  it('are numbered in trade order', () => check({ key: 'number', isDescending: false }, 'all', [1, 2, 3, 4]));
  it('keep their trade order if their values are equal', () =>
    check({ key: 'plNet', isDescending: true }, 'all', [1, 4, 3, 2]));
  it('come last if their value is undefined', () => {
    check({ key: 'rMultiple', isDescending: false }, 'all', [4, 1, 3, 2]);
    check({ key: 'rMultiple', isDescending: true }, 'all', [3, 1, 4, 2]);
  });
  it('are the trades of the selected outcome at the threshold', () => {
    check({ key: 'number', isDescending: true }, 'wins', [4, 1]);
    check({ key: 'number', isDescending: false }, 'losses', [2]);
  });
});
