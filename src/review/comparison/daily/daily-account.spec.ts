import { dailyAccountOf } from '../../../../test/support/daily-accounts.js';
import { toDouble } from '../../../shared/decimal/exact-decimal.js';
import { commonDays, dailyAccount, daysIn, exitsWithin } from './daily-account.js';

const SETTINGS = { initialBalance: 1000, accountTimezone: 'UTC' };
const RANGE = { first: 10, last: 14 };

describe('the daily account', () => {
  it('has the exact equity at the start of each day with exits', () => {
    const account = dailyAccount({ range: RANGE, exits: [[10, '-5e-1'], [13, '3e-0'], [14, '1e-8']] }, SETTINGS); // prettier-ignore
    const rows = account!.exits.map(({ day, plNet, start }) => [day, toDouble(plNet), toDouble(start)]);
    expect(rows).toEqual([[10, -0.5, 1000], [13, 3, 999.5], [14, 1e-8, 1002.5]]); // prettier-ignore
    expect(account).toMatchObject({ ...RANGE, timezone: 'UTC' });
  });

  it('is null if there are no trades, or if the equity is 0 or less at the start of a day', () => {
    expect(dailyAccount({ range: null, exits: [] }, SETTINGS)).toBeNull();
    expect(dailyAccount({ range: RANGE, exits: [[10, '-1000e-0'], [14, '1e-0']] }, SETTINGS)).toBeNull(); // prettier-ignore
    // The equity may be 0 or less at the end of the last day. The return of this day is defined, because its start is
    // above 0.
    expect(dailyAccount({ range: RANGE, exits: [[14, '-1200e-0']] }, SETTINGS)).not.toBeNull();
  });
});

describe('common days', () => {
  const from = (first: number, days: number, timezone = 'UTC') =>
    dailyAccountOf(Array<number>(days).fill(1), { first, timezone });

  it('extend from the latest first day to the earliest last day', () => {
    expect(commonDays([from(3, 10)])).toEqual({ first: 3, last: 12 });
    expect(commonDays([from(3, 10), from(5, 20), from(0, 9)])).toEqual({ first: 5, last: 8 });
    expect(commonDays([from(3, 10), from(12, 5)])).toEqual({ first: 12, last: 12 });
    expect(daysIn({ first: 12, last: 12 })).toBe(1);
    expect(commonDays([from(3, 10), from(13, 5)])).toBeNull();
  });

  it('are null if there are no accounts, if an account has no returns, or if time zones differ', () => {
    expect(commonDays([])).toBeNull();
    expect(commonDays([from(3, 10), null])).toBeNull();
    expect(commonDays([null, from(3, 10)])).toBeNull();
    expect(commonDays([from(3, 10), from(3, 10, 'Asia/Tokyo')])).toBeNull();
    for (const [one, other] of [
      ['Asia/Tokyo', 'Asia/Tokyo'],
      ['UTC', 'Etc/UTC'],
      ['Europe/Kyiv', 'Europe/Kiev'],
    ])
      // prettier-ignore
      expect(commonDays([from(3, 10, one), from(3, 10, other)])).toEqual({ first: 3, last: 12 });
  });

  it('include the exits of the first and of the last common day', () => {
    const account = from(3, 10);
    expect(exitsWithin(account, { first: 4, last: 6 }).map(({ day }) => day)).toEqual([4, 5, 6]);
  });
});
