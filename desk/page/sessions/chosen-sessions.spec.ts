import { chosenSessions, currenciesOf } from './chosen-sessions.js';
import { viewOf } from './list-view.js';

const DAY = 86_400_000;

function listed(
  name: string,
  plNet: number,
  fields: Partial<Parameters<typeof chosenSessions>[0][number]> = {},
) {
  return {
    name,
    status: 'active',
    tags: [],
    startedAt: 0,
    accountTimezone: 'UTC',
    accountCurrency: 'USDT',
    summary: summary(plNet, 4),
    ...fields,
  };
}

const summary = (plNet: number, tradeCount: number) => ({
  tradeCount,
  winCount: Math.min(1, tradeCount),
  lossCount: 0,
  breakEvenCount: 0,
  plGross: plNet,
  feesPaid: 0,
  plNet,
  plNetPct: plNet / 100,
  firstEntryTime: null,
  lastExitTime: null,
});

const names = (sessions: Parameters<typeof chosenSessions>[0], query: string) =>
  chosenSessions(sessions, viewOf(query)).map(({ name }) => name);

const SESSIONS = [
  listed('run 10', 5, { tags: ['b'], startedAt: 10 * DAY, status: 'finished' }),
  listed('run 9', -7, { tags: ['a', 'b'], startedAt: 3 * DAY }),
  listed('empty', 0, { summary: summary(0, 0) }),
  listed('Bitcoin', 0.001, { accountCurrency: 'BTC', startedAt: 20 * DAY }),
];

describe('the order of sessions', () => {
  it.each([
    ['', ['run 10', 'run 9', 'empty', 'Bitcoin']],
    ['sort=name', ['Bitcoin', 'empty', 'run 9', 'run 10']],
    ['sort=-netPct', ['run 10', 'Bitcoin', 'run 9', 'empty']],
    ['sort=netPct', ['run 9', 'Bitcoin', 'run 10', 'empty']],
    ['sort=-started', ['Bitcoin', 'run 10', 'run 9', 'empty']],
    ['sort=tags', ['run 9', 'run 10', 'empty', 'Bitcoin']],
    ['sort=-status', ['run 10', 'run 9', 'empty', 'Bitcoin']],
    ['sort=trades', ['empty', 'run 10', 'run 9', 'Bitcoin']],
  ])('follows the query "%s"', (query, order) => {
    expect(names(SESSIONS, query)).toEqual(order);
  });

  it('compares only amounts of the same currency, and begins with the most frequent currency', () => {
    expect(names(SESSIONS, 'sort=net')).toEqual(['run 9', 'run 10', 'empty', 'Bitcoin']);
    expect(names(SESSIONS, 'sort=-net')).toEqual(['run 10', 'run 9', 'empty', 'Bitcoin']);
    expect(currenciesOf(SESSIONS)).toEqual(['USDT', 'BTC']);
  });
});

describe('the filters of sessions', () => {
  it.each([
    ['search=RUN', ['run 10', 'run 9']],
    ['search=%20', ['run 10', 'run 9', 'empty', 'Bitcoin']],
    ['status=finished', ['run 10']],
    ['tag=a', ['run 9']],
    ['currency=BTC', ['Bitcoin']],
    ['net=0..', ['run 10', 'Bitcoin']],
    ['net=..0', ['run 9']],
    ['netPct=-1..0.01', ['run 9', 'Bitcoin']],
    ['winRate=25..25', ['run 10', 'run 9', 'Bitcoin']],
    ['winRate=26..', []],
    ['trades=..0', ['empty']],
    ['started=1970-01-04..1970-01-11', ['run 10', 'run 9']],
    ['net=x..', []],
  ])('follow the query "%s"', (query, passed) => {
    expect(names(SESSIONS, query)).toEqual(passed);
  });

  it('compare days in the time zone of each account', () => {
    const late = listed('late', 1, { startedAt: DAY - 1, accountTimezone: 'Asia/Tokyo' });
    expect(names([late], 'started=1970-01-02..')).toEqual(['late']);
    expect(names([late], 'started=..1970-01-01')).toEqual([]);
  });
});
