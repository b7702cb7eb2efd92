import { DEPTHS, labelOf } from '../../report/figures.js';
import {
  type Value,
  count,
  duration,
  negative,
  number,
  percent,
  share,
  signed,
  signedPercent,
} from '../../report/format.js';

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

export const DEFAULT_FIGURES: readonly string[] = Object.keys(LABELS);

export const PARAMETER_PREFIX = 'parameters.';

/** Returns the displayed name of a figure or parameter. */
export function fieldLabel(field: string): string {
  if (field.startsWith(PARAMETER_PREFIX)) return field.slice(PARAMETER_PREFIX.length);
  return LABELS[field] ?? field;
}

const SHARES = new Set(['winrate', 'wrNoBe']);
const SIGNED = new Set(['plNet', 'expectancy']);
const SIGNED_PERCENT = new Set(['plNetPct', 'cagrPct']);

/** Formats a figure in its unit, which is determined by its name. */
export function figureText(name: string, figure: Value): string {
  const value = DEPTHS.has(name) ? negative(figure) : figure;
  if (SHARES.has(name)) return share(value);
  if (SIGNED.has(name)) return signed(value);
  if (SIGNED_PERCENT.has(name)) return signedPercent(value);
  if (name.endsWith('Pct')) return percent(value);
  if (name.endsWith('Ms')) return duration(value);
  return /(?:Count|[dD]ays)$/.test(name) ? count(value) : number(value);
}

/** Formats a parameter. */
export const parameterText = (value: number | string | boolean | null | undefined): string =>
  value === null || value === undefined ? '–' : String(value);
