import type { ComponentChildren } from 'preact';
import { Spark } from '../../report/charts/spark.js';
import { day } from '../../report/dates.js';
import { UNDEFINED, amountDecimals, count, number, plural, signedAmount, tone } from '../../report/format.js';
import type { RankedEntry } from '../faces/differences.js';
import { fieldLabel, figureText } from '../selection/figure-text.js';
import { VERDICT_WORDS } from '../selection/verdicts.js';
import { parameterText } from '../ui/parameter-text.js';
import { Tags } from '../ui/tags.js';
import { type ColumnName, type FixedColumn, PARAMETER_PREFIX, isFixedColumn } from './column-names.js';

export interface Column {
  /** Head of the column. */
  readonly head: string;
  /** Name of the column in the menu of columns, and its explanation in the head, where there is more space. */
  readonly label: string;
  /** The API's name of the value that sorts the column; undefined if the list cannot be sorted by the column. */
  readonly sort?: string;
  readonly className: (entry: RankedEntry) => string;
  readonly cell: (entry: RankedEntry) => ComponentChildren;
}

/** Returns a figure; null if it is not defined, or without trades, because a sum of no trades has no meaning. */
export const figureOf = ({ figures }: RankedEntry, name: string): number | null => {
  const value = (figures as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'number' ? value : null;
};

const NUMBER = () => 'num';
const TEXT = () => '';

const figure = (name: string, head: string, label = fieldLabel(name)): Column => ({
  head,
  label,
  sort: name,
  className: NUMBER,
  cell: (entry) =>
    entry.pending
      ? '…'
      : figureText(name, figureOf(entry, name), amountDecimals(entry.session.initialBalance)),
});

/** A figure whose sign is shown as a colour. */
const result = (name: string, head: string, label?: string): Column => ({
  ...figure(name, head, label),
  className: (entry) => `num ${tone(figureOf(entry, name))}`,
});

const FIXED: Readonly<Record<FixedColumn, Column>> = {
  equity: {
    head: 'Equity',
    label: 'Equity',
    className: () => 'curve',
    cell: ({ session: { curve, name } }) =>
      curve.length > 1 && <Spark values={curve} start={100} name={`Equity of ${name}`} />,
  },
  net: {
    ...result('plNet', 'Net'),
    cell: (entry) => {
      const { initialBalance, accountCurrency } = entry.session;
      return (
        <>
          {entry.pending ? '…' : signedAmount(figureOf(entry, 'plNet'), amountDecimals(initialBalance))}{' '}
          <span class="quiet small">{accountCurrency}</span>
        </>
      );
    },
  },
  netPct: result('plNetPct', 'Net %', 'Net, percent'),
  maxDrawdown: figure('maxDrawdownPct', 'Drawdown', 'Greatest drawdown'),
  sharpe: figure('sharpe', 'Sharpe', 'Sharpe ratio a year'),
  sortino: figure('sortino', 'Sortino', 'Sortino ratio'),
  calmar: figure('calmar', 'Calmar', 'Calmar ratio'),
  winRate: figure('winrate', 'Win', 'Win rate'),
  profitFactor: figure('netProfitFactor', 'PF, net', 'Profit factor, net'),
  trades: {
    ...figure('tradeCount', 'Trades'),
    cell: (entry) => (entry.pending ? '…' : count(figureOf(entry, 'tradeCount') ?? 0)),
  },
  deflatedSharpe: {
    head: 'Deflated Sharpe',
    label: 'Deflated Sharpe ratio: the probability of being better than luck among as many tries',
    className: NUMBER,
    cell: ({ selection }) => number(selection?.deflatedSharpe, 3),
  },
  verdict: {
    head: 'Verdict',
    label: 'Verdict: the result beside the best that luck alone would give among as many tries',
    className: () => 'nowrap',
    cell: ({ selection }) =>
      selection ? (
        <span class="pill" data-verdict={selection.verdict}>
          {VERDICT_WORDS[selection.verdict]}
        </span>
      ) : (
        UNDEFINED
      ),
  },
  tags: {
    head: 'Tags',
    label: 'Tags',
    sort: 'tags',
    className: () => 'labels',
    cell: ({ session }) => <Tags tags={session.tags} />,
  },
  status: {
    head: 'Status',
    label: 'Status',
    sort: 'status',
    className: TEXT,
    cell: ({ session }) => session.status,
  },
  started: {
    head: 'Started',
    label: 'Started',
    sort: 'startedAt',
    className: NUMBER,
    cell: ({ session: { startedAt, accountTimezone } }) => day(startedAt, accountTimezone),
  },
  currency: {
    head: 'Currency',
    label: 'Currency',
    className: TEXT,
    cell: ({ session }) => session.accountCurrency,
  },
  markets: {
    head: 'Markets',
    label: 'Markets',
    className: TEXT,
    cell: ({ session: { symbols } }) => (symbols.length > 1 ? plural(symbols.length, 'market') : symbols[0]),
  },
  timeframe: {
    head: 'Timeframe',
    label: 'Timeframe',
    className: TEXT,
    cell: ({ session }) => session.timeframes.join(', '),
  },
  study: {
    head: 'Study',
    label: 'Study',
    className: TEXT,
    cell: ({ trial }) => trial.study ?? 'the project’s own',
  },
};

const SHORT_LABELS: Readonly<Partial<Record<FixedColumn, string>>> = {
  deflatedSharpe: 'Deflated Sharpe ratio',
  verdict: 'Verdict',
};

/** Returns the name of a column in the menu of columns. */
export const menuLabel = (name: ColumnName): string =>
  (isFixedColumn(name) ? SHORT_LABELS[name] : undefined) ?? columnOf(name).label;

const parameter = (field: string): Column => {
  const name = field.slice(PARAMETER_PREFIX.length);
  return {
    head: name,
    label: `Parameter ${name}`,
    sort: field,
    className: NUMBER,
    cell: ({ trial: { parameters } }) =>
      parameterText(Object.hasOwn(parameters, name) ? parameters[name] : null),
  };
};

export function columnOf(name: ColumnName): Column {
  if (isFixedColumn(name)) return FIXED[name];
  return name.startsWith(PARAMETER_PREFIX) ? parameter(name) : figure(name, fieldLabel(name));
}

/** Returns the column whose value sorts the list; null if the list is sorted by the name or the time of creation. */
export function sortColumn(sort: string): ColumnName | null {
  const fixed = (Object.keys(FIXED) as FixedColumn[]).find((name) => FIXED[name].sort === sort);
  return fixed ?? (sort === 'name' || sort === 'createdAt' ? null : sort);
}

const TEXT_COLUMNS = new Set<ColumnName>([
  'equity',
  'verdict',
  'tags',
  'status',
  'currency',
  'markets',
  'timeframe',
  'study',
]);
export const isTextColumn = (name: ColumnName): boolean => TEXT_COLUMNS.has(name);
