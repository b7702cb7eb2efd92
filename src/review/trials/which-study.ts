import { ALL_STUDIES } from '../../sessions/trial-fields.js';

/** A study of a project, or all studies of the project. */
export interface WhichStudy {
  readonly workspaceId: string;
  readonly projectId: string;
  /** Empty for the project's own study, `*` for all studies. */
  readonly study: string;
}

/**
 * Returns the values of $1, $2 and $3 in the statements below: workspace, project, and study or null for all studies.
 */
export const studyValues = ({ workspaceId, projectId, study }: WhichStudy) => [
  workspaceId,
  projectId,
  study === ALL_STUDIES ? null : study,
];

/**
 * SQL: the sessions that have trades and whose summary is not up to date. $1 is the workspace, and $2 the project. The
 * lookup of trades is written once, for few sessions: with a lookup for each row, PostgreSQL compiles the statement,
 * which takes longer than executing it (`npm run bench -- leaderboard`).
 */
export const OUTDATED_SESSIONS = `WITH outdated AS (
    SELECT s.id FROM sessions s
    WHERE s.workspace_id = $1 AND s.project_id = $2 AND s.summary_revision IS DISTINCT FROM s.revision
      AND EXISTS (SELECT FROM trades x WHERE x.workspace_id = $1 AND x.session_id = s.id)
  )`;

/**
 * SQL condition: the session s has trades. `outdated` contains the sessions that have trades and whose summary is not
 * up to date.
 */
export const HOLDS_TRADES =
  'CASE WHEN s.summary_revision = s.revision THEN s.trade_count > 0 ELSE o.id IS NOT NULL END';

/** SQL: the study of the session s. */
export const STUDY_OF_SESSION = `coalesce(s.trial->>'study', '') COLLATE "C"`;
