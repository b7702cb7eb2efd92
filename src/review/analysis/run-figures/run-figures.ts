import { decimalText } from '../../../shared/decimal/decimal-text.js';
import {
  type CalculatedFigures,
  calculateFigures,
} from '../../../shared/figures/calculator/calculate-statistics.js';
import { equityWalk } from '../../../shared/figures/calculator/equity-curve.js';
import { percentCurve } from '../../../shared/figures/equity-curve.js';
import { firstEntryTime } from '../../../shared/figures/calculator/timing.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { dateText } from '../local-time/local-days.js';
import { dailyReturns } from '../risk/daily-returns.js';
import { type Returns, accountDays, returnsOf } from '../risk/returns.js';
import { type ReturnMoments, returnMoments } from './return-moments.js';
import { type HashedMarket, tradesHash } from './trades-hash.js';

export interface RunFiguresSettings {
  readonly initialBalance: number;
  readonly timezone: string;
  /** Markets of the session, in the order of its assets. */
  readonly markets: readonly HashedMarket[];
}

/** The figures of a run that the analyses of whole studies use. */
export interface RunFiguresOf extends ReturnMoments {
  readonly days: number;
  readonly tradingDays: number;
  readonly tradeCount: number;
  readonly hash: string;
  readonly statistics: Omit<CalculatedFigures, 'calculationVersion'>;
  readonly returns: Returns;
  /** Equity at the start and after each exit in percent of the initial balance, at most 40 points. */
  readonly curve: readonly number[];
  /** Net result of each local day with exits, ascending. */
  readonly dailyPlNet: readonly { readonly day: string; readonly plNet: string }[];
  readonly firstEntry: number | null;
  readonly lastExit: number | null;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** True if a day starts with an equity of 0 or less. In this case the daily returns are undefined. */
  readonly equityNotPositive: boolean;
}

/** Computes the figures of a run from one read of its trades. */
export function runFigures(trades: AnalysedTrades, settings: RunFiguresSettings): RunFiguresOf {
  const { initialBalance, markets } = settings;
  const { count } = trades;
  const firstEntry = firstEntryTime(trades);
  const { withExits, days } = accountDays(trades, firstEntry, settings);
  const { deepest, curve } = equityWalk(trades, firstEntry, initialBalance);
  const { calculationVersion: _, ...statistics } = calculateFigures(trades, {
    initialBalance,
    breakEvenThreshold: 0,
  });
  const daily = dailyReturns(withExits, days);
  const lastDay = withExits.at(-1)?.day;
  return {
    days,
    tradingDays: withExits.length,
    ...returnMoments(daily),
    tradeCount: count,
    hash: tradesHash(trades, markets).toString('hex'),
    statistics,
    returns: returnsOf({ withExits, days }, deepest, 0),
    curve: percentCurve(curve, initialBalance),
    dailyPlNet: withExits.map(({ day, plNet }) => ({ day: dateText(day), plNet: decimalText(plNet) })),
    firstEntry: count === 0 ? null : firstEntry,
    lastExit: count === 0 ? null : trades.exitTime[count - 1]!,
    firstDay: lastDay === undefined ? null : dateText(lastDay - days + 1),
    lastDay: lastDay === undefined ? null : dateText(lastDay),
    equityNotPositive: daily === null,
  };
}
