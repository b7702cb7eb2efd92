import {
  type ExactDecimal,
  minus,
  plus,
  roundedDouble,
  times,
  toDouble,
} from '../../../shared/decimal/exact-decimal.js';
import { ZERO, whole } from '../../../shared/decimal/exact-sum.js';
import { sharpe } from '../../analysis/risk/return-ratios.js';
import type { ExitDay } from '../../analysis/risk/exit-days.js';
import { type DailyAccount, commonDays, daysIn, exitsWithin } from './daily-account.js';

/** Figures of one account that is divided equally among the sessions at the start of each day. */
export interface Combined {
  /** Number of days that every session has. */
  readonly days: number;
  readonly sharpe: number | null;
  readonly returnPct: number | null;
  readonly maxDrawdownPct: number | null;
}

const NOTHING: Combined = { days: 0, sharpe: null, returnPct: null, maxDrawdownPct: null };

/**
 * Returns the figures of all sessions together. The return of a day is the mean of the returns of all sessions on this
 * day, and the returns are compounded. Only days that every session has are used.
 */
export function combineAccounts(accounts: readonly (DailyAccount | null)[]): Combined {
  const range = commonDays(accounts);
  if (range === null) return NOTHING;
  const byDay = new Map<number, ExitDay[]>();
  for (const account of accounts)
    for (const exit of exitsWithin(account!, range)) {
      const others = byDay.get(exit.day);
      if (others) others.push(exit);
      else byDay.set(exit.day, [exit]);
    }
  const exits = [...byDay].toSorted(([a], [b]) => a - b).map(([, each]) => each);
  const values = Float64Array.from(exits, (each) => each.reduce(addReturn, 0) / accounts.length);
  const days = daysIn(range);
  const idleDays = days - values.length;
  return {
    days,
    sharpe: roundedDouble(sharpe({ values, idleDays, days, areEqual: areEqual(exits, values, idleDays) }, 0)),
    ...compounded(values),
  };
}

const addReturn = (sum: number, { plNet, start }: ExitDay): number => sum + toDouble(plNet) / toDouble(start);

/**
 * Returns the compounded return, and the greatest drawdown of the equity at the ends of days. The equity at the start
 * can be a peak, too.
 */
function compounded(values: Float64Array): Pick<Combined, 'returnPct' | 'maxDrawdownPct'> {
  let [equity, peak, deepest] = [1, 1, 0];
  for (const r of values) {
    equity *= 1 + r;
    peak = Math.max(peak, equity);
    deepest = Math.max(deepest, (peak - equity) / peak);
  }
  return { returnPct: roundedDouble((equity - 1) * 100), maxDrawdownPct: roundedDouble(deepest * 100) };
}

/** Two returns with a greater relative difference than this differ by more than a rounding error. */
const PRECISION = 1e-12;

/**
 * Returns whether the returns of all days are equal. Returns whose difference may be a rounding error are compared
 * exactly.
 */
function areEqual(exits: readonly (readonly ExitDay[])[], values: Float64Array, idleDays: number): boolean {
  const start = idleDays > 0 ? 0 : values[0]!;
  const spread = values.reduce((most, r) => Math.max(most, Math.abs(r - start)), 0);
  const largest = exits.flat().reduce((most, exit) => Math.max(most, Math.abs(addReturn(0, exit))), 0);
  if (spread > largest * PRECISION) return false;
  const sums = exits.map(exactSumOf);
  const first = idleDays > 0 ? NO_RETURN : sums[0]!;
  return sums.every((each) => areSame(first, each));
}

/** A quotient of exact decimals. Two quotients are compared without a division. */
interface Quotient {
  readonly dividend: ExactDecimal;
  readonly divisor: ExactDecimal;
}

const NO_RETURN: Quotient = { dividend: ZERO, divisor: whole(1) };

const exactSumOf = (exits: readonly ExitDay[]): Quotient =>
  exits.reduce(
    ({ dividend, divisor }, { plNet, start }) => ({
      dividend: plus(times(dividend, start), times(plNet, divisor)),
      divisor: times(divisor, start),
    }),
    NO_RETURN,
  );

const areSame = (a: Quotient, b: Quotient): boolean =>
  minus(times(a.dividend, b.divisor), times(b.dividend, a.divisor)).mantissa == 0;
