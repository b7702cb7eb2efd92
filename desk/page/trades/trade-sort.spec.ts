import type { Trade } from '../../api/trades.js';
import { nextSort, sortedTrades } from './trade-sort.js';

const TRADES = [3, -1, 3, 2].map((plNet, index) => ({ id: String(index), plNet }) as Trade);

describe('the order of the trades on the page', () => {
  it('is descending after the first click, then ascending, then the order of the exits again', () => {
    const descending = nextSort(null, 'plNet');
    expect(descending).toEqual({ key: 'plNet', isDescending: true });
    const ascending = nextSort(descending, 'plNet');
    expect(ascending).toEqual({ key: 'plNet', isDescending: false });
    expect(nextSort(ascending, 'plNet')).toBeNull();
    expect(nextSort(ascending, 'symbol')).toEqual({ key: 'symbol', isDescending: true });
  });

  it('keeps the order of the exits among trades with equal values', () => {
    const ids = (isDescending: boolean) =>
      sortedTrades(TRADES, { key: 'plNet', isDescending }).map(({ id }) => id);
    expect(ids(true)).toEqual(['0', '2', '3', '1']);
    expect(ids(false)).toEqual(['1', '3', '0', '2']);
  });
});
