import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { poolOf } from '../../platform/database/connection/pool-of.js';
import type { ColumnKind } from '../../platform/database/copy/copy-decoder.js';
import { copyOut, uuidLiteral } from '../../platform/database/copy/copy-out.js';
import { FIGURES_VERSION } from '../../sessions/figures-version.js';
import type { SessionKey } from '../../sessions/session.entity.js';
import { ALL_STUDIES } from '../../sessions/trial-fields.js';
import { type Ledger, ROW_STATES, readLedger } from './ledger.js';
import type { TrialEnd } from './study-row.js';
import {
  HOLDS_TRADES,
  OUTDATED_SESSIONS,
  STUDY_OF_SESSION,
  type WhichStudy,
  studyValues,
} from './which-study.js';

/** A session whose figures are not stored. */
export interface PendingSession extends SessionKey {
  readonly tradeCount: number;
}

/** Number of rows that ended in one way, in one study and in all studies of its project. */
export interface EndCount {
  readonly ended: TrialEnd | null;
  readonly rows: number;
  readonly rowsOfProject: number;
}

/** Number of rows of a study. */
export interface StudyCount {
  readonly study: string;
  readonly rows: number;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * SQL condition: the row r shows the present trades of its session. A run that ended as emptied never continues. If an
 * older version of the service has stored trades since then, these trades belong to another run.
 */
const LASTS = `
  (NOT r.is_stored OR coalesce(s.run, 1) = r.run AND r.stored_end IS DISTINCT FROM 'emptied') AND (${HOLDS_TRADES})`;

const WITHOUT_FIGURES = 'NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL';

/**
 * The rows of a study. $1 is the workspace, $2 the project, and $3 the study, or null for all studies. A session has a
 * further row if its present trades belong to no stored row, because an older version of the service has stored them.
 * In this case the session has no run, or its run has ended as emptied. While a run lasts, its row shows the figures of
 * the session. Each part of the statement names the workspace, so that Citus sends the statement to one shard.
 *
 * If a row without an end has no session, an older version of the service has deleted the session. If the session of
 * such a row has no trades, an older version has emptied the session.
 */
export const LEDGER_ROWS = `
  ${OUTDATED_SESSIONS}
  SELECT r.*, s.id IS NOT NULL AS "hasSession", ${LASTS} AS lasts,
    CASE WHEN r.stored_end IS NOT NULL THEN r.stored_end WHEN s.id IS NULL THEN 'deleted'
      WHEN NOT (${LASTS}) THEN 'emptied' END AS ended,
    s.revision, s.label_revision, s.summary_revision, s.status, s.name, s.tags, s.trial, s.account_currency,
    s.account_timezone, s.initial_balance, s.created_at AS session_created_at, s.trade_count AS session_trade_count
  FROM (
    SELECT true AS is_stored, study, session_id, run, created_at, ended AS stored_end, days, trading_days,
      sharpe_per_day, skewness, kurtosis, trade_count, trades_hash
    FROM trials WHERE workspace_id = $1 AND project_id = $2 AND ($3::text IS NULL OR study = $3::text)
    UNION ALL
    SELECT false, ${STUDY_OF_SESSION}, s.id, 1, s.created_at, ${WITHOUT_FIGURES}
    FROM sessions s LEFT JOIN outdated o ON o.id = s.id
    WHERE s.workspace_id = $1 AND s.project_id = $2 AND s.run IS NULL AND (${HOLDS_TRADES})
      AND ($3::text IS NULL OR ${STUDY_OF_SESSION} = $3::text)
    UNION ALL
    SELECT false, ${STUDY_OF_SESSION}, s.id, s.run + 1, s.created_at, ${WITHOUT_FIGURES}
    FROM trials e JOIN sessions s ON s.workspace_id = $1 AND s.id = e.session_id AND s.run = e.run
      LEFT JOIN outdated o ON o.id = s.id
    WHERE e.workspace_id = $1 AND e.project_id = $2 AND e.ended = 'emptied' AND (${HOLDS_TRADES})
      AND ($3::text IS NULL OR ${STUDY_OF_SESSION} = $3::text)
  ) r
  LEFT JOIN outdated o ON o.id = r.session_id
  LEFT JOIN sessions s ON s.workspace_id = $1 AND s.id = r.session_id`;

export const LEDGER_FIGURES = `
  LEFT JOIN session_figures f ON f.workspace_id = $1 AND f.session_id = r.session_id AND r.lasts
    AND f.revision = r.revision AND f.account_timezone = r.account_timezone AND f.calculation_version = $4::text`;

/**
 * States of a row as bits. `ended` is in the lowest two bits, as the place in ENDS.
 *
 * A row without an end belongs to the present study of its session. Only for a row that has ended because its session
 * moved, the present study has to be looked up: the session may have moved back.
 */
const STATE = `(
  CASE r.ended WHEN 'deleted' THEN 1 WHEN 'emptied' THEN 2 WHEN 'moved' THEN 3 ELSE 0 END
  + CASE WHEN r.lasts AND (r.ended IS NULL OR r.study =
      CASE WHEN f.session_id IS NULL THEN coalesce(r.trial->>'study', '') ELSE f.study END)
    THEN ${ROW_STATES.current} ELSE 0 END
  + CASE WHEN r.lasts AND f.session_id IS NULL THEN ${ROW_STATES.pending} ELSE 0 END
  + CASE WHEN CASE WHEN r.lasts THEN f.session_id IS NOT NULL ELSE r.trade_count IS NOT NULL END
    THEN ${ROW_STATES.figured} ELSE 0 END
  + CASE WHEN f.equity_not_positive THEN ${ROW_STATES.equityNotPositive} ELSE 0 END
)`;

const figureOf = (column: string): string => `CASE WHEN r.lasts THEN f.${column} ELSE r.${column} END`;

/** The columns that are read of each row, in the order of the ledger. A caller chooses the width of none of them. */
const COLUMNS: readonly (readonly [sql: string, kind: ColumnKind])[] = [
  ['r.session_id', 'uuid'],
  ['r.run', 'int4'],
  [STATE, 'int4'],
  [figureOf('days'), 'int4'],
  [figureOf('trading_days'), 'int4'],
  [figureOf('sharpe_per_day'), 'float8'],
  [figureOf('skewness'), 'float8'],
  [figureOf('kurtosis'), 'float8'],
  [figureOf('trades_hash'), 'text'],
  ['r.account_timezone', 'text'],
  ['f.first_day', 'text'],
  ['f.last_day', 'text'],
  // Distinguishes the studies of a ledger of all studies.
  ['CASE WHEN $3::text IS NULL THEN md5(r.study) END', 'text'],
];

const SELECT_LEDGER = `
  SELECT ${COLUMNS.map(([sql]) => sql).join(', ')} FROM (${LEDGER_ROWS}) r ${LEDGER_FIGURES}
  ORDER BY r.created_at, r.session_id, r.run`;

/**
 * Hashes everything that the rows contain. Revisions stand for the fields and the trades of the sessions. No two rows
 * are equal, so the exclusive or of the hashes of the rows changes if any row changes. An exclusive or needs no sort
 * (`npm run bench -- leaderboard`).
 */
const SELECT_VERSION = `
  SELECT count(*)::int AS rows, (count(*) FILTER (WHERE c.lasts AND NOT c.has_figures))::int AS pending,
    concat_ws(' ', bit_xor(hash_record_extended(c, 0)), bit_xor(hash_record_extended(c, 1))) AS version
  FROM (
    SELECT r.session_id, r.run, r.study, r.created_at, r.ended, r.lasts, r.revision, r.label_revision, r.status,
      r.account_timezone, r.trade_count, r.trades_hash, f.session_id IS NOT NULL AS has_figures
    FROM (${LEDGER_ROWS}) r ${LEDGER_FIGURES}
  ) c`;

const SELECT_PENDING = `
  SELECT DISTINCT r.session_id AS id, CASE WHEN r.summary_revision = r.revision THEN r.session_trade_count
      ELSE (SELECT count(*) FROM trades x WHERE x.workspace_id = $1 AND x.session_id = r.session_id) END::int
      AS "tradeCount"
  FROM (${LEDGER_ROWS}) r ${LEDGER_FIGURES} WHERE r.lasts AND f.session_id IS NULL LIMIT $5`;

const SELECT_COUNTS = `
  SELECT r.ended, (count(*) FILTER (WHERE r.study = $4::text))::int AS rows, count(*)::int AS "rowsOfProject"
  FROM (${LEDGER_ROWS}) r GROUP BY r.ended ORDER BY r.ended`;

const SELECT_STUDIES = `
  SELECT r.study, count(*)::int AS rows FROM (${LEDGER_ROWS}) r
  GROUP BY r.study ORDER BY r.study COLLATE "C" LIMIT $4::int`;

const SELECT_WITHOUT_RUN = `
  SELECT s.workspace_id AS "workspaceId", s.id FROM sessions s
  WHERE s.run IS NULL AND (s.trade_count > 0 OR s.summary_revision IS DISTINCT FROM s.revision)
    AND (s.workspace_id, s.id) > ($1::uuid, $2::uuid)
  ORDER BY s.workspace_id, s.id LIMIT $3`;

const SELECT_EXISTS = 'SELECT 1 FROM sessions WHERE workspace_id = $1 AND id = $2';

/** Reads the rows of studies. */
@Injectable()
export class StudiesStore {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns the rows of a study, in the order of the ledger. The rows arrive in parts, between which the event loop is
   * free.
   * @param expected number of rows, approximately
   */
  async ledger(which: WhichStudy, expected: number, signal: AbortSignal): Promise<Ledger> {
    const { workspaceId, projectId, study } = which;
    const literals = [
      uuidLiteral(workspaceId),
      uuidLiteral(projectId),
      study === ALL_STUDIES ? 'NULL' : pg.escapeLiteral(study),
      pg.escapeLiteral(FIGURES_VERSION),
    ];
    // COPY takes no parameters.
    const select = SELECT_LEDGER.replaceAll(/\$(\d)/g, (_, place: string) => literals[Number(place) - 1]!);
    const kinds = COLUMNS.map(([, kind]) => kind);
    return readLedger(await copyOut(poolOf(this.dataSource), select, kinds, { expected, signal }));
  }

