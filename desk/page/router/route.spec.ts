import { ALL_TRADES } from './trade-filter.js';
import { comparisonLink, projectLink, projectsLink, routeOf, sessionLink, triesLink } from './route.js';

const ID = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';
const FILTER = {
  ...ALL_TRADES,
  outcome: 'loss',
  side: 'short',
  symbol: 'BTCUSDT',
  weekdays: [1, 5],
  hours: [0, 23],
  span: { from: 5, to: 9 },
  tag: 'exit:stop & loss=1',
  search: 'too late & +1',
} as const;
const OTHER = '0199a8f0-6a40-7012-8c11-54a1b36e9f02';

describe('the routes of the review desk', () => {
  it.each([
    ['', { page: 'projects', search: '' }],
    ['#/', { page: 'projects', search: '' }],
    [projectsLink('a & b'), { page: 'projects', search: 'a & b' }],
    [projectLink(ID), { page: 'project', projectId: ID, query: '' }],
    [projectLink(ID, 'sort=-net'), { page: 'project', projectId: ID, query: 'sort=-net' }],
    [comparisonLink(ID, [ID, OTHER]), { page: 'comparison', projectId: ID, sessionIds: [ID, OTHER] }],
    [`#/projects/${ID}/compare`, { page: 'comparison', projectId: ID, sessionIds: [] }],
    [`#/projects/${ID}/leaderboard`, { page: 'project', projectId: ID, query: 'set=research' }],
    [
      `#/projects/${ID}/leaderboard?sort=calmar&where=parameters.fast<3`,
      { page: 'project', projectId: ID, query: 'sort=calmar&where=parameters.fast%3C3&set=research' },
    ],
    [triesLink('selection', ID), { page: 'selection', projectId: ID, query: '' }],
    [triesLink('walk-forward', ID, 'study=a'), { page: 'walk-forward', projectId: ID, query: 'study=a' }],
    [`#/projects/${ID}/selections`, { page: 'unknown' }],
    [sessionLink(ID), { page: 'session', sessionId: ID, threshold: 0, filter: ALL_TRADES }],
    [sessionLink(ID, 2.5), { page: 'session', sessionId: ID, threshold: 2.5, filter: ALL_TRADES }],
    [sessionLink(ID, 0, FILTER), { page: 'session', sessionId: ID, threshold: 0, filter: FILTER }],
    [sessionLink(ID, 1, FILTER), { page: 'session', sessionId: ID, threshold: 1, filter: FILTER }],
    ['#/projects/..%2f..%2fdocs', { page: 'unknown' }],
    [`#/sessions/${ID}/trades`, { page: 'unknown' }],
    ['#key', { page: 'unknown' }],
  ])('map the fragment "%s" to a page', (fragment, route) => {
    expect(routeOf(fragment)).toEqual(route);
  });

  it.each([
    ['symbol=btcusdt', { symbol: 'BTCUSDT' }],
    ['weekday=5,1,5', { weekdays: [1, 5] }],
    ['hour=23,0', { hours: [0, 23] }],
    [`tag=${'x'.repeat(40)}`, { tag: 'x'.repeat(40) }],
  ])('map the query %s to the filter %j', (query, filter) => {
    expect(routeOf(`#/sessions/${ID}?${query}`)).toMatchObject({ filter: { ...ALL_TRADES, ...filter } });
  });

  it.each(['-1', 'abc', '1e10', 'Infinity', 'NaN'])('ignore the invalid threshold %s', (threshold) => {
    expect(routeOf(`#/sessions/${ID}?threshold=${threshold}`)).toMatchObject({ threshold: 0 });
  });

  it.each([
    'outcome=other',
    'from=5',
    'from=9&to=5',
    'from=x&to=9',
    'from=0&to=9',
    `tag=${'x'.repeat(41)}`,
    'side=both',
    'symbol=BTC-USDT',
    `symbol=${'x'.repeat(33)}`,
    'weekday=0',
    'weekday=8',
    'weekday=1,x',
    'hour=24',
    'hour=-1',
    'hour=1.5',
    `search=${'x'.repeat(101)}`,
  ])('ignore the invalid filter %s', (query) => {
    expect(routeOf(`#/sessions/${ID}?${query}`)).toMatchObject({ filter: ALL_TRADES });
  });
});
