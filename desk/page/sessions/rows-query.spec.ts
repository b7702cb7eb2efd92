import { RANKED_SESSION_FIELDS } from '../../../src/review/selection/leaderboard/figure-names.js';
import { viewOf } from './list-view.js';
import { SESSION_SORTS, rowsQuery } from './rows-query.js';

describe('the request for the rows of a view', () => {
  it.each([
    ['', { study: '*', all: 'true', fold: 'true', sort: 'sharpe', order: 'desc', judged: 'first' }],
    ['search=%20a%20', { search: 'a' }],
    ['search=%20', { search: undefined }],
    ['study=', { study: undefined }],
    ['currency=BTC&sort=-net', { accountCurrency: 'BTC', sort: 'plNet', currencies: undefined }],
    ['sort=-net', { sort: 'plNet', order: 'desc', currencies: 'apart' }],
    ['sort=-netPct', { sort: 'plNetPct', currencies: undefined }],
    ['sort=-started', { sort: 'startedAt', judged: undefined }],
    ['judged=any', { judged: undefined }],
    ['started=2024-01-01..', { startedFrom: '2024-01-01', startedTo: undefined }],
    ['net=-5.5..&netPct=..3', { where: 'plNet>=-5.5,plNetPct<=3' }],
    ['where=sharpe>1&winRate=25..50', { where: 'sharpe>1,winrate>=0.25,winrate<=0.5' }],
    ['trades=x..', { where: undefined }],
  ])('follows "%s"', (query, expected) => {
    expect(rowsQuery(viewOf(query))).toMatchObject(expected);
  });
});

describe('the fields of sessions that sort the list', () => {
  it('are those of the API', () => {
    expect(SESSION_SORTS.toSorted()).toEqual(RANKED_SESSION_FIELDS.toSorted());
  });
});
