import { defaultColumns } from './column-names.js';
import { hasFilters, queryOf, viewOf, withoutFilters } from './list-view.js';

const VIEW = {
  set: 'research',
  study: 'a & b',
  search: 'a & b',
  status: 'finished',
  tag: 'x,y',
  currency: 'BTC',
  ranges: { net: { from: '-5.5', to: '' }, started: { from: '2024-01-01', to: '2024-02-01' } },
  where: 'parameters.mode="a,b",plNet>=-50',
  sort: 'parameters.fast',
  order: 'asc',
  isMixed: true,
  columns: ['net', 'trades', 'parameters.fast'],
  x: 'fast',
  y: '',
} as const;

describe('the view of a list of sessions in the address', () => {
  it('is read back as it was written', () => {
    expect(viewOf(queryOf(VIEW))).toEqual(VIEW);
    expect(viewOf(queryOf({ ...VIEW, columns: [], study: '', order: 'desc' }))).toEqual({
      ...VIEW,
      columns: [],
      study: '',
      order: 'desc',
    });
  });

  it('is an empty query for the default view', () => {
    expect(queryOf(viewOf(''))).toBe('');
    expect(hasFilters(viewOf(''))).toBe(false);
  });

  it('keeps its study, order and columns when its filters are removed', () => {
    expect(hasFilters(VIEW)).toBe(true);
    expect(queryOf({ ...withoutFilters(VIEW), x: null, y: null })).toBe(
      'set=research&study=a+%26+b&sort=parameters.fast&order=asc&judged=any&columns=net%2Ctrades%2Cparameters.fast',
    );
  });

  it.each(['sort=1', 'sort=', 'net=..', 'other=1', 'isMixed=1', 'set=all', 'order=up'])(
    'ignores %s',
    (query) => {
      expect(viewOf(query)).toEqual(viewOf(''));
    },
  );

  it('ignores columns that do not exist', () => {
    expect(viewOf('columns=trades,drop,net,parameters.fast,parameters.').columns).toEqual([
      'trades',
      'net',
      'parameters.fast',
    ]);
  });

  it.each([
    ['sort=net', 'plNet', 'asc'],
    ['sort=-net', 'plNet', 'desc'],
    ['sort=-started', 'startedAt', 'desc'],
    ['sort=name', 'name', 'asc'],
    ['sort=trades', 'tradeCount', 'asc'],
    ['sort=calmar', 'calmar', 'desc'],
    ['sort=calmar&order=asc', 'calmar', 'asc'],
    ['order=asc', 'sharpe', 'asc'],
  ])('reads the order of an earlier address: %s', (query, sort, order) => {
    expect(viewOf(query)).toMatchObject({ sort, order });
  });
});

describe('the columns that are shown at first', () => {
  const PARAMETERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

  it('leave out what is the same in all sessions', () => {
    const all = defaultColumns('overview', PARAMETERS, [], null);
    expect(all.slice(-4)).toEqual(['tags', 'status', 'started', 'currency']);
    const constant = ['status', 'accountCurrency', 'tags', 'started', 'symbols', 'parameters.a'];
    expect(defaultColumns('overview', PARAMETERS, constant, null)).toEqual(all.slice(0, -4));
  });

  it('begin with the first six parameters that differ, if the user researches', () => {
    const columns = defaultColumns('research', PARAMETERS, ['parameters.b'], null);
    expect(columns.slice(0, 7)).toEqual([
      'parameters.a',
      'parameters.c',
      'parameters.d',
      'parameters.e',
      'parameters.f',
      'parameters.g',
      'sharpe',
    ]);
  });

  it('contain the figure that sorts the list', () => {
    expect(defaultColumns('overview', [], [], 'ulcerIndex')[0]).toBe('ulcerIndex');
    expect(defaultColumns('overview', [], [], 'sharpe')[0]).toBe('equity');
  });
});
