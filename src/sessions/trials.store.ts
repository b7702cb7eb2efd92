import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Session, SessionKey } from './session.entity.js';

/** A run of a session in a study. */
export interface TrialKey extends SessionKey {
  readonly projectId: string;
  readonly study: string;
  readonly run: number;
}

type BegunRun = Pick<TrialKey, 'projectId' | 'study' | 'run'> & { readonly createdAt: number };

const STUDY = `coalesce(trial->>'study', '')`;

/**
 * Begins the next run of a session by raising its run number, if all its trades are new or if it has no run. $3 is the
 * number of new trades. The summary of the session must be up to date.
 */
const NUMBER_RUN = `
  UPDATE sessions SET run = coalesce(run, 0) + 1
  WHERE workspace_id = $1 AND id = $2 AND (run IS NULL OR trade_count = $3::int)
  RETURNING project_id AS "projectId", ${STUDY} AS study, run,
    CASE WHEN trade_count = $3::int THEN $4::bigint ELSE created_at END AS "createdAt"`;

/**
 * Begins a run for trades that an older version of the service has stored. In this case, the session has no run, or its
 * run has ended as emptied.
 */
const NUMBER_UNCOUNTED_RUN = `
  UPDATE sessions s SET run = coalesce(run, 0) + 1
  WHERE workspace_id = $1 AND id = $2 AND (
    run IS NULL OR EXISTS (
      SELECT FROM trials t
      WHERE t.workspace_id = $1 AND t.session_id = $2 AND t.run = s.run AND t.ended = 'emptied'
    )
  )
  RETURNING project_id AS "projectId", ${STUDY} AS study, run, created_at AS "createdAt"`;

const INSERT = `
  INSERT INTO trials (workspace_id, project_id, study, session_id, run, created_at) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (workspace_id, project_id, study, session_id, run) DO NOTHING`;

/**
 * Ends rows of earlier runs that have no end yet. Only an older version of the service can have left such rows, because
 * this version ends the row when the session is emptied.
 */
const END_EARLIER = `
  UPDATE trials SET ended = 'emptied'
  WHERE workspace_id = $1 AND session_id = $2 AND ended IS NULL AND run < $3::int`;

/**
 * Ends the rows of the current run with its counts of answers. If figures of the session are stored for the revision $3,
 * copies the figures to the rows. This includes rows that ended earlier because the session moved to another study: until
 * now, these rows have shown the figures of the session.
 */
const END = `
  UPDATE trials t
  SET ended = coalesce(t.ended, $5::text), days = f.days, trading_days = f.trading_days,
    sharpe_per_day = f.sharpe_per_day, skewness = f.skewness, kurtosis = f.kurtosis, trade_count = f.trade_count,
    trades_hash = f.trades_hash, first_answers = f.first_answers, changed_answers = f.changed_answers,
    second_looks = f.second_looks, earlier_looks = f.earlier_looks
  FROM (
    SELECT s.run, s.first_answers, s.changed_answers, s.second_looks, s.earlier_looks, g.days, g.trading_days, g.sharpe_per_day, g.skewness, g.kurtosis, g.trade_count, g.trades_hash
    FROM sessions s LEFT JOIN session_figures g ON g.workspace_id = s.workspace_id AND g.session_id = s.id
      AND g.revision = $3::bigint AND g.account_timezone = s.account_timezone AND g.calculation_version = $4::text
    WHERE s.workspace_id = $1 AND s.id = $2
  ) f
  WHERE t.workspace_id = $1 AND t.session_id = $2 AND t.run = f.run AND (t.ended IS NULL OR t.ended = 'moved')`;

const END_ALL = `
  UPDATE trials SET ended = 'deleted' WHERE workspace_id = $1 AND session_id = $2 AND ended IS NULL`;

const END_MOVED = `
  UPDATE trials SET ended = 'moved'
  WHERE workspace_id = $1 AND session_id = $2 AND run = $3::int AND ended IS NULL`;

