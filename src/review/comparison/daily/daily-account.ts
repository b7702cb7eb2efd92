import { haveSameDays } from '../../../shared/market/same-days.js';
import { decimalOf, parsedDecimal, plus } from '../../../shared/decimal/exact-decimal.js';
import type { Account } from '../../analysis/account/account.js';
import type { ExitDay } from '../../analysis/risk/exit-days.js';

/** The local days from `first` to `last`, both numbered from 1970-01-01. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** The daily returns of an account, for every day from the first entry to the last exit. */
export interface DailyAccount extends DayRange {
  /** IANA name of the time zone of the days. */
  readonly timezone: string;
  /** The days with exits, ascending. On every other day the return is 0. */
  readonly exits: readonly ExitDay[];
}

/**
 * Returns the daily account of a session; null if there are no trades, or if the equity is 0 or less at the start of
 * a day.
 */
export function dailyAccount(
  { range, exits }: Pick<Account, 'range' | 'exits'>,
  { initialBalance, accountTimezone }: { readonly initialBalance: number; readonly accountTimezone: string },
): DailyAccount | null {
  if (range === null) return null;
  let end = decimalOf(initialBalance);
  const days = exits.map(([day, text]): ExitDay => {
    const plNet = parsedDecimal(text);
    const start = end;
    end = plus(start, plNet);
    return { day, plNet, start, end };
  });
  if (days.some(({ start }) => start.mantissa <= 0)) return null;
  return { ...range, timezone: accountTimezone, exits: days };
}

/**
 * Returns the days on which every account has a return. Null if there is no such day, if an account has no returns, or
 * if these days do not begin at the same instants, because the accounts have different time zones.
 */
export function commonDays(accounts: readonly (DailyAccount | null)[]): DayRange | null {
  const [reference] = accounts;
  if (!reference) return null;
  let { first, last } = reference;
  for (const account of accounts) {
    if (!account) return null;
    first = Math.max(first, account.first);
    last = Math.min(last, account.last);
  }
  const isCommon = accounts.every((account) =>
    haveSameDays(reference.timezone, account!.timezone, first, last),
  );
  return first <= last && isCommon ? { first, last } : null;
}

export const daysIn = ({ first, last }: DayRange): number => last - first + 1;

/** Returns the days with exits within the range. */
export const exitsWithin = ({ exits }: DailyAccount, { first, last }: DayRange): ExitDay[] =>
  exits.filter(({ day }) => day >= first && day <= last);
