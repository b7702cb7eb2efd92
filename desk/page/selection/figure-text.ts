import { FIGURE_FACTS } from '../../report/figure-facts.js';
import { DEPTHS, labelOf, writeFigure } from '../../report/figures.js';
import { type Value, count, negative, number, percent, signedPercent } from '../../report/format.js';

const LABELS: Readonly<Record<string, string>> = {
  sharpe: 'Sharpe',
  sortino: 'Sortino',
  calmar: 'Calmar',
  cagrPct: 'Growth a year (CAGR)',
  volatilityPct: 'Volatility',
  ulcerIndex: 'Ulcer index',
  days: 'Days',
  tradingDays: 'Trading days',
  plNet: labelOf('plNet'),
  plNetPct: labelOf('plNetPct'),
  maxDrawdownPct: 'Max drawdown',
  maxDrawdown: 'Max drawdown, money',
  profitFactor: 'Profit factor',
  netProfitFactor: 'Net profit factor',
  winrate: labelOf('winrate'),
  expectancy: labelOf('expectancy'),
  tradeCount: labelOf('tradeCount'),
  avgRMultiple: 'Average R',
  feesPaid: labelOf('feesPaid'),
};

/** Names of figures whose labels are fragments, because they stand below a heading elsewhere. */
const WHOLE_LABELS: Readonly<Record<string, string>> = {
  avgWin: 'Average win',
  avgLoss: 'Average loss',
  avgWinPct: 'Average win, %',
  avgLossPct: 'Average loss, %',
  avgWinDurationMs: 'Average duration of wins',
  avgLossDurationMs: 'Average duration of losses',
  winContribution: 'Expectancy from wins',
  lossContribution: 'Expectancy from losses',
  breakEvenContribution: 'Expectancy from break-evens',
};

export const DEFAULT_FIGURES: readonly string[] = Object.keys(LABELS);

const PARAMETER_PREFIX = 'parameters.';

/** Returns whether the API means a parameter by a name. */
export const isParameterField = (field: string): boolean => field.startsWith(PARAMETER_PREFIX);

type Known = keyof typeof FIGURE_FACTS;
const isStatistic = (name: string): name is Known => Object.hasOwn(FIGURE_FACTS, name);

/** Returns whether a figure is an amount of money. Amounts of different currencies cannot be compared. */
export const isMoney = (name: string): boolean =>
  isStatistic(name) && ['result', 'amount'].includes(FIGURE_FACTS[name][1]);

/** Returns the displayed name of a figure or parameter. */
export function fieldLabel(field: string): string {
  if (isParameterField(field)) return field.slice(PARAMETER_PREFIX.length);
  return LABELS[field] ?? WHOLE_LABELS[field] ?? (isStatistic(field) ? labelOf(field) : field);
}

const PERCENT = new Set(['volatilityPct']);
const COUNTS = new Set(['days', 'tradingDays']);

/**
 * Formats a figure in its unit.
 * @param decimals the number of decimals of amounts of the account
 */
export function figureText(name: string, figure: Value, decimals?: number): string {
  if (isStatistic(name)) return writeFigure(name, figure, decimals);
  const value = DEPTHS.has(name) ? negative(figure) : figure;
  if (name === 'cagrPct') return signedPercent(value);
  if (PERCENT.has(name)) return percent(value);
  return COUNTS.has(name) ? count(value) : number(value);
}