const LABEL_FIGURES = `
  UPDATE session_figures SET study = $3, parameters = $4::json WHERE workspace_id = $1 AND session_id = $2`;

const SELECT_COUNT = 'SELECT trade_count AS count FROM sessions WHERE workspace_id = $1 AND id = $2';

const REGISTER_ALL = `
  INSERT INTO trials (workspace_id, project_id, study, session_id, run, created_at)
   SELECT workspace_id, project_id, ${STUDY}, id, 1, created_at FROM sessions
   WHERE workspace_id = $1 AND run IS NULL AND trade_count > 0
  ON CONFLICT (workspace_id, project_id, study, session_id, run) DO NOTHING RETURNING 1`;

const NUMBER_ALL = `
  UPDATE sessions SET run = 1 WHERE workspace_id = $1 AND run IS NULL AND trade_count > 0`;

/** The rows of the ledger of tries. All writes happen in the transaction that locks the session. */
@Injectable()
export class TrialsStore {
  /** Begins the next run. Returns null if the current run continues instead. */
  numberRun(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    newTrades: number,
  ): Promise<BegunRun | null> {
    return updated(transaction, NUMBER_RUN, [workspaceId, id, newTrades, Date.now()]);
  }

  /** Begins a run for trades that belong to no run. Returns null if they already belong to a run. */
  numberUncountedRun(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<BegunRun | null> {
    return updated(transaction, NUMBER_UNCOUNTED_RUN, [workspaceId, id]);
  }

  async insert(
    transaction: EntityManager,
    { workspaceId, id, projectId, study, run }: TrialKey,
    createdAt: number,
  ): Promise<void> {
    await transaction.query(INSERT, [workspaceId, projectId, study, id, run, createdAt]);
  }

  async endEarlier(transaction: EntityManager, { workspaceId, id }: SessionKey, run: number): Promise<void> {
    await transaction.query(END_EARLIER, [workspaceId, id, run]);
  }

  async end(
    transaction: EntityManager,
    { workspaceId, id, revision }: SessionKey & Pick<Session, 'revision'>,
    version: string,
    ended: 'deleted' | 'emptied',
  ): Promise<void> {
    await transaction.query(END, [workspaceId, id, revision, version, ended]);
  }

  /** Ends rows of a session without trades. Only sessions that an older version has emptied have such rows. */
  async endAll(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<void> {
    await transaction.query(END_ALL, [workspaceId, id]);
  }

  async endMoved(transaction: EntityManager, { workspaceId, id }: SessionKey, run: number): Promise<void> {
    await transaction.query(END_MOVED, [workspaceId, id, run]);
  }

  /** Copies the labels of a session to its stored figures, where an index finds the figures by study. */
  async labelFigures(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    study: string,
    parameters: object,
  ): Promise<void> {
    await transaction.query(LABEL_FIGURES, [workspaceId, id, study, JSON.stringify(parameters)]);
  }

  /** Returns the number of trades of a session whose summary is up to date. */
  async tradeCount(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<number> {
    const [row] = await transaction.query<{ count: number }[]>(SELECT_COUNT, [workspaceId, id]);
    return row?.count ?? 0;
  }

  /**
   * Adds the rows of sessions of an imported workspace that have trades and no run.
   * @returns the number of rows
   */
  async registerAll(transaction: EntityManager, workspaceId: string): Promise<number> {
    const added = await transaction.query<unknown[]>(REGISTER_ALL, [workspaceId]);
    if (added.length > 0) await transaction.query(NUMBER_ALL, [workspaceId]);
    return added.length;
  }
}

/** Returns the row that an UPDATE has changed. */
async function updated<Row>(
  transaction: EntityManager,
  statement: string,
  values: readonly unknown[],
): Promise<Row | null> {
  const [rows] = await transaction.query<[Row[], number]>(statement, [...values]);
  return rows[0] ?? null;
}
