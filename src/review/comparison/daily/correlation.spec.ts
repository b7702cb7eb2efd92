import fc from 'fast-check';
import { accountWithReturns, dailyAccountOf } from '../../../../test/support/daily-accounts.js';
import { sweptPlNet } from '../../../../test/support/swept-sessions.js';
import { decimalOf } from '../../../shared/decimal/exact-decimal.js';
import { correlation, correlations } from './correlation.js';

const list = (days: number, value: (day: number) => number | null) =>
  Array.from({ length: days }, (_, day) => value(day));
const every = (step: number) => (day: number) => (day % step === 0 ? 10 : null);
const swept = (k: number, days = 60, first = 0) => dailyAccountOf(list(days, (day) => sweptPlNet(k, day)), { first }); // prettier-ignore

/** Returns the value of the textbook formula, by plain loops over all days. */
function textbook(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanOfA, meanOfB] = [mean(a), mean(b)];
  const sum = (of: (day: number) => number) => a.reduce((total, _, day) => total + of(day), 0);
  const [x, y] = [(day: number) => a[day]! - meanOfA, (day: number) => b[day]! - meanOfB];
  return sum((day) => x(day) * y(day)) / Math.sqrt(sum((day) => x(day) ** 2) * sum((day) => y(day) ** 2));
}

describe('the correlation', () => {
  it('is 1/√3 if one account gains 1 % every second day and the other gains 1 % every fourth day', () => {
    // The means are 0.5 and 0.25 %, the covariance is 0.125, and the variances are 0.25 and 0.1875.
    const [a, b] = [accountWithReturns(list(20, every(2))), accountWithReturns(list(20, every(4)))];
    expect(correlation(a, b)).toBe(0.57735027);
    expect(correlation(b, a)).toBe(0.57735027);
  });

  it('has the values that an independent program computes for the sessions of a parameter sweep', () => {
    expect(correlation(swept(0), swept(1))).toBe(0.04845305);
    expect(correlation(swept(0), swept(9))).toBe(0.19533741);
    expect(correlation(swept(3), swept(4))).toBe(-0.06666135);
    // The last 30 days of the first session are the first 30 days of the second session.
    expect(correlation(swept(0), swept(1, 60, 30))).toBe(-0.14668364);
  });

  it('is 1 for an account with itself, and −1 for an account with its opposite', () => {
    const a = accountWithReturns(list(25, (day) => day % 7));
    expect(correlation(a, a)).toBe(1);
    expect(correlation(a, accountWithReturns(list(25, (day) => -(day % 7))))).toBe(-1);
  });

  it('requires at least 20 common days', () => {
    const of = (days: number, first = 0) => accountWithReturns(list(days, every(2)), { first });
    expect(correlation(of(20), of(20))).toBe(1);
    expect(correlation(of(19), of(19))).toBeNull();
    expect(correlation(of(30), of(30, 10))).toBe(1);
    expect(correlation(of(30), of(30, 11))).toBeNull();
  });

  it('requires that both accounts have the same time zone and have returns that vary on the common days', () => {
    const a = accountWithReturns(list(20, every(2)));
    const none = accountWithReturns(list(20, () => 0));
    const idle = accountWithReturns([1, ...list(30, () => null), 1]);
    const late = accountWithReturns([...list(20, () => 5), 7]);
    expect(correlation(a, none)).toBeNull();
    expect(correlation(accountWithReturns(list(20, every(3)), { first: 5 }), idle)).toBeNull();
    expect(correlation(a, { ...a, timezone: 'Asia/Tokyo' })).toBeNull();
    expect(correlation(a, null)).toBeNull();
    expect(correlation(a, late)).toBeNull();
    expect(correlation(late, late)).toBe(1);
  });

  it('is null if the returns of an account are exactly equal, even if they differ as doubles', () => {
    const a = accountWithReturns(list(20, every(2)));
    const equal = accountWithReturns(list(20, () => 1)).exits.map((exit, place) => ({
      ...exit,
      plNet: decimalOf((place + 1) / 10),
      start: decimalOf((place + 1) * 1000),
    }));
    expect(new Set(equal.map((_, place) => (place + 1) / 10 / ((place + 1) * 1000))).size).toBeGreaterThan(1);
    expect(correlation(a, { ...a, exits: equal })).toBeNull();
    const other = [{ ...equal[0]!, plNet: decimalOf(0.10000001) }, ...equal.slice(1)];
    expect(correlation(a, { ...a, exits: other })).not.toBeNull();
  });

  it('is symmetric, and equals the textbook formula', () => {
    const returns = fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(returns, returns, fc.integer({ min: -40, max: 40 }), (ofA, ofB, first) => {
        // A return of 0 is stored as a day without an exit.
        const sparse = (of: number[]) => of.map((value) => (value === 0 ? null : value));
        const [a, b] = [accountWithReturns(sparse(ofA)), accountWithReturns(sparse(ofB), { first })];
        const [from, to] = [Math.max(0, first), Math.min(a.last, b.last) + 1];
        const x = ofA.slice(from, Math.max(from, to));
        const y = ofB.slice(from - first, Math.max(from, to) - first);
        const value = correlation(a, b);
        expect(correlation(b, a)).toBe(value);
        if (x.length < 20 || new Set(x).size === 1 || new Set(y).size === 1) return expect(value).toBeNull();
        expect(value).toBeCloseTo(textbook(x, y), 7);
      }),
    );
  });

  it('is computed as a matrix for several accounts, in the order of the accounts', () => {
    const accounts = [swept(0), null, swept(9), accountWithReturns(list(10, every(2)))];
    expect(correlations(accounts)).toEqual([
      [1, null, 0.19533741, null],
      [null, null, null, null],
      [0.19533741, null, 1, null],
      [null, null, null, null],
    ]);
    expect(correlations([])).toEqual([]);
  });
});
