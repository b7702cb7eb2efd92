import type { ComponentChildren } from 'preact';
import type { SessionComparisonDto } from '../../../src/review/comparison/comparison.dto.js';
import type { Session } from '../../api/sessions.js';
import { Spark } from '../../report/charts/spark.js';
import { day } from '../../report/dates.js';
import {
  type Value,
  accountDecimals,
  count,
  number,
  percent,
  share,
  signed,
  signedPercent,
  tone,
} from '../../report/format.js';
import { Tags } from '../ui/tags.js';
import { valueOf } from './chosen-sessions.js';
import type { ColumnName, SortName } from './column-names.js';

interface Column {
  /** Head of the column. */
  readonly head: string;
  /** Name of the column in the menu of columns, where there is more space. */
  readonly label: string;
  readonly className: (session: Session) => string;
  /**
   * Returns the content of the cell. The outline is undefined until it arrives, which is after the other cells are
   * shown.
   */
  readonly cell: (session: Session, outline: SessionComparisonDto | undefined) => ComponentChildren;
}

const figure = (session: Session, name: SortName): Value => {
  const value = valueOf(session, name);
  return typeof value === 'number' ? value : null;
};

const inNumbers = () => 'num';
const inColor = (name: SortName) => (session: Session) => `num ${tone(figure(session, name))}`;

export const COLUMNS: Readonly<Record<ColumnName, Column>> = {
  net: {
    head: 'Net',
    label: 'Net',
    className: inColor('net'),
    cell: (session) => (
      <>
        {signed(figure(session, 'net'), accountDecimals(session.initialBalance))}{' '}
        <span class="quiet small">{session.accountCurrency}</span>
      </>
    ),
  },
  netPct: {
    head: 'Net %',
    label: 'Net, percent',
    className: inColor('netPct'),
    cell: (session) => signedPercent(figure(session, 'netPct')),
  },
  winRate: {
    head: 'Win',
    label: 'Win rate',
    className: inNumbers,
    cell: (session) => share(figure(session, 'winRate')),
  },
  profitFactor: {
    head: 'PF, net',
    label: 'Profit factor, net',
    className: inNumbers,
    cell: (_, outline) => number(outline?.figures.netProfitFactor),
  },
  maxDrawdown: {
    head: 'Max DD',
    label: 'Greatest drawdown',
    className: inNumbers,
    cell: (_, outline) => percent(outline && -outline.figures.maxDrawdownPct, 1),
  },
  trades: {
    head: 'n',
    label: 'Trades',
    className: inNumbers,
    cell: ({ summary }) => count(summary.tradeCount),
  },
  equity: {
    head: 'Equity',
    label: 'Equity',
    className: () => 'curve',
    cell: ({ name }, outline) =>
      outline &&
      outline.equity.length > 1 && (
        <Spark
          values={outline.equity.map(({ equityPct }) => equityPct)}
          start={100}
          name={`Equity of ${name}`}
        />
      ),
  },
  tags: { head: 'Tags', label: 'Tags', className: () => 'labels', cell: ({ tags }) => <Tags tags={tags} /> },
  status: { head: 'Status', label: 'Status', className: () => '', cell: ({ status }) => status },
  started: {
    head: 'Started',
    label: 'Started',
    className: () => 'num',
    cell: ({ startedAt, accountTimezone }) => day(startedAt, accountTimezone),
  },
};
