import { decimalOf, plus } from '../../src/shared/decimal/exact-decimal.js';
import type { ExitDay } from '../../src/review/analysis/risk/exit-days.js';
import type { DailyAccount } from '../../src/review/comparison/daily/daily-account.js';

/**
 * Returns an account with a balance of 1000 and one of these profits each day from `first` on. A day with null has no
 * exit.
 * @param fields that replace the fields computed from the profits
 */
export function dailyAccountOf(
  plNets: readonly (number | null)[],
  { first = 0, ...fields }: Partial<DailyAccount> = {},
): DailyAccount {
  let end = decimalOf(1000);
  const exits = plNets.flatMap((amount, place): ExitDay[] => {
    if (amount === null) return [];
    const [start, plNet] = [end, decimalOf(amount)];
    end = plus(start, plNet);
    return [{ day: first + place, plNet, start, end }];
  });
  return { first, last: first + plNets.length - 1, timezone: 'UTC', exits, ...fields };
}

/** Returns an account with one of these returns each day, in thousandths. Each day starts with an equity of 1000. */
export function accountWithReturns(
  thousandths: readonly (number | null)[],
  fields: Partial<DailyAccount> = {},
): DailyAccount {
  const account = dailyAccountOf(thousandths, fields);
  return { ...account, exits: account.exits.map((exit) => ({ ...exit, start: decimalOf(1000) })) };
}
