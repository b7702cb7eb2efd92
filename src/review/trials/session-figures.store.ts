import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { RunFiguresOf } from '../analysis/run-figures/run-figures.js';
import { FIGURES_VERSION } from '../../sessions/figures-version.js';
import type { Session, SessionKey } from '../../sessions/session.entity.js';
import type { SessionAt } from '../../sessions/trades-at.js';

/** The part of a session's state that determines its figures. */
export type FiguredSession = SessionAt &
  Pick<Session, 'accountTimezone' | 'initialBalance'> & {
    /** True if the figures of this state are stored. */
    readonly isStored: boolean;
  };

const SELECT_STATE = `
  SELECT s.workspace_id AS "workspaceId", s.id, s.revision, s.summary_revision AS "summaryRevision",
    s.trade_count AS "tradeCount", s.account_timezone AS "accountTimezone", s.initial_balance AS "initialBalance",
    EXISTS (
      SELECT FROM session_figures g WHERE g.workspace_id = $1 AND g.session_id = $2 AND g.revision = s.revision
        AND g.account_timezone = s.account_timezone AND g.calculation_version = $3
    ) AS "isStored"
  FROM sessions s WHERE s.workspace_id = $1 AND s.id = $2`;

/** Columns of the figures, in the order of `valuesOf`. */
const COLUMNS = [
  'days',
  'trading_days',
  'sharpe_per_day',
  'skewness',
  'kurtosis',
  'trade_count',
  'trades_hash',
  'statistics',
  'returns',
  'daily_pl_net',
  'first_entry',
  'last_exit',
  'first_day',
  'last_day',
  'equity_not_positive',
];

const TYPES: Readonly<Record<string, string>> = {
  days: 'integer',
  trading_days: 'integer',
  trade_count: 'integer',
  trades_hash: 'bytea',
  statistics: 'json',
  returns: 'json',
  daily_pl_net: 'json',
  first_entry: 'bigint',
  last_exit: 'bigint',
  first_day: 'text',
  last_day: 'text',
  equity_not_positive: 'boolean',
};

/** Stores figures only if the session is still in the state from which they were computed. */
const UPSERT = `
  INSERT INTO session_figures (workspace_id, session_id, project_id, study, parameters, revision, account_timezone,
    calculation_version, ${COLUMNS.join(', ')})
  SELECT workspace_id, id, project_id, coalesce(trial->>'study', ''), trial->'parameters', revision, account_timezone,
    $5::text, ${COLUMNS.map((column, place) => `$${place + 6}::${TYPES[column] ?? 'double precision'}`).join(', ')}
  FROM sessions WHERE workspace_id = $1 AND id = $2 AND revision = $3::bigint AND account_timezone = $4::text
  ON CONFLICT (workspace_id, session_id) DO UPDATE SET
    ${['study', 'parameters', 'revision', 'account_timezone', 'calculation_version', ...COLUMNS]
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}
  RETURNING 1`;

/** Reads and writes the stored figures of sessions. */
@Injectable()
export class SessionFiguresStore {
  constructor(private readonly dataSource: DataSource) {}

  async findState({ workspaceId, id }: SessionKey): Promise<FiguredSession | null> {
    const values = [workspaceId, id, FIGURES_VERSION];
    const [state] = await this.dataSource.query<FiguredSession[]>(SELECT_STATE, values);
    return state ?? null;
  }

  /**
   * Stores the figures in the transaction that locks the session.
   * @returns false if the session has changed since the figures were computed
   */
  async store(
    transaction: EntityManager,
    { workspaceId, id, revision, accountTimezone }: FiguredSession,
    figures: RunFiguresOf,
  ): Promise<boolean> {
    const values = [workspaceId, id, revision, accountTimezone, FIGURES_VERSION, ...valuesOf(figures)];
    return (await transaction.query<unknown[]>(UPSERT, values)).length > 0;
  }
}

const valuesOf = (figures: RunFiguresOf): unknown[] => [
  figures.days,
  figures.tradingDays,
  figures.sharpePerDay,
  figures.skewness,
  figures.kurtosis,
  figures.tradeCount,
  Buffer.from(figures.hash, 'hex'),
  // Readers choose members by name, so the curve needs no column of its own.
  JSON.stringify({ ...figures.statistics, curve: figures.curve }),
  JSON.stringify(figures.returns),
  JSON.stringify(figures.dailyPlNet),
  figures.firstEntry,
  figures.lastExit,
  figures.firstDay,
  figures.lastDay,
  figures.equityNotPositive,
];
