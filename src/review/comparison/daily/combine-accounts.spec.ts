import { accountWithReturns, dailyAccountOf } from '../../../../test/support/daily-accounts.js';
import { daily, returns } from '../../../../test/support/daily-trades.js';
import { sweptPlNet } from '../../../../test/support/swept-sessions.js';
import { combineAccounts } from './combine-accounts.js';

const list = (days: number, value: (day: number) => number | null) =>
  Array.from({ length: days }, (_, day) => value(day));
const sweptPlNets = (k: number) => Array.from({ length: 60 }, (_, day) => sweptPlNet(k, day));
const swept = (k: number, first = 0) => dailyAccountOf(sweptPlNets(k), { first });
const NOTHING = { days: 0, sharpe: null, returnPct: null, maxDrawdownPct: null };

describe('several sessions together', () => {
  it('have the mean return of each day, and these returns are compounded', () => {
    // The returns are +10, −50, +20 % and 0, +10, −40 %, so their means are 5, −20 and −10 %. 1.05 · 0.8 · 0.9 = 0.756,
    // which is 28 % below 1.05.
    const accounts = [accountWithReturns([100, -500, 200]), accountWithReturns([null, 100, -400])];
    expect(combineAccounts(accounts)).toEqual({
      days: 3,
      sharpe: -12.65257758,
      returnPct: -24.4,
      maxDrawdownPct: 28,
    });
  });

  it('have the figures that an independent program computes for the sessions of a parameter sweep', () => {
    expect(combineAccounts(list(10, (k) => k).map((k) => swept(k!)))).toEqual({
      days: 60,
      sharpe: 5.52114537,
      returnPct: 9.05476135,
      maxDrawdownPct: 1.62,
    });
    expect(combineAccounts([swept(0), swept(9)])).toEqual({
      days: 60,
      sharpe: 8.3187508,
      returnPct: 29.17997667,
      maxDrawdownPct: 3.49660223,
    });
  });

  it('have the days that every session has, including days without an exit', () => {
    expect(combineAccounts([swept(0), swept(1, 30)])).toEqual({
      days: 30,
      sharpe: 2.79320631,
      returnPct: 3.54344338,
      maxDrawdownPct: 2.60548323,
    });
    const every = (step: number) => accountWithReturns(list(20, (day) => (day % step === 0 ? 10 : null)));
    // The mean return is 1 % on 5 days, 0.5 % on 5 days and 0 on 10 days.
    expect(combineAccounts([every(2), every(4)])).toEqual({
      days: 20,
      sharpe: 16.84353126,
      returnPct: 7.75493709,
      maxDrawdownPct: 0,
    });
  });

  it('have the figures of the session itself if there is only one session', () => {
    const alone = combineAccounts([swept(0)]);
    expect(alone).toEqual({ days: 60, sharpe: 3.57345154, returnPct: 16.3, maxDrawdownPct: 7.37410072 });
    expect(alone.sharpe).toBe(returns(daily(...sweptPlNets(0))).sharpe);
    expect(combineAccounts([swept(0), swept(0)])).toEqual(alone);
  });

  it('have no figures if there are no common days', () => {
    expect(combineAccounts([])).toEqual(NOTHING);
    expect(combineAccounts([swept(0), null])).toEqual(NOTHING);
    expect(combineAccounts([swept(0), swept(1, 60)])).toEqual(NOTHING);
    expect(combineAccounts([swept(0), { ...swept(1), timezone: 'Asia/Tokyo' }])).toEqual(NOTHING);
  });

  it('can have a single common day', () => {
    expect(combineAccounts([swept(0), swept(1, 59)])).toMatchObject({ days: 1, sharpe: null });
  });

  it('have no Sharpe ratio if all returns are exactly equal', () => {
    // The return of each day is 7 %. As doubles, the returns differ.
    const steady = dailyAccountOf([70, 74.9, 80.143]);
    expect(combineAccounts([steady]).sharpe).toBeNull();
    expect(combineAccounts([steady, accountWithReturns([30, 30, 30])])).toMatchObject({
      sharpe: null,
      returnPct: 15.7625,
    });
    // 1/10 + 2/10 and 3/10 + 0 are equal, but not as doubles.
    expect(combineAccounts([accountWithReturns([100, 300]), accountWithReturns([200, 0])]).sharpe).toBeNull();
    expect(
      combineAccounts([accountWithReturns([100, 300]), accountWithReturns([200, 1e-8])]).sharpe,
    ).not.toBeNull();
    const idle = combineAccounts([accountWithReturns([1, null, 2]), accountWithReturns([-1, null, -2])]);
    expect(idle).toEqual({ days: 3, sharpe: null, returnPct: 0, maxDrawdownPct: 0 });
    expect(combineAccounts([accountWithReturns([1, null, 1])]).sharpe).not.toBeNull();
  });

  it('may have an equity below 0 at the end of the last day', () => {
    expect(combineAccounts([dailyAccountOf([100, -1650])])).toMatchObject({
      returnPct: -155,
      maxDrawdownPct: 150,
    });
  });
});