  async version(which: WhichStudy): Promise<{ version: string; rows: number; pending: number }> {
    const [row] = await this.dataSource.query<{ version: string; rows: number; pending: number }[]>(
      SELECT_VERSION,
      [...studyValues(which), FIGURES_VERSION],
    );
    return row!;
  }

  /** Returns at most `most` sessions of a study whose figures are not stored. */
  async pending(which: WhichStudy, most: number): Promise<PendingSession[]> {
    const { workspaceId } = which;
    const values = [...studyValues(which), FIGURES_VERSION, most];
    const rows = await this.dataSource.query<Omit<PendingSession, 'workspaceId'>[]>(SELECT_PENDING, values);
    return rows.map((row) => ({ ...row, workspaceId }));
  }

  /** Returns the numbers of rows of a study and of all studies of its project, by the way in which they ended. */
  counts({ workspaceId, projectId, study }: WhichStudy): Promise<EndCount[]> {
    return this.dataSource.query(SELECT_COUNTS, [workspaceId, projectId, null, study]);
  }

  /** Returns the first `most` studies of a project, sorted by name. */
  studies(workspaceId: string, projectId: string, most: number): Promise<StudyCount[]> {
    return this.dataSource.query(SELECT_STUDIES, [workspaceId, projectId, null, most]);
  }

  /** Returns the first `most` sessions that come after the given session, may hold trades and have no run. */
  withoutRun(after: SessionKey | undefined, most: number): Promise<SessionKey[]> {
    const { workspaceId = FIRST_ID, id = FIRST_ID } = after ?? {};
    return this.dataSource.query(SELECT_WITHOUT_RUN, [workspaceId, id, most]);
  }

  async exists({ workspaceId, id }: SessionKey): Promise<boolean> {
    return (await this.dataSource.query<unknown[]>(SELECT_EXISTS, [workspaceId, id])).length > 0;
  }
}
