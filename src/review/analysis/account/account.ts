import { equityWalk } from '../../../shared/figures/calculator/equity-curve.js';
import { firstEntryTime } from '../../../shared/figures/calculator/timing.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { exposureOf } from '../risk/exposure.js';
import { type AccountDays, accountDays, returnsOf } from '../risk/returns.js';

export interface AccountSettings {
  /** Equity before the first trade, in account currency; above 0. */
  readonly initialBalance: number;
  /** IANA name of the time zone that determines local days. */
  readonly timezone: string;
}

/** Figures of the risk analysis, at a risk-free rate of 0. Undefined figures are null. */
export interface AccountReturns {
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly cagrPct: number | null;
  readonly calmar: number | null;
  readonly timeInMarket: number | null;
}

/** A local day with exits, and its profit and loss in a form that `parsedDecimal` reads without a loss. */
export type DayPlNet = readonly [day: number, plNet: string];

/** The account of a session, with its results by local day. Days are numbered from 1970-01-01. */
export interface Account {
  readonly returns: AccountReturns;
  /** The days of the first entry and of the last exit; null if there are no trades. */
  readonly range: { readonly first: number; readonly last: number } | null;
  /** The days with exits, ascending. */
  readonly exits: readonly DayPlNet[];
}

/** Returns the account of a session, which a comparison of sessions uses. */
export function account(trades: AnalysedTrades, settings: AccountSettings): Account {
  const firstEntry = firstEntryTime(trades);
  const days = accountDays(trades, firstEntry, settings);
  const { deepest } = equityWalk(trades, firstEntry, settings.initialBalance);
  const { sharpe, sortino, cagrPct, calmar } = returnsOf(days, deepest, 0);
  const { timeInMarket } = exposureOf(trades, settings.initialBalance);
  return {
    returns: { sharpe, sortino, cagrPct, calmar, timeInMarket },
    range: rangeOf(days),
    exits: days.withExits.map(({ day, plNet: { mantissa, scale } }) => [day, `${mantissa}e-${scale}`]),
  };
}

function rangeOf({ withExits, days }: AccountDays): Account['range'] {
  const last = withExits.at(-1)?.day;
  return last === undefined ? null : { first: last - days + 1, last };
}
