import { hasFilters, queryOf, viewOf, withoutFilters } from './list-view.js';

const VIEW = {
  search: 'a & b',
  status: 'finished',
  tag: 'x,y',
  currency: 'BTC',
  ranges: { net: { from: '-5.5', to: '' }, started: { from: '2024-01-01', to: '2024-02-01' } },
  sort: 'net',
  isDescending: true,
  columns: ['net', 'trades'],
} as const;

describe('the view of a list of sessions in the address', () => {
  it('is read back as it was written', () => {
    expect(viewOf(queryOf(VIEW))).toEqual(VIEW);
  });

  it('is an empty query for the default view', () => {
    expect(queryOf(viewOf(''))).toBe('');
    expect(hasFilters(viewOf(''))).toBe(false);
  });

  it('keeps its order and columns when its filters are removed', () => {
    expect(hasFilters(VIEW)).toBe(true);
    expect(queryOf(withoutFilters(VIEW))).toBe('sort=-net&columns=net%2Ctrades');
  });

  it.each(['sort=-equity', 'sort=drop', 'sort=', 'net=..', 'other=1', 'isDescending=1'])(
    'ignores %s',
    (query) => {
      expect(viewOf(query)).toEqual(viewOf(''));
    },
  );

  it('ignores columns that do not exist, and accepts an empty list of columns', () => {
    expect(viewOf('columns=trades,drop,net').columns).toEqual(['net', 'trades']);
    expect(viewOf(queryOf({ ...VIEW, columns: [] })).columns).toEqual([]);
  });
});
