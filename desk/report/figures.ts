import type { Statistics } from '../../src/stats/document/statistics.dto.js';
import type { CalculatedFigureName } from '../../src/shared/figures/definitions/figures.js';
import type { Figures } from '../../src/shared/figures/figures.dto.js';
import { FIGURE_FACTS, type NeededTrades } from './figure-facts.js';
import type { SheetData } from './sheet-data.js';
import {
  amount,
  count,
  duration,
  multipleOfRisk,
  negative,
  number,
  percent,
  share,
  signedAmount,
  signedPercent,
} from './format.js';

/** Returns the name of a figure. */
export const labelOf = (name: CalculatedFigureName): string => FIGURE_FACTS[name][0];

/** Figures that are depths. The page shows every drawdown as a negative number. */
export const DEPTHS: ReadonlySet<string> = new Set<CalculatedFigureName>(['maxDrawdown', 'maxDrawdownPct']);

/**
 * Returns a figure as text.
 * @param decimals the number of decimals of amounts of the account
 */
export function writeFigure(
  name: CalculatedFigureName,
  figure: number | null | undefined,
  decimals = 2,
): string {
  const value = DEPTHS.has(name) ? negative(figure) : figure;
  switch (FIGURE_FACTS[name][1]) {
    case 'result':
      return signedAmount(value, decimals);
    case 'amount':
      return amount(value, decimals);
    case 'count':
      return count(value);
    case 'share':
      return share(value);
    case 'percent':
      return percent(value);
    case 'signedPercent':
      return signedPercent(value);
    case 'ratio':
      return number(value);
    case 'R':
      return multipleOfRisk(value);
    case 'duration':
      return duration(value);
  }
}

/** The statistics that responses also contain for some of the trades. */
export type Statistic = CalculatedFigureName & keyof Figures;

/** Returns a figure as text; undefined if there are no trades, because a sum of 0 then has no meaning. */
export const figureText = (figures: Figures, name: Statistic, decimals?: number): string =>
  writeFigure(name, figures.tradeCount > 0 || name === 'tradeCount' ? figures[name] : null, decimals);

type Condition = (stats: Statistics, risk: SheetData['risk']) => boolean;

/** Conditions under which none of the trades exist that a figure needs. The statistics then contain 0. */
const MISSING: Readonly<Record<NeededTrades, Condition>> = {
  all: ({ tradeCount }) => tradeCount === 0,
  wins: ({ winCount }) => winCount === 0,
  losses: ({ lossCount }) => lossCount === 0,
  'break-evens': ({ breakEvenCount }) => breakEvenCount === 0,
  'wins and losses': ({ winCount, lossCount }) => winCount === 0 || lossCount === 0,
  // Until the number of trades with an R is loaded, no trade counts as having one if the mean and the maximum are both
  // exactly 0.
  'with R': ({ avgRMultiple, maxRMultiple }, risk) =>
    risk ? risk.perTrade.rMultipleCount === 0 : avgRMultiple === 0 && maxRMultiple === 0,
  // A profit factor of 0 is undefined if no trade lost. If there are only losses, 0 is its defined value, and the
  // result is negative.
  'plGross not 0': ({ profitFactor, plGross }) => profitFactor === 0 && plGross >= 0,
  'plNet not 0': ({ netProfitFactor, plNet }) => netProfitFactor === 0 && plNet >= 0,
};

/** Returns a figure of the statistics; null if the figure is undefined. */
export function figureOf(
  stats: Statistics,
  name: CalculatedFigureName,
  risk: SheetData['risk'],
): number | null {
  const [, , needed] = FIGURE_FACTS[name];
  if (needed && MISSING[needed](stats, risk)) return null;
  return { ...stats.expectancyComponents, ...stats }[name];
}
